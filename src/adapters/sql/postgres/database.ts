import { setTimeout as pause } from 'node:timers/promises';
import type { Procedure, Row } from '../procedure.ts';
import { PostgresConnection, requestLimits } from './connection.ts';
import { ConnectionPool, type PoolOptions } from './connection-pool.ts';
import { breaksConnection, failureOf, isPassing, sqlStateOf, tooManyConnections } from './postgres-error.ts';
import type { PostgresQuery } from './postgres-query.ts';
import { refuseCrowdedServer, serverIsFull } from './server-limits.ts';

export type DatabaseOptions = {
  /** `postgres://user:password@host:port/database?sslmode=...`, as libpq reads it. */
  readonly url: string;
  /** How many connections this process has, all of them from the start, so that what all nodes need is known. */
  readonly connectionsMax: number;
  /** How many connections the server must have left beyond them, for operators; 0 for an operator's own command. */
  readonly connectionsSpared?: number;
  readonly onFailure: PoolOptions['onFailure'];
};

/** For how long a caller goes on trying: a restart of the server passes in less, and nobody waits much longer. */
const patienceMsByDefault = 3_000;

/** Pause between two tries: it doubles up to the longest, and is spread so that callers do not try in step. */
const retryPauseMs = { first: 5, max: 250 };

const connectionsSparedByDefault = 3;

export type Persistence = {
  /** For how long to go on trying, waiting for a connection included. */
  readonly patienceMs?: number;
  /** For what is not safe to repeat as it stands. */
  readonly once?: boolean;
};

/**
 * One PostgreSQL database, through a fixed number of connections.
 *
 * What fails in a way that passes (a deadlock, a lost connection, a server that restarts) is tried again. When a
 * connection breaks over a commit, nobody can say whether it was carried out. It is tried again all the same: every
 * procedure and every statement that changes something must therefore be safe to repeat although it was committed, by
 * an id of what it makes, or because it leaves no trace the second time.
 */
export class PostgresDatabase implements AsyncDisposable {
  readonly #pool: ConnectionPool;

  private constructor(pool: ConnectionPool) {
    this.#pool = pool;
  }

  /** @throws ServiceError `store_unavailable` when the connections cannot be had, or leave too few for others */
  static async open(options: DatabaseOptions): Promise<PostgresDatabase> {
    const { url, connectionsMax, connectionsSpared = connectionsSparedByDefault, onFailure } = options;
    const open = () => PostgresConnection.open({ url, ...requestLimits });
    const needs = { connectionsMax, connectionsSpared };
    try {
      await using probe = await open();
      await refuseCrowdedServer(probe, { ...needs, open: 0 });
      await using opening = new AsyncDisposableStack();
      const pool = opening.use(await openPool({ size: connectionsMax, open, onFailure }, probe));
      // Once more, because other nodes may have been starting at the same time.
      await refuseCrowdedServer(probe, { ...needs, open: connectionsMax });
      opening.move();
      return new PostgresDatabase(pool);
    } catch (cause) {
      throw failureOf(cause);
    }
  }

  /**
   * Runs the procedure that `begin` makes in one READ COMMITTED transaction; tried again, a bounded number of times,
   * with a fresh procedure when the server or the connection failed in a way that passes. Every procedure must
   * therefore be safe to repeat although it was committed.
   *
   * @throws ServiceError `store_unavailable` or `overloaded`, and whatever the procedure throws
   */
  transact<Result>(begin: () => Procedure<Result>, persistence?: Persistence): Promise<Result> {
    return this.#persist((connection) => transactOn(connection, begin()), persistence);
  }

  /**
   * Runs a procedure that only reads, each statement by itself, seeing what was committed last.
   *
   * @throws as `transact`
   */
  read<Result>(begin: () => Procedure<Result>, persistence?: Persistence): Promise<Result> {
    return this.#persist((connection) => connection.perform(begin()), persistence);
  }

  /**
   * Runs one statement in a transaction of its own, prepared once per connection; tried again as in `transact`.
   *
   * @throws as `transact`
   */
  run(query: PostgresQuery, persistence?: Persistence): Promise<readonly Row[]> {
    return this.#persist((connection) => connection.rows(query), persistence);
  }

  /** Refuses what comes from now on, finishes what is under way, and closes every connection. */
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
        if (once || !isPassing(cause) || performance.now() + pauseMs >= deadline) throw failureOf(cause);
      }
      await pause(pauseMs * (0.5 + Math.random()));
    }
  }
}

async function openPool(options: PoolOptions, probe: PostgresConnection): Promise<ConnectionPool> {
  try {
    return await ConnectionPool.open(options);
  } catch (cause) {
    throw sqlStateOf(cause) === tooManyConnections ? await serverIsFull(probe, options.size) : cause;
  }
}

/**
 * The first statement waits for the answer to `begin`: were they sent together, each with its own end of message as the
 * driver does it, a `begin` that failed would leave the statement to be committed by itself.
 */
async function transactOn<Result>(connection: PostgresConnection, procedure: Procedure<Result>): Promise<Result> {
  await connection.command('begin');
  try {
    const result = await connection.perform(procedure);
    await connection.commit();
    return result;
  } catch (cause) {
    // A transaction that cannot be rolled back ends with its connection.
    if (connection.usable) await connection.command('rollback').catch(() => connection[Symbol.asyncDispose]());
    throw cause;
  }
}
