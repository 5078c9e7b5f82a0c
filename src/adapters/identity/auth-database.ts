import type { SQLInputValue } from 'node:sqlite';
import type { BetterAuthOptions } from 'better-auth';
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
import { Client, type ClientConfig, Pool, types } from 'pg';
import { ImpossibleError } from '../../ground/assert.ts';
import { SeparateConnection } from './sqlite-connection.ts';

/** The database of all other stores. */
export type IdentityDatabase =
  | { readonly kind: 'sqlite'; readonly file: string }
  /** Contains a password: never logged or shown. */
  | {
      readonly kind: 'postgres';
      /** Returns the URL for a new connection, which a failover changes. */
      readonly url: () => string;
      /** Largest number of connections; they are opened when needed. */
      readonly connections: number;
    };

/** The library's own database access, separate from the requests'. */
export type AuthDatabase = AsyncDisposable & { readonly database: NonNullable<BetterAuthOptions['database']> };

const connectMaxMs = 5_000;

const idleMaxMs = 60_000;

/** Time limit of one statement, on the server and in this process. */
const statementMaxMs = { server: 5_000, here: 7_000 } as const;

// Statements and not connection parameters, because a proxy may know only some of these.
const sessionSettings = `set statement_timeout = ${statementMaxMs.server};
  set lock_timeout = 2000;
  set idle_in_transaction_session_timeout = 10000;
  set timezone = 'UTC'`;

export function openAuthDatabase(chosen: IdentityDatabase): AuthDatabase {
  if (chosen.kind === 'sqlite') {
    const connection = new SeparateConnection(chosen.file);
    return {
      database: { dialect: sqliteThreadDialect(connection), type: 'sqlite', transaction: true },
      [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
    };
  }
  const pool = openPool(chosen);
  return { database: pool, [Symbol.asyncDispose]: () => pool.end() };
}

function openPool({ url, connections }: Extract<IdentityDatabase, { readonly kind: 'postgres' }>): Pool {
  const pool = new Pool({
    Client: class extends Client {
      constructor(options?: ClientConfig) {
        super({ ...options, connectionString: url() });
      }
    },
    application_name: 'dragoman people',
    max: connections,
    connectionTimeoutMillis: connectMaxMs,
    idleTimeoutMillis: idleMaxMs,
    query_timeout: statementMaxMs.here,
    keepAlive: true,
    types: { getTypeParser: parserOf as typeof types.getTypeParser },
  });
  // The next query reports the error. Without a listener the event would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.query(sessionSettings).catch(() => undefined));
  return pool;
}

/** Parses 8-byte integers as numbers: those of these tables fit into a double. */
function parserOf(id: Parameters<typeof types.getTypeParser>[0], format?: 'text'): unknown {
  return id === types.builtins.INT8 ? Number : types.getTypeParser(id, format);
}

/** Connects the query builder to the SQLite thread. Runs one transaction at a time and no statement beside it. */
function sqliteThreadDialect(connection: SeparateConnection): Dialect {
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
