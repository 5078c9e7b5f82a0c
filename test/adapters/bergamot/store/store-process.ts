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
  /** The lines that it has printed so far, see `store-program.ts`. */
  readonly lines: readonly string[];
  /** Resolves with the first matching line that was not returned before. */
  readonly waitFor: (line: RegExp) => Promise<string>;
  readonly send: (command: 'download' | 'remove' | 'installed') => void;
  readonly kill: () => Promise<void>;
};

/** @param wrapper a program and its arguments that end by running what follows them */
export async function startStore(options: StoreProgram, wrapper: readonly string[] = []): Promise<StoreProcess> {
  const line = [...wrapper, process.execPath, program, JSON.stringify(options)];
  const child = spawn(line[0] ?? '', line.slice(1), { stdio: ['pipe', 'pipe', 'inherit'], env: bareEnvironment });
  const lines: string[] = [];
  let seen = 0;
  createInterface(child.stdout).on('line', (text) => lines.push(text));
  const ended = once(child, 'close');
  const waitFor = async (shape: RegExp) => {
    const found = () => lines.findIndex((text, at) => at >= seen && shape.test(text));
    await eventually(() => {
      if (found() === -1 && hasEnded(child)) throw new Error(`it ended without ${shape}: ${lines.join('; ')}`);
      return found() !== -1;
    });
    seen = found() + 1;
    return lines[seen - 1] ?? '';
  };
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  const opened = { pid: child.pid ?? 0, lines, waitFor, kill, [Symbol.asyncDispose]: kill };
  const send = (command: string) => child.stdin.write(`${command}\n`);
  await waitFor(/^open$/);
  return { ...opened, send };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
