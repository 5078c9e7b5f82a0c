import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bareEnvironment } from './bare-environment.ts';

const operateFile = fileURLToPath(new URL('../../src/operate.ts', import.meta.url));
const run = promisify(execFile);

/**
 * Runs an operator's command as a separate process, beside any server on the same data.
 * @param env says where the data is
 * @returns the one JSON value that it prints
 */
export async function operate<Value>(
  env: Readonly<Record<string, string>>,
  ...argv: readonly string[]
): Promise<Value> {
  const { stdout } = await run(process.execPath, [operateFile, ...argv, '--json'], {
    env: { ...bareEnvironment, ...env },
    maxBuffer: 64 * 2 ** 20,
  });
  return JSON.parse(stdout);
}
