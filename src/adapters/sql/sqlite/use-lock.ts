import { closeSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ServiceError } from '../../../core/service-error.ts';
import { failureOf, isLockedOut, storeUnavailable } from './sqlite-error.ts';

/**
 * What a process has a database open for. Any number may `operate`, one of them may `serve` beside the others, and
 * whoever is to `replace` the file must be alone.
 */
export type DatabaseUse = 'operate' | 'serve' | 'replace';

/** SQLite's own locks are what is wanted: shared, reserved, exclusive. Source: https://www.sqlite.org/lockingv3.html */
const statements: Readonly<Record<DatabaseUse, string>> = {
  operate: 'begin; select 1 from sqlite_master',
  serve: 'begin immediate',
  replace: 'begin exclusive',
};

/** Long enough for the moment that a process needs to find out that it may not have the database. */
const lockWaitMs = 1_000;

/** The byte that only who may write has locked. Source: SQLite's os.h, PENDING_BYTE + 1 */
const reservedByte = 0x40000001;

/**
 * A claim on a database for as long as a process has it open. It is a lock of the operating system on an empty file
 * beside the database, so that it ends with its process, however that ends, and never has to be cleaned up.
 *
 * No other code may open that file: closing any descriptor of it would drop the locks of the whole process.
 * Source: https://www.sqlite.org/howtocorrupt.html, "posix advisory locks canceled".
 */
export class UseLock implements Disposable {
  readonly #held: DatabaseSync;

  private constructor(held: DatabaseSync) {
    this.#held = held;
  }

  /**
   * Claims the database in `file`, which need not exist, for `use`; makes its folder.
   *
   * @throws ServiceError `store_unavailable`, saying who has it, when it may not be had for that
   */
  static take(file: string, use: DatabaseUse): UseLock {
    const lockFile = `${file}-lock`;
    let held: DatabaseSync | undefined;
    try {
      createPrivately(lockFile);
      held = new DatabaseSync(lockFile, { timeout: lockWaitMs });
      // Nothing is ever written, and so no journal may be left behind.
      held.exec(`pragma journal_mode = memory; ${statements[use]}`);
      return new UseLock(held);
    } catch (cause) {
      held?.close();
      if (isLockedOut(cause)) throw inUse(lockFile, use);
      throw storeUnavailable(failureOf(cause));
    }
  }

  [Symbol.dispose](): void {
    this.#held.close();
  }
}

/** Creates `file`, with its folder, for its owner alone; one that exists is not even opened. */
export function createPrivately(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause;
  }
}

function inUse(lockFile: string, use: DatabaseUse): ServiceError {
  const processId = writerOf(lockFile);
  const who = processId === undefined ? '' : ` (process ${processId})`;
  return new ServiceError('store_unavailable', { detail: { reason: refusals[use](who) } });
}

const refusals: Readonly<Record<DatabaseUse, (who: string) => string>> = {
  operate: (who) => `it is being restored${who}`,
  serve: (who) => `another server, or a restore, has this database${who}; many servers need PostgreSQL (DATABASE_URL)`,
  replace: (who) => `a server or a command has this database open${who}; stop it first`,
};

/** The process that has more than a shared lock, where the system tells. Source: proc(5), /proc/locks */
function writerOf(lockFile: string): number | undefined {
  try {
    const { ino } = statSync(lockFile);
    for (const line of readFileSync('/proc/locks', 'utf8').split('\n')) {
      const found = /POSIX +ADVISORY +WRITE +(\d+) +\w+:\w+:(\d+) +(\d+) +(\d+)/.exec(line);
      const [processId, inode, from, to] = found?.slice(1).map(Number) ?? [];
      if (processId === undefined || inode !== ino || from === undefined || to === undefined) continue;
      if (processId > 0 && from <= reservedByte && reservedByte <= to) return processId;
    }
  } catch {
    // Not on Linux, or not told: the refusal stands without it.
  }
  return undefined;
}
