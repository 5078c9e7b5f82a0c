import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { serverIdentity } from './postgres-programs.ts';

export type ServerCommand = {
  readonly program: string;
  readonly arguments: readonly string[];
  /** Further environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** Part of the line on standard error that reports that the server accepts connections. */
  readonly readyLine: string;
  /** The server's own folder, from `makeServerFolder`. */
  readonly folder: string;
  /** The signal that ends it immediately. */
  readonly endSignal: NodeJS.Signals;
};

/** Signals that end a test process without notice to its children. */
const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>;

/**
 * Starts a server as a user other than root; resolves once it accepts connections. It ends with the test process in any
 * case, and its folder is then removed; the test process does not wait for it.
 */
export async function startServerProcess(command: ServerCommand) {
  const child = spawn(command.program, command.arguments, {
    ...serverIdentity(),
    cwd: command.folder,
    env: { ...process.env, ...command.env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const atExit = () => {
    child.kill(command.endSignal);
    removeServerFolder(command.folder);
  };
  const atSignal = () => process.exit(1);
  process.on('exit', atExit);
  for (const signal of endSignals) process.on(signal, atSignal);
  const forget = () => {
    process.off('exit', atExit);
    for (const signal of endSignals) process.off(signal, atSignal);
  };
  const said: string[] = [];
  const ready = Promise.withResolvers<void>();
  // Its log is read on, so that it never has to wait for a reader.
  createInterface(child.stderr).on('line', (line) => {
    if (said.length < 50) said.push(line);
    if (line.includes(command.readyLine)) ready.resolve();
  });
  child.once('error', ready.reject);
  child.once('exit', () => ready.reject(new Error(`${command.program} did not start:\n${said.join('\n')}`)));
  try {
    await ready.promise;
  } catch (cause) {
    forget();
    throw cause;
  }
  child.unref();
  if (child.stderr instanceof Socket) child.stderr.unref();
  return {
    pid: child.pid,
    /** Resolves once it has ended. */
    end: async (signal: NodeJS.Signals) => {
      const ended = child.exitCode !== null || child.signalCode !== null;
      const exited = ended ? undefined : once(child, 'exit');
      child.ref();
      child.kill(signal);
      await exited;
      forget();
    },
  };
}

/** Creates a folder that the server's user may write to. */
export function makeServerFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `dragoman-${name}-`));
  const identity = serverIdentity();
  if (identity !== undefined) chownSync(folder, identity.uid, identity.gid);
  return folder;
}

/** A killed server may still be writing, and an ending process can only wait synchronously. */
export function removeServerFolder(folder: string): void {
  const patience = new Int32Array(new SharedArrayBuffer(4));
  for (let tries = 0; tries < 100 && existsSync(folder); tries++) {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      Atomics.wait(patience, 0, 0, 20);
    }
  }
}

/**
 * Below the range of ephemeral ports, which other listeners and connections use: such a port is often taken again
 * before a server has begun to listen on it.
 */
const ports = { from: 12_000, to: 32_000 };

const triesMax = 20;

/** Returns a port of 127.0.0.1 that is free now, and that no other call gets until this process ends. */
export async function freePort(): Promise<number> {
  for (let tries = 1; ; tries++) {
    const port = randomInt(ports.from, ports.to);
    try {
      await using probe = createServer().listen(port, '127.0.0.1');
      await once(probe, 'listening');
      await claim(port);
      return port;
    } catch (cause) {
      if (tries === triesMax) throw cause;
    }
  }
}

/**
 * Takes a name for the port, without a file, that all processes see: the server may begin to listen later, or stop for a
 * while. Source: unix(7), "abstract". Rejects if the name is taken.
 */
async function claim(port: number): Promise<void> {
  if (process.platform === 'linux') await once(createServer().listen(`\0dragoman-port-${port}`).unref(), 'listening');
}
