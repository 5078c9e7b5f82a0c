import { MessageChannel, Worker } from 'node:worker_threads';
import type { Events } from '../../../core/events.ts';
import type { SqlStores } from '../sql-stores.ts';
import { answerWriter, type WriterData } from './answer-writer.ts';
import { backupSqlite } from './backup.ts';
import { Claims } from './claims.ts';
import { migrateSqlite } from './migrate.ts';
import { createCheckoutStore, createLeaseStore, createPaymentEventStore } from './payment-stores.ts';
import { Reader } from './reader.ts';
import {
  createAccountStore,
  createAuditStore,
  createErasureStore,
  createJournalStore,
  createKeyStore,
  createLedgerStore,
  createLedgerTimeStore,
  createNoticeStore,
  createOrderStore,
  createPeopleStores,
  createPurchaseStore,
  createReplyStore,
  createTermStore,
  createUsageStore,
} from './stores.ts';
import { UseLock } from './use-lock.ts';
import { verifySqlite } from './verifier.ts';
import { Writer, type WriterThread } from './writer.ts';

export type SqliteOptions = {
  /** Created, with its folder, when it does not exist. */
  readonly file: string;
  /** A server has the database to itself, other servers considered; commands work beside it. Default: `operate`. */
  readonly use?: 'operate' | 'serve';
  /**
   * Whether the calling thread commits, instead of one of its own that takes some 50 ms to start: for a process that does
   * one thing after another, since a wait for another writer stops everything else. Default: false.
   */
  readonly writesHere?: boolean;
  /** Told when the writer's thread has died and is replaced, and when a commit has failed that nobody waited for. */
  readonly events: Pick<Events, 'backgroundFailed'>;
  /** How many operations may wait for the writer before more are refused, those that end a hold excepted. */
  readonly waitingMax?: number;
  /** How long a batch waits for other processes that are writing. */
  readonly lockWaitMs?: number;
};

export type SqliteStores = SqlStores & {
  /**
   * Copies the database as of one moment to `toFile`, while it is in use. The copy has its name only once it is whole,
   * checked and on disk.
   *
   * @throws ServiceError `backup_exists`, `backup_failed`
   */
  backup(toFile: string): Promise<void>;
};

/** Heap of the writer's thread, in MiB: many times what a full batch of large replies takes. */
const writerHeapMib = 256;

/**
 * Opens the database in one file, brought up to date, for one process that serves or one that operates. Several may
 * have it open at the same time, of which one serves.
 *
 * Many operations go into one durable commit. Disposing finishes what was asked for.
 *
 * @throws ServiceError `store_unavailable` when the file cannot be used, or may not be for this use
 */
export async function openSqlite(options: SqliteOptions): Promise<SqliteStores> {
  const { file, events, use = 'operate', writesHere = false, waitingMax = 10_000, lockWaitMs = 5_000 } = options;
  await using opening = new AsyncDisposableStack();
  opening.use(UseLock.take(file, use));
  migrateSqlite(file);
  const writer = opening.use(
    await Writer.open({
      start: () => (writesHere ? writeHere : startWriterThread)({ file, lockWaitMs }),
      waitingMax,
      onFailure: (failure) => events.backgroundFailed(failure),
    }),
  );
  // The lock proves that no other server runs; one that was killed left these, and the first sweep gives them back.
  if (use === 'serve') await writer.submit<'endLeases'>(['endLeases']);
  // Closed before the writer, whose connection can tidy up the log as the last one that leaves.
  const reader = opening.use(new Reader(file));
  const opened = opening.move();
  const claims = new Claims();
  return {
    ledger: createLedgerStore(writer, reader, {
      claims,
      verify: (now, sweepIntervalMs, extent = 'whole') => verifySqlite({ file, now, sweepIntervalMs, extent }),
    }),
    ledgerTime: createLedgerTimeStore(writer),
    keys: createKeyStore(writer, reader),
    accounts: createAccountStore(writer, reader),
    audit: createAuditStore(writer, reader),
    erasures: createErasureStore(writer, reader),
    replies: createReplyStore(writer, reader, claims),
    orders: createOrderStore(writer, reader),
    paymentEvents: createPaymentEventStore(writer),
    checkouts: createCheckoutStore(writer, reader),
    leases: createLeaseStore(writer),
    usage: createUsageStore(reader),
    purchases: createPurchaseStore(reader),
    journal: createJournalStore(reader),
    notices: createNoticeStore(writer, reader),
    ...createPeopleStores(writer, reader),
    terms: createTermStore(writer, reader),
    backup: (toFile) => backupSqlite(file, toFile),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Starts the thread that writes to the database; the caller ends it with the message `close`. */
export function startWriterThread(data: WriterData): Worker {
  return new Worker(new URL('writer-thread.ts', import.meta.url), {
    name: 'database writer',
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: writerHeapMib },
  });
}

/** The same on the calling thread. */
function writeHere(data: WriterData): WriterThread {
  const { port1, port2 } = new MessageChannel();
  answerWriter(port2, data);
  return {
    postMessage: (message) => port1.postMessage(message),
    on: (event, listener) => port1.on(event === 'exit' ? 'close' : event, listener),
    terminate: () => port1.close(),
  };
}
