import { setTimeout as pause } from 'node:timers/promises';
import type { SqlRow } from '../column-values.ts';
import type { Procedure, Query } from '../procedure.ts';
import { PostgresConnection, requestLimits } from './connection.ts';
import { ConnectionPool, type ConnectionPoolOptions } from './connection-pool.ts';
import { breaksConnection, isPassing, postgresFailure } from './postgres-error.ts';
import { refuseCrowdedServer } from './server-limits.ts';

export type DatabaseOptions = {
  /** A libpq URL: `postgres://user:password@host:port/database?sslmode=...`, or with several hosts. */
  readonly url: string;
  /** Connections of this process. All are opened at the start, so that the needs of all nodes are known. */
  readonly connectionsMax: number;
  /** Connections that the server must have left for operators; 0 for an operator's command. */
  readonly connectionsSpared?: number;
  readonly onFailure: ConnectionPoolOptions['onFailure'];
};

/** How long a caller retries. A restart of the server is shorter, and few callers wait much longer. */
const patienceMsByDefault = 3_000;

/** Pause between two attempts: it doubles up to `max`, with jitter. */
const retryPauseMs = { first: 5, max: 250 };

const connectionsSparedByDefault = 3;

export type Persistence = {
  /** How long to retry, waiting for a connection included. */
  readonly patienceMs?: number;
  /** For operations that are not safe to repeat. */
  readonly once?: boolean;
};

/**
 * One PostgreSQL database, through a fixed number of connections. Transient failures (a deadlock, a lost connection, a
 * restarting server) are retried, and so is a commit with an unknown outcome. Whatever changes something must therefore
 * be safe to repeat after its commit: by a unique id, or because a repeat changes nothing.
 */
export class PostgresDatabase implements AsyncDisposable {
  readonly #pool: ConnectionPool;
  readonly #serverUrl: () => string;

  private constructor(pool: ConnectionPool, serverUrl: () => string) {
    this.#pool = pool;
    this.#serverUrl = serverUrl;
  }

  /** Names only the server of the newest connection: after a failover another one of several. */
  get serverUrl(): string {
    return this.#serverUrl();
  }

  /** @throws ServiceError `store_unavailable` when the connections cannot be opened, or leave too few for others */
  static async open(options: DatabaseOptions): Promise<PostgresDatabase> {
    const { url, connectionsMax, connectionsSpared = connectionsSparedByDefault, onFailure } = options;
    let serverUrl = url;
    const open = async () => {
      const connection = await PostgresConnection.open({ url, ...requestLimits });
      serverUrl = connection.url;
      return connection;
    };
    const needs = { connectionsMax, connectionsSpared };
    try {
      await using probe = await open();
      await refuseCrowdedServer(probe, { ...needs, open: 0 });
      await using opening = new AsyncDisposableStack();
      const pool = opening.use(await ConnectionPool.open({ size: connectionsMax, open, onFailure }));
      // Checked again, because other nodes may have started at the same time.
      await refuseCrowdedServer(probe, { ...needs, open: connectionsMax });
      opening.move();
      return new PostgresDatabase(pool, () => serverUrl);
    } catch (cause) {
      throw postgresFailure(cause);
    }
  }

  /**
   * One READ COMMITTED transaction. A transient failure repeats it with a fresh procedure, a bounded number of times;
   * every procedure must be safe to repeat after its commit.
   * @throws ServiceError `store_unavailable` or `overloaded`, and any error of the procedure
   */
  transact<Result>(begin: () => Procedure<Result>, persistence?: Persistence): Promise<Result> {
    return this.#persist((connection) => transactOn(connection, begin()), persistence);
  }

  /** Each statement of the procedure is its own transaction and sees the latest commits. @throws as `transact` */
  read<Result>(begin: () => Procedure<Result>, persistence?: Persistence): Promise<Result> {
    return this.#persist((connection) => connection.perform(begin()), persistence);
  }

  /** Runs one prepared statement as one transaction; retried as in `transact`. @throws as `transact` */
  run(query: Query, persistence?: Persistence): Promise<readonly SqlRow[]> {
    return this.#persist((connection) => connection.rows(query), persistence);
  }

  /** Refuses new calls, finishes running ones, and closes every connection. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#pool[Symbol.asyncDispose]();
  }

  async #persist<Result>(
    work: (connection: PostgresConnection) => Promise<Result>,
    { patienceMs = patienceMsByDefault, once = false }: Persistence = {},
  ): Promise<Result> {
    const deadline = performance.now() + patienceMs;
    for (let pauseMs = retryPauseMs.first; ; pauseMs = Math.min(2 * pauseMs, retryPauseMs.max)) {
      const connection = await this.#pool.acquire(Math.max(0, deadline - performance.now()));
      try {
        const result = await work(connection);
        this.#pool.release(connection);
        return result;
      } catch (cause) {
        this.#pool.release(connection, breaksConnection(cause) ? cause : undefined);
        if (once || !isPassing(cause) || performance.now() + pauseMs >= deadline) throw postgresFailure(cause);
      }
      await pause(pauseMs * (0.5 + Math.random()));
    }
  }
}

/** The first statement waits for `begin`: if the driver pipelined both and `begin` failed, it would commit alone. */
async function transactOn<Result>(connection: PostgresConnection, procedure: Procedure<Result>): Promise<Result> {
  await connection.command('begin');
  try {
    const result = await connection.perform(procedure);
    await connection.commit();
    return result;
  } catch (cause) {
    // If the rollback fails, the connection is closed, which ends the transaction.
    if (connection.usable) await connection.command('rollback').catch(() => connection[Symbol.asyncDispose]());
    throw cause;
  }
}
