import type { SQLInputValue } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { ImpossibleError } from '../../core/assert.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/** How the query builder speaks to SQLite in its thread. One transaction at a time, and nothing else meanwhile. */
export class SqliteThreadDialect implements Dialect {
  readonly #connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  createDriver(): Driver {
    return new ThreadDriver(this.#connection);
  }

  createQueryCompiler(): SqliteQueryCompiler {
    return new SqliteQueryCompiler();
  }

  createAdapter(): SqliteAdapter {
    return new SqliteAdapter();
  }

  createIntrospector(database: Kysely<unknown>): SqliteIntrospector {
    return new SqliteIntrospector(database);
  }
}

class ThreadDriver implements Driver {
  readonly #connection: SqliteConnection;
  readonly #shared: ThreadConnection;
  #lastTurn: Promise<void> = Promise.resolve();
  #endTurn: () => void = () => {};

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
    this.#shared = new ThreadConnection(connection);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#lastTurn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastTurn = promise;
    await before;
    this.#endTurn = resolve;
    return this.#shared;
  }

  async releaseConnection(): Promise<void> {
    this.#endTurn();
  }

  /** Locks at once: one that first read and then wrote could find that the ledger has written in between. */
  async beginTransaction(): Promise<void> {
    await this.#connection.run('begin immediate');
  }

  async commitTransaction(): Promise<void> {
    await this.#connection.run('commit');
  }

  async rollbackTransaction(): Promise<void> {
    await this.#connection.run('rollback');
  }

  async destroy(): Promise<void> {}
}

class ThreadConnection implements DatabaseConnection {
  readonly #connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, changes } = await this.#connection.run(sql, parameters as readonly SQLInputValue[]);
    return { rows: rows as Row[], numAffectedRows: BigInt(changes) };
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new ImpossibleError('nothing is read as a stream');
  }
}
