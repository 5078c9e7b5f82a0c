import { type ChildProcess, spawn } from 'node:child_process';
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

/**
 * A server started by a test, as a user other than root. It ends with the test process in any case, and its folder is
 * then removed; the test process does not wait for it.
 */
export class ServerProcess {
  readonly #command: ServerCommand;
  readonly #child: ChildProcess;
  readonly #atExit = () => this.#kill();
  readonly #atSignal = () => process.exit(1);

  private constructor(command: ServerCommand) {
    this.#command = command;
    this.#child = spawn(command.program, command.arguments, {
      ...serverIdentity(),
      cwd: command.folder,
      env: { ...process.env, ...command.env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    process.on('exit', this.#atExit);
    for (const signal of endSignals) process.on(signal, this.#atSignal);
  }

  /** Resolves once the server accepts connections. */
  static async start(command: ServerCommand): Promise<ServerProcess> {
    const server = new ServerProcess(command);
    try {
      await server.#ready();
      return server;
    } catch (cause) {
      server.#forget();
      throw cause;
    }
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Resolves once it has ended. */
  async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    const ended = child.exitCode !== null || child.signalCode !== null;
    const exited = ended ? undefined : once(child, 'exit');
    child.ref();
    child.kill(signal);
    await exited;
    this.#forget();
  }

  /** Keeps reading its log, so that it never has to wait for a reader. */
  async #ready(): Promise<void> {
    const { stderr } = this.#child;
    if (stderr === null) throw new Error('the server has no log to read');
    const said: string[] = [];
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    createInterface(stderr).on('line', (line) => {
      if (said.length < 50) said.push(line);
      if (line.includes(this.#command.readyLine)) resolve();
    });
    this.#child.once('error', reject);
    this.#child.once('exit', () => reject(new Error(`${this.#command.program} did not start:\n${said.join('\n')}`)));
    await promise;
    this.#child.unref();
    if (stderr instanceof Socket) stderr.unref();
  }

  #forget(): void {
    process.off('exit', this.#atExit);
    for (const signal of endSignals) process.off(signal, this.#atSignal);
  }

  #kill(): void {
    this.#child.kill(this.#command.endSignal);
    removeServerFolder(this.#command.folder);
  }
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
