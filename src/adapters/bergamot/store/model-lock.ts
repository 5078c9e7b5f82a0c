import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pauseFor } from '../../../core/abort.ts';
import { StoreFailure } from './store-failure.ts';

export type LockWait = {
  readonly signal: AbortSignal;
  readonly everyMs: number;
  /** Told before each further look, while somebody else has it. */
  readonly onWait?: () => void | Promise<void>;
};

/**
 * One holder among all processes of a machine, for as long as it lives: a lock of the operating system, so that it ends
 * with its process however that ends, and never has to be cleaned up. SQLite takes it the same way on every system.
 *
 * No other code may open `file`: closing any descriptor of it would drop the locks of the whole process.
 * Source: https://www.sqlite.org/howtocorrupt.html, "posix advisory locks canceled".
 */
export class ModelLock implements Disposable {
  readonly #held: DatabaseSync;

  private constructor(held: DatabaseSync) {
    this.#held = held;
  }

  /** @throws the signal's reason, or StoreFailure when `file` cannot be written */
  static async take(file: string, { signal, everyMs, onWait }: LockWait): Promise<ModelLock> {
    for (;;) {
      signal.throwIfAborted();
      const lock = await ModelLock.tryTake(file);
      if (lock !== undefined) return lock;
      await onWait?.();
      await pauseFor(everyMs, signal);
    }
  }

  /** Undefined when somebody has it. Never waits. */
  static async tryTake(file: string): Promise<ModelLock | undefined> {
    await mkdir(dirname(file), { recursive: true });
    let held: DatabaseSync | undefined;
    try {
      held = new DatabaseSync(file, { timeout: 0 });
      // Nothing is ever written, and so no journal may be left behind.
      held.exec('pragma journal_mode = memory; begin exclusive');
      return new ModelLock(held);
    } catch (cause) {
      held?.close();
      if (isHeld(cause)) return undefined;
      throw new StoreFailure(
        `the lock ${file} cannot be taken: ${cause instanceof Error ? cause.message : 'unknown'}`,
        {
          cause,
        },
      );
    }
  }

  [Symbol.dispose](): void {
    this.#held.close();
  }
}

/** Source: https://www.sqlite.org/rescode.html, SQLITE_BUSY; the low byte is the primary code. */
function isHeld(cause: unknown): boolean {
  return (
    cause instanceof Error && 'errcode' in cause && typeof cause.errcode === 'number' && (cause.errcode & 0xff) === 5
  );
}
