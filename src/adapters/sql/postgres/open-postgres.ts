import type { Events } from '../../../core/events.ts';
import type { SqlStores } from '../sql-stores.ts';
import { PostgresDatabase } from './database.ts';
import { createPostgresLedger } from './ledger-store.ts';
import { pendingPostgresMigrations } from './migrate.ts';
import { storeUnavailable } from './postgres-error.ts';
import { createAccountStore, createKeyStore, createOrderStore, createReplyStore, createUsageStore } from './stores.ts';
import { verifyPostgres } from './verifier.ts';

export type PostgresOptions = {
  /** `postgres://user:password@host:port/database?sslmode=...`, as libpq reads it. */
  readonly url: string;
  /** How many connections this process has, all of them from the start. */
  readonly connectionsMax: number;
  /** How many connections the server must have left beyond them, for operators; 0 for an operator's own command. */
  readonly connectionsSpared?: number;
  /** Told when a connection was lost, and when none can be made in its place. */
  readonly events: Pick<Events, 'backgroundFailed'>;
  /** How many holds may wait for others of their account before more are refused. */
  readonly waitingMax?: number;
};

export type PostgresStores = SqlStores & {
  /** For what else is kept there, such as the limiter. */
  readonly database: PostgresDatabase;
};

/**
 * Opens the database for one of any number of nodes, or for one of an operator's commands. It must be up to date: a node
 * that starts never changes what other nodes work with.
 *
 * @throws ServiceError `store_unavailable` when the database cannot be reached or used, is not up to date, has too few
 * connections, or is behind a proxy that pools by transaction
 */
export async function openPostgres(options: PostgresOptions): Promise<PostgresStores> {
  const { url, events, waitingMax = 10_000, ...connections } = options;
  await refusePending(url);
  const database = await PostgresDatabase.open({
    url,
    ...connections,
    onFailure: (failure) => events.backgroundFailed(failure),
  });
  return {
    ledger: createPostgresLedger({
      database,
      waitingMax,
      verify: (now, sweepIntervalMs, extent = 'whole') => verifyPostgres({ url, now, sweepIntervalMs, extent }),
    }),
    keys: createKeyStore(database),
    accounts: createAccountStore(database),
    replies: createReplyStore(database),
    orders: createOrderStore(database),
    usage: createUsageStore(database),
    database,
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

/** Refuses a proxy that pools by transaction as well, like every look at the migrations. */
async function refusePending(url: string): Promise<void> {
  const pending = await pendingPostgresMigrations(url);
  if (pending.length === 0) return;
  throw storeUnavailable(
    `The database is not up to date (${pending.join(', ')}): run bin/dragoman db migrate before the nodes start.`,
  );
}
