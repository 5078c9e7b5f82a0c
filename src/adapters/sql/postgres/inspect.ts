import type { UnixMs } from '../../../core/units.ts';
import { plainText, query } from '../procedure.ts';
import { PostgresConnection, requestLimits } from './connection.ts';
import { pendingPostgresMigrations } from './migrate.ts';
import { failureOf } from './postgres-error.ts';
import { connectionsLeft } from './server-limits.ts';
import { readServerTime } from './server-time.ts';

/** State of a database and its server at one moment. */
export type PostgresState = {
  /** `15.8` */
  readonly version: string;
  /** Names of the pending migrations. */
  readonly pending: readonly string[];
  /** Number of connections that can still be opened. */
  readonly connectionsLeft: number;
  /** Reads the server's clock. @throws ConnectionFailure, or the server's error */
  readonly readTime: () => Promise<UnixMs>;
};

const version = query("select current_setting('server_version')");

/**
 * Inspects the database without changing it, over one connection, which is closed after `use`.
 *
 * @throws ServiceError `store_unavailable` when it cannot be used
 */
export async function inspectPostgres<Result>(
  url: string,
  use: (state: PostgresState) => Promise<Result>,
): Promise<Result> {
  const pending = await pendingPostgresMigrations(url);
  try {
    await using connection = await PostgresConnection.open({ url, ...requestLimits });
    const [row] = await connection.rows(version);
    return await use({
      version: plainText(row?.[0]),
      pending,
      connectionsLeft: await connectionsLeft(connection),
      readTime: () => readServerTime((asked) => connection.rows(asked)),
    });
  } catch (cause) {
    throw failureOf(cause);
  }
}
