import type { UnixMs } from '../../../core/units.ts';
import { plainText, query } from '../procedure.ts';
import { PostgresConnection, requestLimits } from './connection.ts';
import { pendingPostgresMigrations } from './migrate.ts';
import { failureOf } from './postgres-error.ts';
import { connectionsLeft } from './server-limits.ts';
import { readServerTime } from './server-time.ts';

/** A database and the server that has it, at one moment. */
export type PostgresState = {
  /** `15.8` */
  readonly version: string;
  /** Names of the migrations that are due. */
  readonly pending: readonly string[];
  /** Connections that could still be made. */
  readonly connectionsLeft: number;
  /** The server's clock. @throws ConnectionFailure, or the server's error */
  readonly readTime: () => Promise<UnixMs>;
};

const version = query("select current_setting('server_version')");

/**
 * Looks at the database without changing it, over one connection, which is closed once `use` is done.
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
