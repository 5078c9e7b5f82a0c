import type { Procedure } from '../procedure.ts';
import { SqliteConnection } from './connection.ts';
import { sqliteFailure, storeUnavailable } from './sqlite-error.ts';

/** How long a read waits while another process recovers the log after a crash, the only reason to wait. */
const lockWaitMs = 500;

/** On the calling thread, in microseconds. Sees the latest commit of any process, and never waits for a writer. */
export class Reader implements Disposable {
  readonly #connection: SqliteConnection;
  #waiting: (() => void)[] = [];

  constructor(file: string) {
    this.#connection = new SqliteConnection({ file, readOnly: true, lockWaitMs });
  }

  [Symbol.dispose](): void {
    this.#connection[Symbol.dispose]();
  }

  /** @throws ServiceError `store_unavailable` */
  read<Result>(procedure: Procedure<Result>): Result {
    try {
      return this.#connection.perform(procedure);
    } catch (cause) {
      throw storeUnavailable(sqliteFailure(cause));
    }
  }

  /**
   * As `read`, together with all others of this turn of the event loop: a transaction takes five times as long as
   * reading a row. @throws ServiceError `store_unavailable`
   */
  readTogether<Result>(procedure: Procedure<Result>): Promise<Result> {
    if (this.#waiting.length === 0) setImmediate(() => this.#readWaiting());
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => {
        try {
          resolve(this.read(procedure));
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  #readWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    const isOpen = waiting.length > 1 && this.#tries('begin');
    for (const read of waiting) read();
    if (isOpen) this.#tries('commit');
  }

  /** Returns whether a statement succeeded. If not, each read reports its own error. */
  #tries(sql: string): boolean {
    try {
      this.#connection.rows(sql);
      return true;
    } catch {
      return false;
    }
  }
}
