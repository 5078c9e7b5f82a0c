import type { BetterAuthOptions } from 'better-auth';
import { Pool, types } from 'pg';
import { SqliteConnection } from './sqlite-connection.ts';
import { SqliteThreadDialect } from './sqlite-dialect.ts';

/** The database that the rest of the records is in. */
export type IdentityDatabase =
  | { readonly kind: 'sqlite'; readonly file: string }
  /** With a password, so it is handed on and never shown. */
  | {
      readonly kind: 'postgres';
      readonly url: string;
      /** Opened when they are needed, at most so many. */
      readonly connections: number;
    };

/** The library's own way to the database, apart from the requests'. */
export type AuthDatabase = AsyncDisposable & { readonly database: NonNullable<BetterAuthOptions['database']> };

const connectMaxMs = 5_000;

/** How long a connection is kept that nobody uses. */
const idleMaxMs = 60_000;

/** How long one statement may take, on the server and as seen from here. */
const statementMaxMs = { server: 5_000, here: 7_000 } as const;

// As statements, not as parameters of the connection: a proxy in between may know only some of those.
const sessionSettings = `set statement_timeout = ${statementMaxMs.server};
  set lock_timeout = 2000;
  set idle_in_transaction_session_timeout = 10000;
  set timezone = 'UTC'`;

export function openAuthDatabase(chosen: IdentityDatabase): AuthDatabase {
  if (chosen.kind === 'sqlite') {
    const connection = new SqliteConnection(chosen.file);
    return {
      database: { dialect: new SqliteThreadDialect(connection), type: 'sqlite', transaction: true },
      [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
    };
  }
  const pool = openPool(chosen);
  return { database: pool, [Symbol.asyncDispose]: () => pool.end() };
}

function openPool({ url, connections }: Extract<IdentityDatabase, { readonly kind: 'postgres' }>): Pool {
  const pool = new Pool({
    connectionString: url,
    application_name: 'dragoman people',
    max: connections,
    connectionTimeoutMillis: connectMaxMs,
    idleTimeoutMillis: idleMaxMs,
    query_timeout: statementMaxMs.here,
    keepAlive: true,
    types: { getTypeParser: parserOf as typeof types.getTypeParser },
  });
  // Told by the next who needs a connection; unheard, it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.query(sessionSettings).catch(() => undefined));
  return pool;
}

/** These tables hold no 8-byte integer that a double does not hold as well. */
function parserOf(id: Parameters<typeof types.getTypeParser>[0], format?: 'text'): unknown {
  return id === types.builtins.INT8 ? Number : types.getTypeParser(id, format);
}
