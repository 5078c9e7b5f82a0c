import { DatabaseSync } from 'node:sqlite';
import { pauseFor } from '../../../ground/abort.ts';
import { reasonOf, StoreFailure } from './store-failure.ts';

const retryMs = 100;

/**
 * Waits for a lock that one caller in one process can hold. The operating system releases it whenever the process ends.
 * SQLite takes it the same way on every system.
 *
 * No other code may open `file`: closing any descriptor of it would release all locks of the process.
 * Source: https://www.sqlite.org/howtocorrupt.html, "posix advisory locks canceled".
 *
 * @throws StoreFailure when `file` cannot be written; the signal's reason
 */
export async function takeLock(file: string, signal: AbortSignal): Promise<Disposable> {
  for (;;) {
    let database: DatabaseSync | undefined;
    try {
      database = new DatabaseSync(file, { timeout: 0 });
      // Nothing is written, so no journal may stay behind.
      database.exec('pragma journal_mode = memory; begin exclusive');
      return database;
    } catch (cause) {
      database?.close();
      // Source: https://www.sqlite.org/rescode.html, SQLITE_BUSY; the low byte is the primary code.
      const isBusy = cause instanceof Error && 'errcode' in cause && (Number(cause.errcode) & 0xff) === 5;
      if (!isBusy) throw new StoreFailure(`the lock ${file} cannot be taken: ${reasonOf(cause)}`, { cause });
    }
    await pauseFor(retryMs, signal);
  }
}
