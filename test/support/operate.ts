import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bareEnvironment } from './bare-environment.ts';

const operateFile = fileURLToPath(new URL('../../src/operate.ts', import.meta.url));
const run = promisify(execFile);

/**
 * Runs a command of the operator's as a process of its own, beside whatever server works on the same records.
 *
 * @param env says where these are
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
