import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { postgresPrograms, serverIdentity } from './postgres-programs.ts';
import {
  freePort,
  makeServerFolder,
  removeServerFolder,
  type ServerProcess,
  startServerProcess,
} from './server-process.ts';

export type PostgresServerOptions = {
  /** Whether a commit reaches the disk: only for tests that cut the power. */
  readonly durable?: boolean;
  /** Further settings, by their names in postgresql.conf. */
  readonly settings?: Readonly<Record<string, string | number>>;
};

/** A separate PostgreSQL server on loopback, in a folder that disposing removes. Trusts all local clients. */
export type PostgresServer = AsyncDisposable & {
  /** URL of the database `postgres`, as a superuser. The port stays the same after a restart. */
  readonly url: string;
  readonly port: number;
  readonly folder: string;
  /** Id of the server's main process; undefined while it is stopped. */
  readonly pid: number | undefined;
  /** `fast` closes every connection cleanly, `immediate` is a crash, `killed` is SIGKILL of the main process. */
  stop(how: keyof typeof signals): Promise<void>;
  start(): Promise<void>;
  restart(how?: 'fast' | 'immediate'): Promise<void>;
};

const run = promisify(execFile);

const signals = { fast: 'SIGINT', immediate: 'SIGQUIT', killed: 'SIGKILL' } as const;

/** How often another port is tried when the chosen one is in use. */
const startsMax = 3;

const notDurable = ['-c', 'fsync=off', '-c', 'full_page_writes=off'];

/** Starts a server with an empty database. */
export function startPostgres(options: PostgresServerOptions = {}): Promise<PostgresServer> {
  return startFilled(options, 'initdb', initialisation);
}

/** Both servers of a pair need it. */
export const replicationSettings = { wal_level: 'replica', max_wal_senders: 4 };

/** Starts a standby of a server that has `replicationSettings`. */
export function startStandby({ url }: Pick<PostgresServer, 'url'>): Promise<PostgresServer> {
  const copy = ['--write-recovery-conf', '--checkpoint=fast', '--no-sync', `--dbname=${url}`];
  return startFilled({ settings: replicationSettings }, 'pg_basebackup', (data) => [...copy, '--pgdata', data]);
}

/** @param programArguments of the program that fills the data folder, by that folder */
async function startFilled(
  options: PostgresServerOptions,
  program: 'initdb' | 'pg_basebackup',
  programArguments: (data: string) => readonly string[],
): Promise<PostgresServer> {
  const folder = makeServerFolder('postgres');
  const filling = programArguments(join(folder, 'data'));
  try {
    await run(join(postgresPrograms(), program), filling, { ...serverIdentity(), cwd: folder });
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
    removeServerFolder(folder);
    throw cause;
  }
}

class Server implements PostgresServer {
  readonly url: string;
  readonly port: number;
  readonly folder: string;
  readonly #options: PostgresServerOptions;
  #process: ServerProcess | undefined;

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
    this.#process = await startServerProcess({
      program: join(postgresPrograms(), 'postgres'),
      arguments: serverArguments(this.folder, this.port, this.#options),
      // A standby accepts read-only connections.
      readyLine: 'database system is ready to accept',
      folder: this.folder,
      endSignal: signals.immediate,
    });
  }

  async stop(how: keyof typeof signals): Promise<void> {
    await this.#process?.end(signals[how]);
    this.#process = undefined;
  }

  async restart(how: 'fast' | 'immediate' = 'fast'): Promise<void> {
    await this.stop(how);
    await this.start();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop('immediate');
    removeServerFolder(this.folder);
  }
}

function initialisation(data: string): readonly string[] {
  const place = ['--pgdata', data, '--no-sync', '--no-instructions'];
  return [...place, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'];
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
