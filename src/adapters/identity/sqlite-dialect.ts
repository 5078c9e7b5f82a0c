import type { SQLInputValue } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { ImpossibleError } from '../../ground/assert.ts';
import type { SeparateConnection } from './sqlite-connection.ts';

/** Connects the query builder to the SQLite thread. Runs one transaction at a time and no statement beside it. */
export function sqliteThreadDialect(connection: SeparateConnection): Dialect {
  return {
    createDriver: () => new ThreadDriver(connection),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (database) => new SqliteIntrospector(database),
  };
}

class ThreadDriver implements Driver {
  readonly #connection: SeparateConnection;
  readonly #shared: DatabaseConnection;
  #lastTurn: Promise<void> = Promise.resolve();
  #endTurn: () => void = () => {};

  constructor(connection: SeparateConnection) {
    this.#connection = connection;
    this.#shared = connectionTo(connection);
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

  /** Takes the write lock first: after a read, the ledger could have written before the transaction's first write. */
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

function connectionTo(connection: SeparateConnection): DatabaseConnection {
  return {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      const { rows, changes } = await connection.run(sql, parameters as readonly SQLInputValue[]);
      return { rows: rows as Row[], numAffectedRows: BigInt(changes) };
    },
    streamQuery() {
      throw new ImpossibleError('streams are not supported');
    },
  };
}
