import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { postgresPrograms, serverIdentity } from './postgres-programs.ts';

export type PostgresServerOptions = {
  /** Whether a commit reaches the disk: only for tests that cut the power. */
  readonly durable?: boolean;
  /** Further settings, by their names in postgresql.conf. */
  readonly settings?: Readonly<Record<string, string | number>>;
};

/** A PostgreSQL server of its own, on loopback, in a folder that disposing removes. Anyone on loopback is trusted. */
export type PostgresServer = AsyncDisposable & {
  /** Of the database `postgres`, as a superuser. The port stays the same from one start to the next. */
  readonly url: string;
  readonly port: number;
  readonly folder: string;
  /** Of the process that all connections come from; undefined while it is stopped. */
  readonly pid: number | undefined;
  /** `fast` ends every connection in order, `immediate` is a crash. */
  stop(how: 'fast' | 'immediate'): Promise<void>;
  start(): Promise<void>;
  restart(how?: 'fast' | 'immediate'): Promise<void>;
};

const run = promisify(execFile);

const signals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

/** How often another port is tried when somebody takes the chosen one first. */
const startsMax = 3;

const notDurable = ['-c', 'fsync=off', '-c', 'full_page_writes=off'];

/** Starts a server with an empty database. */
export async function startPostgres(options: PostgresServerOptions = {}): Promise<PostgresServer> {
  const folder = makeFolder();
  try {
    await run(join(postgresPrograms(), 'initdb'), initialisation(folder), { ...serverIdentity(), cwd: folder });
    for (let tries = 1; ; tries++) {
      const server = new Server(folder, await freePort(), options);
      try {
        await server.start();
        return server;
      } catch (cause) {
        if (tries === startsMax) throw cause;
      }
    }
  } catch (cause) {
    removeFolder(folder);
    throw cause;
  }
}

class Server implements PostgresServer {
  readonly url: string;
  readonly port: number;
  readonly folder: string;
  readonly #options: PostgresServerOptions;
  #process: ChildProcess | undefined;
  /** Tests that are stopped from outside must leave no server behind either. */
  readonly #atExit = () => this.#kill();
  readonly #atSignal = () => process.exit(1);

  constructor(folder: string, port: number, options: PostgresServerOptions) {
    this.folder = folder;
    this.port = port;
    this.url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  async start(): Promise<void> {
    const child = spawn(join(postgresPrograms(), 'postgres'), serverArguments(this.folder, this.port, this.#options), {
      ...serverIdentity(),
      cwd: this.folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#process = child;
    process.on('exit', this.#atExit);
    process.on('SIGTERM', this.#atSignal);
    try {
      await ready(child);
    } catch (cause) {
      this.#forget();
      throw cause;
    }
    // The test process ends by itself when nothing but its server is left.
    child.unref();
  }

  async stop(how: 'fast' | 'immediate'): Promise<void> {
    const child = this.#process;
    if (child === undefined) return;
    const exited = child.exitCode !== null || child.signalCode !== null ? undefined : once(child, 'exit');
    child.ref();
    child.kill(signals[how]);
    await exited;
    this.#forget();
  }

  async restart(how: 'fast' | 'immediate' = 'fast'): Promise<void> {
    await this.stop(how);
    await this.start();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop('immediate');
    removeFolder(this.folder);
  }

  #forget(): void {
    this.#process = undefined;
    process.off('exit', this.#atExit);
    process.off('SIGTERM', this.#atSignal);
  }

  #kill(): void {
    this.#process?.kill(signals.immediate);
    removeFolder(this.folder);
  }
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-postgres-'));
  const identity = serverIdentity();
  if (identity !== undefined) chownSync(folder, identity.uid, identity.gid);
  return folder;
}

// A server that was killed a moment ago may still be writing its last, and an ending process can wait only like this.
function removeFolder(folder: string): void {
  const patience = new Int32Array(new SharedArrayBuffer(4));
  for (let tries = 0; tries < 100 && existsSync(folder); tries++) {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      Atomics.wait(patience, 0, 0, 20);
    }
  }
}

function initialisation(folder: string): readonly string[] {
  const data = ['--pgdata', join(folder, 'data'), '--no-sync', '--no-instructions'];
  return [...data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'];
}

function serverArguments(folder: string, port: number, options: PostgresServerOptions): readonly string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '16MB',
    wal_level: 'minimal',
    max_wal_senders: 0,
    logging_collector: 'off',
    log_destination: 'stderr',
    ...options.settings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', join(folder, 'data'), ...(options.durable === true ? [] : notDurable), ...flags];
}

/** Resolves once `child` takes connections; its log is read on, so that it never has to wait for a reader. */
async function ready(child: ChildProcess): Promise<void> {
  const { stderr } = child;
  if (stderr === null) throw new Error('the server has no log to read');
  const said: string[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const lines = createInterface(stderr);
  lines.on('line', (line) => {
    if (said.length < 50) said.push(line);
    if (line.includes('database system is ready to accept connections')) resolve();
  });
  child.once('error', reject);
  child.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${said.join('\n')}`)));
  await promise;
  if (stderr instanceof Socket) stderr.unref();
}

/** A port of 127.0.0.1 that nobody listens on at the moment. */
export async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  listener.close();
  await once(listener, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
