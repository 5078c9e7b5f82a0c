import { type UnixMs, unixMs } from '../../../ground/units.ts';
import { plainText } from '../column-values.ts';
import { countOf, query } from '../procedure.ts';
import { PostgresConnection, requestLimits } from './connection.ts';
import { pendingPostgresMigrations } from './migrate.ts';
import { postgresFailure } from './postgres-error.ts';
import { connectionsLeft } from './server-limits.ts';

export type PostgresState = {
  /** `15.8` */
  readonly version: string;
  /** Why a server could not write to it, in one line, and what to do; undefined when it could. */
  readonly unwritable: { readonly reason: string; readonly remedy: string } | undefined;
  /** Names of the pending migrations. */
  readonly pending: readonly string[];
  /** Number of connections that can still be opened. */
  readonly connectionsLeft: number;
  /** Reads the server's clock. @throws ConnectionFailure, or the server's error */
  readonly readTime: () => Promise<UnixMs>;
};

const writability = query(`select pg_is_in_recovery(), current_setting('transaction_read_only') = 'on',
 (select relname from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
   and not has_table_privilege(oid, 'insert') order by relname limit 1)`);

/** Changes nothing; closes its connection after `use`. @throws ServiceError `store_unavailable` when unusable */
export async function inspectPostgres<Result>(
  url: string,
  use: (state: PostgresState) => Promise<Result>,
): Promise<Result> {
  const pending = await pendingPostgresMigrations(url);
  try {
    await using connection = await PostgresConnection.open({ url, ...requestLimits });
    const [row] = await connection.rows(query("select current_setting('server_version')"));
    return await use({
      version: plainText(row?.[0]),
      unwritable: await findUnwritable(connection),
      pending,
      connectionsLeft: await connectionsLeft(connection),
      readTime: () => readServerTime((asked) => connection.rows(asked)),
    });
  } catch (cause) {
    throw postgresFailure(cause);
  }
}

async function findUnwritable(connection: PostgresConnection): Promise<PostgresState['unwritable']> {
  const [[isStandby, isReadOnly, table] = []] = await connection.rows(writability);
  if (isStandby === 1) {
    const remedy = 'set DATABASE_URL to the primary; promote this server only if the primary is switched off';
    return { reason: 'it is a standby, which is read-only', remedy };
  }
  if (isReadOnly === 1) {
    const remedy = 'set default_transaction_read_only to off for the database, the role and the server';
    return { reason: 'it is read-only (default_transaction_read_only)', remedy };
  }
  if (typeof table !== 'string') return undefined;
  return {
    reason: `its role may not write to the table ${table}`,
    remedy: 'let the role own all tables, or grant it all on them',
  };
}

// The current time, not the start of the transaction.
const serverTime = query('select floor(extract(epoch from clock_timestamp()) * 1000)::bigint');

/** Returns the server's current time. @throws as `ask` */
export async function readServerTime(ask: PostgresConnection['rows']): Promise<UnixMs> {
  return unixMs(countOf(await ask(serverTime)));
}
