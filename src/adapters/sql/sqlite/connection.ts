import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { SqlRow, SqlValue } from '../column-values.ts';
import type { Procedure, Query } from '../procedure.ts';

export type SqliteConnectionOptions = {
  readonly file: string;
  readonly readOnly: boolean;
  /** How long one statement waits for another process's lock before it fails. */
  readonly lockWaitMs: number;
};

/** Page cache of one connection, in KiB. */
const cacheKib = 16_384;

/** Pages in the write-ahead log (16 MiB) after which a commit copies them into the database. */
const logPagesMax = 4_000;

/** Bytes to which the write-ahead log is truncated after a burst. */
const logBytesMax = 67_108_864;

/** One connection to one SQLite file, with each statement prepared once. Every call blocks until it is done. */
export class SqliteConnection implements Disposable {
  readonly database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor({ file, readOnly, lockWaitMs }: SqliteConnectionOptions) {
    this.database = new DatabaseSync(file, { readOnly, timeout: lockWaitMs, enableForeignKeyConstraints: true });
    try {
      this.database.exec(`pragma cache_size = -${cacheKib}`);
      if (!readOnly) this.#prepareForWriting();
    } catch (cause) {
      this.database.close();
      throw cause;
    }
  }

  [Symbol.dispose](): void {
    this.#statements.clear();
    this.database.close();
  }

  /** Returns the rows of one statement, each an array of its columns; empty for a statement without rows. */
  rows(sql: string, values: readonly SqlValue[] = []): readonly SqlRow[] {
    return this.#prepared(sql).all(...values) as unknown as readonly SqlRow[];
  }

  /** Runs a procedure to its end in the open transaction, if any. */
  perform<Result>(procedure: Procedure<Result>): Result {
    let step = procedure.next();
    while (step.done !== true) step = procedure.next(this.#answer(step.value));
    return step.value;
  }

  #answer({ sql, values, counts }: Query): readonly SqlRow[] {
    return counts ? [[this.#prepared(sql).run(...values).changes]] : this.rows(sql, values);
  }

  #prepared(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.database.prepare(sql.replaceAll('$', '?'));
      statement.setReturnArrays(true);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #prepareForWriting(): void {
    // Only `full` makes a commit survive a power cut. With the log, readers continue during writes.
    this.database.exec(`pragma journal_mode = wal;
      pragma synchronous = full;
      pragma wal_autocheckpoint = ${logPagesMax};
      pragma journal_size_limit = ${logBytesMax};`);
  }
}
