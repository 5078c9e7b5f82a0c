/** Says one line of what set-up does. */
export function announce(/** @type {string} */ line) {
  process.stdout.write(`setup: ${line}\n`);
}

/**
 * A reason to stop that the person in front of the terminal can act on: `message` is one line, without a stack.
 */
export class SetupError extends Error {}

/**
 * Runs a whole set-up script: a `SetupError` becomes its one line and exit status 1, anything else is a bug and keeps
 * its stack.
 *
 * @param {() => Promise<void>} script
 */
export async function runScript(script) {
  try {
    await script();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`setup: ${error.message}\n`);
    process.exitCode = 1;
  }
}
