import { setTimeout as pause } from 'node:timers/promises';
import type { ShopEvents } from '../../../shop/events.ts';
import type { Access } from '../access.ts';
import { type Procedure, query } from '../procedure.ts';
import type { SqlStores } from '../sql-stores.ts';
import { changesIn, createStores } from '../stores.ts';
import { type DatabaseOptions, PostgresDatabase } from './database.ts';
import { readServerTime } from './inspect.ts';
import { createPostgresLedger } from './ledger-store.ts';
import { pendingPostgresMigrations } from './migrate.ts';
import { mayComeSoon, storeUnavailable } from './postgres-error.ts';
import { createReplyStore } from './reply-store.ts';
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
 * The database must be up to date: a starting node never changes the schema that other nodes use.
 * @throws ServiceError `store_unavailable`: unusable, outdated, few connections, or a proxy that pools by transaction
 */
export async function openPostgres({ patienceMs = 0, ...options }: PostgresOptions): Promise<PostgresStores> {
  const deadline = performance.now() + patienceMs;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await openNow(options);
    } catch (cause) {
      if (patienceMs === 0 || !mayComeSoon(cause)) throw cause;
      if (performance.now() + retryPauseMs > deadline) {
        const reason = String(cause.detail['reason']);
        throw storeUnavailable(`PostgreSQL did not answer in ${patienceMs / 1_000} s: ${reason}`, cause.detail);
      }
      if (isFirst) options.events.backgroundFailed({ task: 'start: waiting for the database', cause });
    }
    await pause(retryPauseMs);
  }
}

const retryPauseMs = 500;

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

/** How PostgreSQL unpacks packed values. Source: its manual, "JSON Functions and Operators". */
export const changes = changesIn({
  rows: (parameter) => `jsonb_array_elements(cast(${parameter} as jsonb))`,
  unchanged: 'for share',
  byId: (table) => table,
  // This form matches no index: without statistics, planners would read all entries of an account to find a few by id.
  isListed: "id = any (array(select jsonb_array_elements_text(cast($3 as jsonb)))) and account_id || '' = $1",
});

export function accessTo(database: PostgresDatabase): Access {
  return {
    read: (begin) => database.read(begin),
    readInOrder: (begin) => database.transact(() => inOrderOfIndex(begin)),
    change: (begin) => database.transact(begin),
    // Not needed here: other connections write at the same time, and each page is awaited.
    pauseForWriters: async () => {},
    pauseForRequests: async () => {},
  };
}

const keepOrder = `select set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true)`;

/** Without this, the planner expects few rows in a table that was never analyzed, reads all of them and sorts them. */
function* inOrderOfIndex<Result>(begin: () => Procedure<Result>): Procedure<Result> {
  yield query(keepOrder);
  return yield* begin();
}
