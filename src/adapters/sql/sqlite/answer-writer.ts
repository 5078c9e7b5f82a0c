import type { MessagePort } from 'node:worker_threads';
import { type Answers, Committer } from './committer.ts';
import { SqliteConnection } from './connection.ts';
import { openFiles } from './database-files.ts';
import type { WriterOperation } from './operation.ts';
import { type SqliteFailure, sqliteFailure } from './sqlite-error.ts';

export type WriterData = {
  readonly file: string;
  readonly lockWaitMs: number;
  /** What the first thread of this server had open, by `openFiles`; undefined in the first thread. */
  readonly opened: string | undefined;
};

/** A message to the writer: a batch, or `close` after the last one. */
export type ToWriter = readonly WriterOperation[] | 'close';

/** A message from the writer. Each batch gets at most one `early`, then exactly one `done` or `failed`. */
export type FromWriter =
  | { readonly kind: 'ready'; readonly opened: string }
  | { readonly kind: 'early'; readonly answers: readonly unknown[] }
  | ({ readonly kind: 'done' } & Answers)
  | { readonly kind: 'failed'; readonly failure: SqliteFailure };

const movedAway =
  ', its -wal or its -lock was moved, deleted or replaced while the server had it open: put it back, or stop the server';

/** Commits the batches that arrive on `port`, and answers each, until `close` arrives. */
export function answerWriter(port: MessagePort, { file, lockWaitMs, ...data }: WriterData): void {
  const refuseOtherFiles = (opened: string) => {
    if (openFiles(file) !== opened) throw new Error(`${file}${movedAway}`);
  };
  // Before SQLite opens another database, or creates an empty one. The last connection to close removes the log.
  if (data.opened !== undefined && withoutLog(openFiles(file)) !== withoutLog(data.opened))
    throw new Error(`${file}${movedAway}`);
  // No wait in SQLite: the committer waits for locks with shorter pauses.
  const connection = new SqliteConnection({ file, readOnly: false, lockWaitMs: 0 });
  // The first read creates the log.
  connection.rows('select 1 from sqlite_master');
  const opened = openFiles(file);
  const committer = new Committer(connection, lockWaitMs);
  const send = (message: FromWriter) => port.postMessage(message);
  const answerEarly = (answers: readonly unknown[]) => send({ kind: 'early', answers });
  const commit = (operations: readonly WriterOperation[]): FromWriter => {
    try {
      refuseOtherFiles(opened);
      return { kind: 'done', ...committer.commit(operations, answerEarly) };
    } catch (cause) {
      return { kind: 'failed', failure: sqliteFailure(cause) };
    }
  };
  port.on('message', (message: ToWriter) => {
    if (message !== 'close') return send(commit(message));
    connection[Symbol.dispose]();
    port.close();
  });
  send({ kind: 'ready', opened });
}

/** @param files as `openFiles` returns them: database, log and lock */
function withoutLog(files: string): string {
  return files.split(',').toSpliced(1, 1).join();
}
