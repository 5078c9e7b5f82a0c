import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { bareEnvironment } from '../../../support/bare-environment.ts';
import { eventually } from '../../../support/eventually.ts';
import type { StoreProgram } from './store-program.ts';

const program = fileURLToPath(new URL('store-program.ts', import.meta.url));

/** Another process with a store open on a folder. */
export type StoreProcess = AsyncDisposable & {
  readonly pid: number;
  /** What it has said so far, see `store-program.ts`. */
  readonly said: readonly string[];
  /** Resolves with the first line that matches and was not found before. */
  readonly hear: (line: RegExp) => Promise<string>;
  readonly tell: (command: 'download' | 'remove' | 'installed') => void;
  readonly kill: () => Promise<void>;
};

/** @param wrapper a program and its arguments that end by running what follows them */
export async function startStore(options: StoreProgram, wrapper: readonly string[] = []): Promise<StoreProcess> {
  const line = [...wrapper, process.execPath, program, JSON.stringify(options)];
  const child = spawn(line[0] ?? '', line.slice(1), { stdio: ['pipe', 'pipe', 'inherit'], env: bareEnvironment });
  const said: string[] = [];
  let heard = 0;
  createInterface(child.stdout).on('line', (text) => said.push(text));
  const ended = once(child, 'close');
  const hear = async (shape: RegExp) => {
    const found = () => said.findIndex((text, at) => at >= heard && shape.test(text));
    await eventually(() => {
      if (found() === -1 && hasEnded(child)) throw new Error(`it ended without ${shape}: ${said.join('; ')}`);
      return found() !== -1;
    });
    heard = found() + 1;
    return said[heard - 1] ?? '';
  };
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  const opened = { pid: child.pid ?? 0, said, hear, kill, [Symbol.asyncDispose]: kill };
  const tell = (command: string) => child.stdin.write(`${command}\n`);
  await hear(/^open$/);
  return { ...opened, tell };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
