import type { Procedure } from '../procedure.ts';
import { Connection } from './connection.ts';
import { failureOf, storeUnavailable } from './sqlite-error.ts';

/** How long a read waits while another process recovers the log after a crash; nothing else makes it wait. */
const lockWaitMs = 500;

/**
 * Reads on the calling thread, each time what was committed last by any process. A few microseconds each, and never
 * held up by a writer: that is what the write-ahead log is for.
 */
export class Reader implements Disposable {
  readonly #connection: Connection;

  constructor(file: string) {
    this.#connection = new Connection({ file, readOnly: true, lockWaitMs });
  }

  [Symbol.dispose](): void {
    this.#connection[Symbol.dispose]();
  }

  /** @throws ServiceError `store_unavailable` */
  read<Result>(procedure: Procedure<Result>): Result {
    try {
      return this.#connection.perform(procedure);
    } catch (cause) {
      throw storeUnavailable(failureOf(cause));
    }
  }
}
