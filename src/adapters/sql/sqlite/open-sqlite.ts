import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { MessageChannel, Worker } from 'node:worker_threads';
import { moduleBeside } from '../../../ops/module-address.ts';
import type { ShopEvents } from '../../../shop/events.ts';
import type { Access } from '../access.ts';
import type { SqlStores } from '../sql-stores.ts';
import { createStores } from '../stores.ts';
import { answerWriter, type WriterData } from './answer-writer.ts';
import { backupSqlite } from './backup.ts';
import { Claims } from './claims.ts';
import { createLedgerStore, createReplyStore } from './ledger-store.ts';
import { migrateSqlite } from './migrate.ts';
import { changes, type WriterOperation } from './operation.ts';
import { Reader } from './reader.ts';
import { UseLock } from './use-lock.ts';
import { verifySqlite } from './verifier.ts';
import { Writer, type WriterThread } from './writer.ts';

export type SqliteOptions = {
  /** Created with its folder if it does not exist. */
  readonly file: string;
  /** One server may have the database open (`serve`); commands may run beside it (`operate`, the default). */
  readonly use?: 'operate' | 'serve';
  /**
   * Whether the calling thread commits, and waits for other writers: for a process that works sequentially. Otherwise a
   * thread does, which takes about 50 ms to start. Default: false.
   */
  readonly writesHere?: boolean;
  /** Called when the writer's thread has died, and when a commit failed after its caller was answered. */
  readonly events: Pick<ShopEvents, 'backgroundFailed'>;
  /** How long a batch waits for other processes that are writing. */
  readonly lockWaitMs?: number;
};

export type SqliteStores = SqlStores & {
  /** The copy gets its name once it is checked and on disk. @throws ServiceError `backup_exists`, `backup_failed` */
  backup(toFile: string): Promise<void>;
};

/** At most this many operations wait for the writer. */
const waitingMax = 10_000;

/** Heap of the writer's thread in MiB: many times the size of a full batch of large replies. */
const writerHeapMib = 256;

/**
 * Applies pending migrations. Several processes may have the file open, but only one server. Many operations share one
 * durable commit; disposing finishes the submitted ones.
 * @throws ServiceError `store_unavailable` when the file cannot be used, or not for this use
 */
export async function openSqlite(options: SqliteOptions): Promise<SqliteStores> {
  const { file, events, use = 'operate', writesHere = false, lockWaitMs = 5_000 } = options;
  await using opening = new AsyncDisposableStack();
  opening.use(UseLock.take(file, use));
  migrateSqlite(file);
  const writer = opening.use(
    await Writer.open({
      start: (opened) => (writesHere ? writeHere : startWriterThread)({ file, lockWaitMs, opened }),
      waitingMax,
      onFailure: (failure) => events.backgroundFailed(failure),
    }),
  );
  // The lock proves that no other server runs. These holds are of a killed server; the first sweep gives them back.
  if (use === 'serve') await writer.submit<'endLeases'>(['endLeases']);
  // Closed before the writer, whose connection checkpoints the log when it closes last.
  const reader = opening.use(new Reader(file));
  const opened = opening.move();
  const claims = new Claims();
  return {
    ...createStores(accessTo(writer, reader), changes),
    ledger: createLedgerStore(writer, reader, {
      claims,
      verify: (now, sweepIntervalMs, extent = 'whole') => verifySqlite({ file, now, sweepIntervalMs, extent }),
    }),
    replies: createReplyStore(writer, reader, claims),
    backup: (toFile) => backupSqlite(file, toFile),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Starts the thread that writes to the database; the message `close` ends it. */
export function startWriterThread(data: WriterData): Worker {
  return new Worker(moduleBeside(import.meta.url, 'writer-thread'), {
    name: 'database writer',
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: writerHeapMib },
  });
}

/** As `startWriterThread`, on the calling thread. */
function writeHere(data: WriterData): WriterThread {
  const { port1, port2 } = new MessageChannel();
  answerWriter(port2, data);
  return {
    postMessage: (message) => port1.postMessage(message),
    on: (event, listener) => port1.on(event === 'exit' ? 'close' : event, listener),
    terminate: () => port1.close(),
  };
}

/** Longer than the pause of a writer in another process between two attempts to get the lock. */
const writerPauseMs = 5;

function accessTo(writer: Writer, reader: Reader): Access {
  const read: Access['read'] = (begin) => reader.readTogether(begin());
  return {
    read,
    // SQLite reads in the order of the index.
    readInOrder: read,
    change: (_, operation) => writer.submit(operation as WriterOperation, sizeOf(operation)),
    pauseForWriters: () => pause(writerPauseMs),
    pauseForRequests: () => nextTurn(),
  };
}

/** Length of all texts in a value. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, part) => sum + sizeOf(part), 0);
}
