import type { MessagePort } from 'node:worker_threads';
import { SqliteConnection } from './connection.ts';
import { openFiles } from './database-files.ts';
import { isAnsweredEarly, procedureOf, type WriterOperation } from './operation.ts';
import { isLockedOut, isOperationsOwn, type SqliteFailure, sqliteFailure } from './sqlite-error.ts';

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

/** Results of a batch. */
export type Answers = {
  /** One answer per operation, in order; undefined for one that failed. */
  readonly answers: readonly unknown[];
  /** Failed operations by index; the other operations are committed. */
  readonly failed: ReadonlyMap<number, SqliteFailure>;
};

const noFailures: ReadonlyMap<number, SqliteFailure> = new Map();

/** Longest pause between two attempts to get the lock. SQLite's own pauses grow to 100 ms: too long here. */
const lockPauseMs = 3;

/** Commits many operations in one transaction: each is durable, for the cost of one commit. */
export class Committer {
  readonly #connection: SqliteConnection;
  /** How long a batch waits for other processes that are writing. */
  readonly #lockWaitMs: number;
  readonly #pause = new Int32Array(new SharedArrayBuffer(4));

  constructor(connection: SqliteConnection, lockWaitMs: number) {
    this.#connection = connection;
    this.#lockWaitMs = lockWaitMs;
  }

  /**
   * @param answerEarly receives the answers that may be sent before the commit, undefined for the rest
   * @throws the error that failed the whole transaction, such as a full disk; nothing was changed
   */
  commit(operations: readonly WriterOperation[], answerEarly: (answers: readonly unknown[]) => void): Answers {
    try {
      this.#begin();
      const outcome = this.#carryOut(operations);
      const early = operations.map((operation, index) =>
        isAnsweredEarly(operation) ? outcome.answers[index] : undefined,
      );
      if (early.some((answer) => answer !== undefined)) answerEarly(early);
      this.#connection.rows('commit');
      return outcome;
    } catch (cause) {
      this.#rollBack();
      throw cause;
    }
  }

  #carryOut(operations: readonly WriterOperation[]): Answers {
    try {
      const answers = operations.map((operation) => this.#connection.perform(procedureOf(operation)));
      return { answers, failed: noFailures };
    } catch (cause) {
      if (!isOperationsOwn(cause)) throw cause;
      // One operation failed. Savepoints cost two statements per operation, so they are used only from here on.
      this.#rollBack();
      this.#begin();
      return this.#carryOutApart(operations);
    }
  }

  #carryOutApart(operations: readonly WriterOperation[]): Answers {
    const failed = new Map<number, SqliteFailure>();
    const answers: unknown[] = [];
    for (const [index, operation] of operations.entries()) {
      this.#connection.rows('savepoint operation');
      try {
        answers[index] = this.#connection.perform(procedureOf(operation));
      } catch (cause) {
        if (!isOperationsOwn(cause)) throw cause;
        failed.set(index, sqliteFailure(cause));
        answers[index] = undefined;
        this.#connection.rows('rollback to operation');
      }
      this.#connection.rows('release operation');
    }
    return { answers, failed };
  }

  /** Takes the write lock first: a transaction that reads and then writes could work on an old snapshot. */
  #begin(): void {
    const deadline = performance.now() + this.#lockWaitMs;
    for (;;) {
      try {
        this.#connection.rows('begin immediate');
        return;
      } catch (cause) {
        if (!isLockedOut(cause) || performance.now() >= deadline) throw cause;
        Atomics.wait(this.#pause, 0, 0, Math.random() * lockPauseMs);
      }
    }
  }

  #rollBack(): void {
    // SQLite rolls back automatically after some failures, such as a full disk.
    if (this.#connection.database.isTransaction) this.#connection.rows('rollback');
  }
}
