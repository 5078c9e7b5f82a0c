import type { Events } from '../../../core/events.ts';
import type { SqlStores } from '../sql-stores.ts';
import { type DatabaseOptions, PostgresDatabase } from './database.ts';
import { createPostgresLedger } from './ledger-store.ts';
import { pendingPostgresMigrations } from './migrate.ts';
import { createCheckoutStore, createLeaseStore, createPaymentEventStore } from './payment-stores.ts';
import { storeUnavailable } from './postgres-error.ts';
import { readServerTime } from './server-time.ts';
import {
  createAccountStore,
  createAuditStore,
  createErasureStore,
  createJournalStore,
  createKeyStore,
  createLedgerTimeStore,
  createNoticeStore,
  createOrderStore,
  createPeopleStores,
  createPurchaseStore,
  createReplyStore,
  createTermStore,
  createUsageStore,
} from './stores.ts';
import { verifyPostgres } from './verifier.ts';

export type PostgresOptions = Omit<DatabaseOptions, 'onFailure'> & {
  /** Told when a connection was lost, and when none can be made in its place. */
  readonly events: Pick<Events, 'backgroundFailed'>;
};

export type PostgresStores = SqlStores & {
  /** For what else is kept there, such as the limiter. */
  readonly database: PostgresDatabase;
};

/**
 * Opens the database for one of any number of nodes, or for one of an operator's commands. It must be up to date: a
 * node that starts never changes what other nodes work with.
 *
 * @throws ServiceError `store_unavailable` when the database cannot be reached or used, is not up to date, has too few
 * connections, or is behind a proxy that pools by transaction
 */
export async function openPostgres(options: PostgresOptions): Promise<PostgresStores> {
  const { events, ...connections } = options;
  const { url } = connections;
  await refusePending(url);
  const database = await PostgresDatabase.open({
    ...connections,
    onFailure: (failure) => events.backgroundFailed(failure),
  });
  return {
    ledger: createPostgresLedger({
      database,
      verify: (now, sweepIntervalMs, extent = 'whole') => verifyPostgres({ url, now, sweepIntervalMs, extent }),
    }),
    ledgerTime: createLedgerTimeStore(database),
    readSharedClock: () => readServerTime((asked) => database.run(asked)),
    keys: createKeyStore(database),
    accounts: createAccountStore(database),
    audit: createAuditStore(database),
    erasures: createErasureStore(database),
    replies: createReplyStore(database),
    orders: createOrderStore(database),
    paymentEvents: createPaymentEventStore(database),
    checkouts: createCheckoutStore(database),
    leases: createLeaseStore(database),
    usage: createUsageStore(database),
    purchases: createPurchaseStore(database),
    journal: createJournalStore(database),
    notices: createNoticeStore(database),
    ...createPeopleStores(database),
    terms: createTermStore(database),
    database,
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

/** Refuses a proxy that pools by transaction as well, like every look at the migrations. */
async function refusePending(url: string): Promise<void> {
  const pending = await pendingPostgresMigrations(url);
  if (pending.length === 0) return;
  throw storeUnavailable(
    `it is not up to date (${pending.join(', ')}): run bin/dragoman db migrate before the nodes start`,
  );
}
