import type { Procedure } from '../procedure.ts';
import { Connection } from './connection.ts';
import { failureOf, storeUnavailable } from './sqlite-error.ts';

/** How long a read waits while another process recovers the log after a crash, the only reason to wait. */
const lockWaitMs = 500;

/**
 * Reads on the calling thread; sees the latest commit of any process. A read takes a few microseconds and never waits
 * for a writer, thanks to the write-ahead log.
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
