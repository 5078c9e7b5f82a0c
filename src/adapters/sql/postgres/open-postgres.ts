import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceError } from '../../../ground/service-error.ts';
import type { ShopEvents } from '../../../shop/events.ts';
import type { SqlStores } from '../sql-stores.ts';
import { createStores } from '../stores.ts';
import { accessTo, changes } from './access.ts';
import { type DatabaseOptions, PostgresDatabase } from './database.ts';
import { createPostgresLedger } from './ledger-store.ts';
import { pendingPostgresMigrations } from './migrate.ts';
import { mayComeSoon, storeUnavailable } from './postgres-error.ts';
import { createReplyStore } from './reply-store.ts';
import { readServerTime } from './server-time.ts';
import { verifyPostgres } from './verifier.ts';

export type PostgresOptions = Omit<DatabaseOptions, 'onFailure'> & {
  /** Called when a connection is lost, and when it cannot be replaced. */
  readonly events: Pick<ShopEvents, 'backgroundFailed'>;
  /** How long to wait for a server that cannot be reached or is starting. Default: not at all. */
  readonly patienceMs?: number;
};

export type PostgresStores = SqlStores & {
  /** For other data in the same database, such as the rate limiter's. */
  readonly database: PostgresDatabase;
};

/**
 * Opens the database for a node or an operator's command. It must be up to date: a starting node never changes the
 * schema that other nodes use.
 *
 * @throws ServiceError `store_unavailable` when the database is unreachable, unusable, or not up to date, has too few
 * connections, or is behind a proxy that pools by transaction
 */
export async function openPostgres({ patienceMs = 0, ...options }: PostgresOptions): Promise<PostgresStores> {
  const deadline = performance.now() + patienceMs;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await openNow(options);
    } catch (cause) {
      if (patienceMs === 0 || !mayComeSoon(cause)) throw cause;
      if (performance.now() + retryPauseMs > deadline) throw noAnswer(cause, patienceMs);
      if (isFirst) options.events.backgroundFailed({ task: 'start: waiting for the database', cause });
    }
    await pause(retryPauseMs);
  }
}

const retryPauseMs = 500;

function noAnswer({ detail }: ServiceError, afterMs: number): ServiceError {
  return storeUnavailable(`PostgreSQL did not answer in ${afterMs / 1_000} s: ${String(detail['reason'])}`, detail);
}

async function openNow(options: Omit<PostgresOptions, 'patienceMs'>): Promise<PostgresStores> {
  const { events, ...connections } = options;
  const { url } = connections;
  await refusePending(url);
  const database = await PostgresDatabase.open({
    ...connections,
    onFailure: (failure) => events.backgroundFailed(failure),
  });
  return {
    ...createStores(accessTo(database), changes),
    ledger: createPostgresLedger(database, (now, sweepIntervalMs, extent = 'whole') =>
      verifyPostgres({ url, now, sweepIntervalMs, extent }),
    ),
    replies: createReplyStore(database),
    readSharedClock: () => readServerTime((asked) => database.run(asked)),
    database,
    serverUrl: () => database.serverUrl,
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

/** Also refuses a proxy that pools by transaction, as does every check of the migrations. */
async function refusePending(url: string): Promise<void> {
  const pending = await pendingPostgresMigrations(url);
  if (pending.length === 0) return;
  throw storeUnavailable(
    `it is not up to date (${pending.join(', ')}): run bin/dragoman db migrate before the nodes start`,
  );
}
