import type { Connection } from './connection.ts';
import { isAnsweredEarly, type Operation, procedureOf } from './operation.ts';
import { type Failure, failureOf, isLockedOut, isOperationsOwn } from './sqlite-error.ts';

/** What became of a batch. */
export type Answers = {
  /** One for each operation, in order; undefined for one that failed. */
  readonly answers: readonly unknown[];
  /** Operations that failed by their own doing, by their index; the others stand. */
  readonly failed: ReadonlyMap<number, Failure>;
};

const noFailures: ReadonlyMap<number, Failure> = new Map();

export type CommitterOptions = {
  readonly connection: Connection;
  /** How long a batch waits for other processes that are writing. */
  readonly lockWaitMs: number;
};

/** Longest pause between two tries for the lock. SQLite's own grow to 100 ms, and a busy server leaves short gaps. */
const lockPauseMs = 3;

/** Carries out many operations in one transaction: all are as durable as one would be, for the price of one. */
export class Committer {
  readonly #connection: Connection;
  readonly #lockWaitMs: number;
  readonly #pause = new Int32Array(new SharedArrayBuffer(4));

  constructor({ connection, lockWaitMs }: CommitterOptions) {
    this.#connection = connection;
    this.#lockWaitMs = lockWaitMs;
  }

  /**
   * Carries out `operations` in order and commits.
   *
   * @param answerEarly is given, just before the commit, the answers that may go out so early, undefined for the rest
   * @throws what made the whole transaction fail, such as a full disk; then nothing was changed
   */
  commit(operations: readonly Operation[], answerEarly: (answers: readonly unknown[]) => void): Answers {
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

  #carryOut(operations: readonly Operation[]): Answers {
    try {
      const answers = operations.map((operation) => this.#connection.perform(procedureOf(operation)));
      return { answers, failed: noFailures };
    } catch (cause) {
      if (!isOperationsOwn(cause)) throw cause;
      // One of them is at fault. Savepoints cost two statements for each operation, so only now are they worth it.
      this.#rollBack();
      this.#begin();
      return this.#carryOutApart(operations);
    }
  }

  #carryOutApart(operations: readonly Operation[]): Answers {
    const failed = new Map<number, Failure>();
    const answers: unknown[] = [];
    for (const [index, operation] of operations.entries()) {
      this.#connection.rows('savepoint operation');
      try {
        answers[index] = this.#connection.perform(procedureOf(operation));
      } catch (cause) {
        if (!isOperationsOwn(cause)) throw cause;
        failed.set(index, failureOf(cause));
        answers[index] = undefined;
        this.#connection.rows('rollback to operation');
      }
      this.#connection.rows('release operation');
    }
    return { answers, failed };
  }

  /** Takes the write lock at once: a transaction that first reads and then writes could find itself out of date. */
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
    // SQLite has rolled back by itself after some failures, a full disk among them.
    if (this.#connection.database.isTransaction) this.#connection.rows('rollback');
  }
}
