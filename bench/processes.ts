/** The bench's child processes. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LoadPlan, LoadResult } from './load-client.ts';

const execute = promisify(execFile);
const root = new URL('..', import.meta.url).pathname;

/** Creates a folder that is removed when the bench ends, also by a signal. */
export async function temporaryFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'dragoman-bench-'));
  const remove = (): void => rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  process.once('exit', remove);
  return {
    path,
    [Symbol.asyncDispose]: () => {
      process.off('exit', remove);
      return rm(path, { recursive: true, force: true });
    },
  };
}

/** Runs a program to its end, at most until the bench ends; rejects unless its exit status is 0. */
export async function run(
  command: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv; readonly maxBuffer?: number },
): Promise<{ readonly stdout: string }> {
  const running = execute(command, args, options);
  const kill = (): void => void running.child.kill('SIGKILL');
  process.prependOnceListener('exit', kill);
  try {
    return await running;
  } finally {
    process.off('exit', kill);
  }
}

export type Running = AsyncDisposable & { readonly child: ChildProcess; readonly output: () => string };

/** Starts a program; disposing ends it and waits for its exit. It does not outlive the bench either way. */
export function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Running {
  const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-20_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const ended = once(child, 'exit');
  const kill = (): void => void child.kill('SIGKILL');
  // Before the folders that it writes to are removed.
  process.prependOnceListener('exit', kill);
  void ended.finally(() => process.off('exit', kill)).catch(() => undefined);
  return {
    child,
    output: () => output,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await ended;
      }
    },
  };
}

/** Waits until `probe` holds, within `secondsMax`. */
export async function until(what: string, probe: () => Promise<boolean>, secondsMax = 60): Promise<void> {
  const end = performance.now() + secondsMax * 1_000;
  while (performance.now() < end) {
    if (await probe().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${what} did not happen within ${secondsMax} s`);
}

/** Sends load to a server from a separate process. */
export async function load(plan: LoadPlan): Promise<LoadResult> {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'plan.json');
  await writeFile(file, JSON.stringify(plan));
  const { stdout } = await run(process.execPath, [join(root, 'bench/load-client.ts'), file], { maxBuffer: 2 ** 26 });
  return JSON.parse(stdout) as LoadResult;
}

/** A load that runs until it is ended. */
export type LoadUnderWay = AsyncDisposable & {
  /** Lets running requests finish, and returns the results. */
  end(): Promise<LoadResult>;
};

/** As `load`, concurrently with other loads. */
export async function startLoad(plan: LoadPlan): Promise<LoadUnderWay> {
  await using opening = new AsyncDisposableStack();
  const folder = opening.use(await temporaryFolder());
  const file = join(folder.path, 'plan.json');
  await writeFile(file, JSON.stringify(plan));
  const client = opening.use(start(process.execPath, [join(root, 'bench/load-client.ts'), file]));
  const ended = once(client.child, 'close');
  const opened = opening.move();
  return {
    end: async () => {
      client.child.kill('SIGTERM');
      await ended;
      return JSON.parse(client.output()) as LoadResult;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Returns a whole HTTP/1.1 request in wire format. */
export function wireRequest(path: string, headers: Readonly<Record<string, string>>, body: string): string {
  const lines = Object.entries({ Host: '127.0.0.1', ...headers, 'Content-Length': String(Buffer.byteLength(body)) });
  return `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${body}`;
}

/** Resident memory of a process in MB, from /proc, which counts in KiB (source: proc(5), VmRSS). */
export async function residentMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return (Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) * 1024) / 1_000_000;
}

/** A process and the processes that it has started, at any depth. */
async function processTree(pid: number): Promise<readonly number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const below = await Promise.all([...children.matchAll(/\d+/g)].map(([child]) => processTree(Number(child))));
  return [pid, ...below.flat()];
}

async function sumOverTree(pid: number, of: (folder: string) => Promise<number>): Promise<number> {
  const each = await Promise.all((await processTree(pid)).map((one) => of(`/proc/${one}`).catch(() => 0)));
  return each.reduce((sum, value) => sum + value, 0);
}

/** Memory of a process tree in MB. Each process has its share of a shared page (source: proc(5), smaps_rollup). */
export function treeMb(pid: number): Promise<number> {
  return sumOverTree(pid, async (folder) => {
    const rollup = await readFile(`${folder}/smaps_rollup`, 'utf8');
    return (Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1]) * 1024) / 1_000_000;
  });
}

/** Processor time of a process tree in ms, that of ended children included (source: proc(5), stat, in 1/100 s). */
export function treeProcessorMs(pid: number): Promise<number> {
  return sumOverTree(pid, async (folder) => {
    // The name of the program is in parentheses and may contain spaces.
    const fields = (await readFile(`${folder}/stat`, 'utf8')).replace(/^.*\) /s, '').split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + 10 * Number(ticks), 0);
  });
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((left, right) => left - right);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}
