import type { SqliteConnection } from './connection.ts';
import { isAnsweredEarly, procedureOf, type WriterOperation } from './operation.ts';
import { isLockedOut, isOperationsOwn, type SqliteFailure, sqliteFailure } from './sqlite-error.ts';

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
