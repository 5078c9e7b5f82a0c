import { setTimeout as pause } from 'node:timers/promises';
import { assert } from '../../../ground/assert.ts';
import { ServiceError } from '../../../ground/service-error.ts';
import type { ShopTask } from '../../../shop/events.ts';
import type { PostgresConnection } from './connection.ts';
import { storeUnavailable } from './postgres-error.ts';

export type ConnectionPoolOptions = {
  readonly size: number;
  readonly open: () => Promise<PostgresConnection>;
  /** Called when a connection is lost, and once for each failed attempt to replace it. */
  readonly onFailure: (failure: { readonly task: ShopTask; readonly cause: unknown }) => void;
};

/** At most this many callers wait for a connection; more are refused. */
const waitingMax = 10_000;

/** Pause before an attempt to replace a lost connection; it doubles until one succeeds. */
const replacementPauseMs = { first: 20, max: 1_000 };

/** How long closing waits for connections in use; longer than the limit of a statement. */
const closeMaxMs = 10_000;

/** A fixed number of connections. Lost ones are replaced in the background, without a time limit. */
export class ConnectionPool implements AsyncDisposable {
  readonly #options: ConnectionPoolOptions;
  readonly #all = new Set<PostgresConnection>();
  /** A stack: the connection used last has warm caches on both ends. */
  readonly #idle: PostgresConnection[] = [];
  readonly #waiting = new Set<PromiseWithResolvers<PostgresConnection>>();
  readonly #replacements = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  readonly #allReturned = Promise.withResolvers<void>();
  #away = false;

  private constructor(options: ConnectionPoolOptions) {
    assert(options.size > 0, 'a pool needs at least one connection');
    this.#options = options;
  }

  /** Opens all connections. @throws the first error */
  static async open(options: ConnectionPoolOptions): Promise<ConnectionPool> {
    const pool = new ConnectionPool(options);
    const opening = Array.from({ length: options.size }, async () => pool.#admit(await options.open()));
    const failed = (await Promise.allSettled(opening)).find((outcome) => outcome.status === 'rejected');
    if (failed === undefined) return pool;
    await pool[Symbol.asyncDispose]();
    throw failed.reason;
  }

  /** Users must `release` it. @throws ServiceError `overloaded` (too many, or after `waitMs`), `store_unavailable` */
  acquire(waitMs: number): Promise<PostgresConnection> {
    if (this.#closing.signal.aborted) return Promise.reject(closed());
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      if (idle.usable) return Promise.resolve(idle);
    }
    if (this.#waiting.size >= waitingMax) return Promise.reject(this.#refusal());
    const waiter = Promise.withResolvers<PostgresConnection>();
    const timer = setTimeout(() => {
      this.#waiting.delete(waiter);
      waiter.reject(this.#refusal());
    }, waitMs);
    this.#waiting.add(waiter);
    return waiter.promise.finally(() => clearTimeout(timer));
  }

  /** Takes back a connection from `acquire`; closes and replaces it if `fault` made it unusable. */
  release(connection: PostgresConnection, fault?: unknown): void {
    if (fault !== undefined) void connection.discard(fault);
    if (connection.usable) this.#offer(connection);
    if (this.#closing.signal.aborted) this.#settleReturned();
  }

  /** Refuses new callers, waits for connections in use, and closes all. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    for (const waiter of this.#waiting) waiter.reject(closed());
    this.#waiting.clear();
    this.#settleReturned();
    const closeTimer = setTimeout(() => this.#allReturned.resolve(), closeMaxMs);
    await this.#allReturned.promise;
    clearTimeout(closeTimer);
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
    waiter.resolve(connection);
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
