import { setTimeout as pause } from 'node:timers/promises';
import { assert } from '../../../core/assert.ts';
import { ServiceError } from '../../../core/service-error.ts';
import type { PostgresConnection } from './connection.ts';
import { storeUnavailable } from './postgres-error.ts';

export type PoolOptions = {
  /** How many connections there are, from first to last. */
  readonly size: number;
  readonly open: () => Promise<PostgresConnection>;
  /** Told when a connection was lost, and once for each time that none can be made in its place. */
  readonly onFailure: (failure: { readonly task: string; readonly cause: unknown }) => void;
};

type Waiter = {
  readonly take: (connection: PostgresConnection) => void;
  readonly fail: (cause: ServiceError) => void;
};

/** How many may wait for a connection before more are refused. */
const waitingMax = 10_000;

/** Pause before another connection is tried where one was lost; it doubles until one is made. */
const replacementPauseMs = { first: 20, max: 1_000 };

/** How long closing waits for those who still use a connection; a statement of theirs is given up before that. */
const closeMaxMs = 10_000;

/** A fixed number of connections. A lost one is replaced in the background, for as long as that takes. */
export class ConnectionPool implements AsyncDisposable {
  readonly #options: PoolOptions;
  readonly #all = new Set<PostgresConnection>();
  /** The last one used is the first used again: its caches are warm on both ends. */
  readonly #idle: PostgresConnection[] = [];
  readonly #waiting = new Set<Waiter>();
  readonly #replacements = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  readonly #allReturned = Promise.withResolvers<void>();
  #away = false;

  private constructor(options: PoolOptions) {
    assert(options.size > 0, 'without a connection everybody would wait for ever');
    this.#options = options;
  }

  /** Opens all connections. @throws what the first of them that could not be made failed with */
  static async open(options: PoolOptions): Promise<ConnectionPool> {
    const pool = new ConnectionPool(options);
    const opening = Array.from({ length: options.size }, async () => pool.#admit(await options.open()));
    const failed = (await Promise.allSettled(opening)).find((outcome) => outcome.status === 'rejected');
    if (failed === undefined) return pool;
    await pool[Symbol.asyncDispose]();
    throw failed.reason;
  }

  /**
   * A connection for one user, who must `release` it.
   *
   * @throws ServiceError `overloaded` when too many wait or none becomes free within `waitMs`, `store_unavailable` when
   * there is none at all
   */
  acquire(waitMs: number): Promise<PostgresConnection> {
    if (this.#closing.signal.aborted) return Promise.reject(closed());
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      if (idle.usable) return Promise.resolve(idle);
    }
    if (this.#waiting.size >= waitingMax) return Promise.reject(this.#refusal());
    return new Promise((take, fail) => {
      const waiter: Waiter = {
        take: (connection) => {
          clearTimeout(timer);
          take(connection);
        },
        fail: (cause) => {
          clearTimeout(timer);
          fail(cause);
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(waiter);
        fail(this.#refusal());
      }, waitMs);
      this.#waiting.add(waiter);
    });
  }

  /** Takes back what `acquire` gave; a connection that is of no use any more, because of `fault`, is closed and replaced. */
  release(connection: PostgresConnection, fault?: unknown): void {
    if (fault !== undefined) void connection.discard(fault);
    if (connection.usable) this.#offer(connection);
    if (this.#closing.signal.aborted) this.#settleReturned();
  }

  /** Refuses what comes from now on, waits for those who use a connection, and closes all. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    for (const waiter of this.#waiting) waiter.fail(closed());
    this.#waiting.clear();
    this.#settleReturned();
    const stuck = setTimeout(() => this.#allReturned.resolve(), closeMaxMs);
    await this.#allReturned.promise;
    clearTimeout(stuck);
    await Promise.all([...this.#all].map((connection) => connection[Symbol.asyncDispose]()));
    await Promise.all(this.#replacements);
  }

  #admit(connection: PostgresConnection): void {
    this.#away = false;
    this.#all.add(connection);
    void connection.lost.then((cause) => this.#forget(connection, cause));
    this.#offer(connection);
  }

  #offer(connection: PostgresConnection): void {
    const [waiter] = this.#waiting;
    if (waiter === undefined) {
      this.#idle.push(connection);
      return;
    }
    this.#waiting.delete(waiter);
    waiter.take(connection);
  }

  #forget(connection: PostgresConnection, cause: unknown): void {
    this.#all.delete(connection);
    const index = this.#idle.indexOf(connection);
    if (index !== -1) this.#idle.splice(index, 1);
    if (this.#closing.signal.aborted) return this.#settleReturned();
    this.#options.onFailure({ task: 'database connection', cause });
    const replacement = this.#replace();
    this.#replacements.add(replacement);
    void replacement.finally(() => this.#replacements.delete(replacement));
  }

  async #replace(): Promise<void> {
    const { signal } = this.#closing;
    for (let pauseMs = replacementPauseMs.first; !signal.aborted; pauseMs *= 2) {
      try {
        const connection = await this.#options.open();
        this.#admit(connection);
        if (signal.aborted) await connection[Symbol.asyncDispose]();
        return;
      } catch (cause) {
        if (!this.#away && !signal.aborted) this.#options.onFailure({ task: 'database connection', cause });
        this.#away = true;
      }
      const waitMs = Math.min(pauseMs, replacementPauseMs.max) * (0.5 + Math.random());
      await pause(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  #refusal(): ServiceError {
    if (this.#all.size === 0) {
      return storeUnavailable('there is no connection to the database');
    }
    return new ServiceError('overloaded', { detail: { waiting: this.#waiting.size, connections: this.#all.size } });
  }

  #settleReturned(): void {
    if (this.#idle.length === this.#all.size) this.#allReturned.resolve();
  }
}

function closed(): ServiceError {
  return storeUnavailable('the database is closed');
}
