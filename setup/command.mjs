import { spawn } from 'node:child_process';

const outputCharactersMax = 1_000_000;

/**
 * @typedef {object} Ended
 * @property {number | undefined} status the exit status; undefined when the program is not there or died of a signal
 * @property {boolean} found false when there is no such program on PATH
 * @property {string} output standard output and standard error as they came, the last 1,000,000 characters
 */

/**
 * Runs a program to its end without a terminal.
 *
 * @param {readonly string[]} command program and arguments
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<Ended>}
 */
export function run([program = '', ...args], options = {}) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    /** @param {Buffer} chunk */
    const collect = (chunk) => {
      output = (output + chunk.toString('utf8')).slice(-outputCharactersMax);
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.once('error', (error) =>
      resolve({ status: undefined, found: !('code' in error && error.code === 'ENOENT'), output: error.message }),
    );
    child.once('close', (status) => resolve({ status: status ?? undefined, found: true, output }));
  });
}

/**
 * Runs a program in this terminal, hands on the signals that end it, and ends this process as it ended.
 *
 * @param {readonly string[]} command program and arguments
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<void>}
 */
export function become([program = '', ...args], options = {}) {
  return new Promise((resolve, reject) => {
    /** @type {import('node:child_process').ChildProcess | undefined} */
    let child;
    // Before the child is there: a signal that came between the two would end this process and leave the child running.
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
      process.on(signal, () => {
        // A terminal sends Ctrl-C to the child as well, and a second one would mean "at once" to it.
        if (!(signal === 'SIGINT' && process.stdin.isTTY)) child?.kill(signal);
      });
    }
    // Otherwise Node opens its debugger.
    process.on('SIGUSR1', () => {});
    child = spawn(program, args, { ...options, stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (status, signal) => {
      process.exitCode = status ?? 1;
      if (signal) {
        process.removeAllListeners(signal);
        process.kill(process.pid, signal);
      }
      resolve();
    });
  });
}
