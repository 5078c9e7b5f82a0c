/** The processes that the bench starts and ends, and what it asks of them. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LoadPlan, LoadResult } from './load-client.ts';

export const run = promisify(execFile);
const root = new URL('..', import.meta.url).pathname;

/** A folder that is gone when the bench ends. */
export async function temporaryFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'dragoman-bench-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

export type Running = AsyncDisposable & { readonly child: ChildProcess; readonly output: () => string };

/** Starts a program; disposing ends it and waits for its exit. */
export function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Running {
  const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-20_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const ended = once(child, 'exit');
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

/** Drives a server from a process of its own. */
export async function load(plan: LoadPlan): Promise<LoadResult> {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'plan.json');
  await writeFile(file, JSON.stringify(plan));
  const { stdout } = await run(process.execPath, [join(root, 'bench/load-client.ts'), file], { maxBuffer: 2 ** 26 });
  return JSON.parse(stdout) as LoadResult;
}

/** A whole HTTP/1.1 request as it goes over the wire. */
export function wireRequest(path: string, headers: Readonly<Record<string, string>>, body: string): string {
  const lines = Object.entries({ Host: '127.0.0.1', ...headers, 'Content-Length': String(Buffer.byteLength(body)) });
  return `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${body}`;
}

/** Resident memory of a process in MiB, from /proc (source: proc(5), VmRSS). */
export async function residentMb(pid: number | undefined): Promise<number> {
  const { readFile } = await import('node:fs/promises');
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((left, right) => left - right);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}
