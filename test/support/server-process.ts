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
  /** A part of the line on standard error that says that the server takes connections. */
  readonly readyLine: string;
  /** The server's own folder, from `makeServerFolder`. */
  readonly folder: string;
  /** What ends it at once. */
  readonly endSignal: NodeJS.Signals;
};

/** What ends a test process from outside, without a word to whom it has started. */
const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * A server that a test has started, as a user who is not root. It ends with the test process, whatever ends that, and its
 * folder is removed then; the test process does not wait for it.
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
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    process.on('exit', this.#atExit);
    for (const signal of endSignals) process.on(signal, this.#atSignal);
  }

  /** Resolves once the server takes connections. */
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

  /** Its log is read on, so that it never has to wait for a reader. */
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

/** A new folder that the server's user may write to. */
export function makeServerFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `dragoman-${name}-`));
  const identity = serverIdentity();
  if (identity !== undefined) chownSync(folder, identity.uid, identity.gid);
  return folder;
}

/** A server that was killed a moment ago may still be writing its last, and an ending process can wait only like this. */
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
 * Below those that systems give to whoever takes any port, for a listener or for a connection to somewhere: one of these is
 * often taken again before a server that was told it has begun to listen.
 */
const ports = { from: 12_000, to: 32_000 };

const triesMax = 20;

/** A port of 127.0.0.1 that nobody listens on at the moment. */
export async function freePort(): Promise<number> {
  for (let tries = 1; ; tries++) {
    const port = randomInt(ports.from, ports.to);
    try {
      await using probe = createServer().listen(port, '127.0.0.1');
      await once(probe, 'listening');
      return port;
    } catch (cause) {
      if (tries === triesMax) throw cause;
    }
  }
}
