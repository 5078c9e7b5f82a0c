import { closeSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ServiceError } from '../../../ground/service-error.ts';
import { isLockedOut, unusableFile } from './sqlite-error.ts';

/** How a process uses a database. Any number may `operate`, one may `serve`, and `replace` excludes all others. */
export type DatabaseUse = 'operate' | 'serve' | 'replace';

/** SQLite's lock levels fit: shared, reserved, exclusive. Source: https://www.sqlite.org/lockingv3.html */
const statements: Readonly<Record<DatabaseUse, string>> = {
  operate: 'begin; select 1 from sqlite_master',
  serve: 'begin immediate',
  replace: 'begin exclusive',
};

/** Long enough for another process to take the lock, find that it may not, and release it. */
const lockWaitMs = 1_000;

/** The byte that only a process with more than a shared lock has locked. Source: SQLite's os.h, PENDING_BYTE + 1 */
const reservedByte = 0x40000001;

/**
 * An operating system lock on an empty file beside the database, which ends with its process, even after a crash. No
 * other code may open that file: closing any descriptor of it would drop the locks of the whole process. Source:
 * https://www.sqlite.org/howtocorrupt.html, "posix advisory locks canceled".
 */
export class UseLock implements Disposable {
  readonly #held: DatabaseSync;

  private constructor(held: DatabaseSync) {
    this.#held = held;
  }

  /** Creates the folder; `file` need not exist. @throws ServiceError `store_unavailable`, with the owner, if in use */
  static take(file: string, use: DatabaseUse): UseLock {
    const lockFile = `${file}-lock`;
    let held: DatabaseSync | undefined;
    try {
      createPrivately(lockFile);
      held = new DatabaseSync(lockFile, { timeout: lockWaitMs });
      // Nothing is ever written, so no journal file may be created.
      held.exec(`pragma journal_mode = memory; ${statements[use]}`);
      return new UseLock(held);
    } catch (cause) {
      held?.close();
      if (isLockedOut(cause)) throw inUse(lockFile, use);
      throw unusableFile(lockFile, cause);
    }
  }

  [Symbol.dispose](): void {
    this.#held.close();
  }
}

/** Creates `file` with its folder, accessible to the owner only; does not open an existing one. */
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
  const owner = processId === undefined ? '' : ` (process ${processId})`;
  return new ServiceError('store_unavailable', { detail: { reason: refusals[use](owner) } });
}

const refusals: Readonly<Record<DatabaseUse, (owner: string) => string>> = {
  operate: (owner) => `it is being restored${owner}`,
  serve: (owner) =>
    `another server, or a restore, has this database${owner}; many servers need PostgreSQL (DATABASE_URL)`,
  replace: (owner) => `a server or a command has this database open${owner}; stop it first`,
};

/** Returns the process with more than a shared lock, if the system reports it. Source: proc(5), /proc/locks */
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
    // Not Linux, or not reported: the error leaves it out.
  }
  return undefined;
}
