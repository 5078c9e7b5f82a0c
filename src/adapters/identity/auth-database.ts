import type { BetterAuthOptions } from 'better-auth';
import { Client, type ClientConfig, Pool, types } from 'pg';
import { SeparateConnection } from './sqlite-connection.ts';
import { sqliteThreadDialect } from './sqlite-dialect.ts';

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

/** How long an idle connection is kept. */
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
