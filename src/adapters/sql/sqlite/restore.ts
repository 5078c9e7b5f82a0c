import {
  createReadStream,
  createWriteStream,
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { hasReason, ServiceError } from '../../../ground/service-error.ts';
import { type Clock, type UnixMs, unixMs } from '../../../ground/units.ts';
import { backupTime, newestBackup } from '../../../shop/backups/backup-name.ts';
import type { LedgerFault } from '../../../shop/ledger/ledger-store.ts';
import { verifyLedger } from '../../../shop/ledger/verification.ts';
import { wholeNumberValue } from '../column-values.ts';
import { flushToDisk } from './backup.ts';
import { SqliteConnection } from './connection.ts';
import { logs } from './database-files.ts';
import { migrate, refuseForeign } from './migrate.ts';
import { openSqlite, type SqliteOptions } from './open-sqlite.ts';
import { isLockedOut, sqliteFailure } from './sqlite-error.ts';
import { UseLock } from './use-lock.ts';

export type RestoreOptions = {
  /** The backup to restore, or a folder of scheduled backups: the newest one in it. */
  readonly from: string;
  /** The database to replace; it need not exist. */
  readonly file: string;
  readonly now: Clock;
  /** How long a hold may outlive its lease before it counts as forgotten. */
  readonly sweepIntervalMs: number;
  readonly events: SqliteOptions['events'];
};

export type RestoredDatabase = Pick<PreparedCopy, 'swept'> & {
  readonly fromFile: string;
  /** Where the previous database was moved to; undefined when there was none. */
  readonly replaced: string | undefined;
};

export type RehearsedCopy = PreparedCopy & {
  readonly fromFile: string;
  /** When the backup began; of a file that is no scheduled backup, its last change. */
  readonly at: UnixMs;
  readonly bytes: number;
};

/** How long to wait for another program that has the database open. */
const lockWaitMs = 2_000;

/**
 * Atomic: a copy of the backup is migrated and verified, then renamed. After an error, the database is as it was.
 * @throws ServiceError `unusable_backup`; `restore_failed` or `store_unavailable` when it is in use or not replaceable
 */
export async function restoreSqlite(options: RestoreOptions): Promise<RestoredDatabase> {
  const { file, now } = options;
  const fromFile = backupIn(options.from, now());
  refuseItself(fromFile, file);
  // From here on no server and no command can open the database.
  using _ = UseLock.take(file, 'replace');
  const next = `${file}-restoring`;
  removeDatabase(next);
  try {
    await copy(fromFile, next);
    const { swept } = await prepare(next, options);
    await flushToDisk(next);
    const replaced = await setAside(file, now());
    renameSync(next, file);
    await flushToDisk(dirname(file));
    return { fromFile, replaced, swept };
  } catch (cause) {
    throw restoreFailed(cause);
  } finally {
    removeDatabase(next);
  }
}

/** Restores to a temporary folder; a server may run. @throws ServiceError `unusable_backup`, `restore_failed` */
export async function rehearseRestore(options: Omit<RestoreOptions, 'file'>): Promise<RehearsedCopy> {
  const fromFile = backupIn(options.from, options.now());
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-rehearsal-'));
  try {
    const { mtimeMs, size } = statSync(fromFile);
    const next = join(folder, 'dragoman.db');
    await copy(fromFile, next);
    const prepared = await prepare(next, options);
    const at = backupTime(basename(fromFile)) ?? unixMs(Math.round(mtimeMs));
    return { ...prepared, fromFile, at, bytes: size };
  } catch (cause) {
    throw restoreFailed(cause);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function restoreFailed(cause: unknown): ServiceError {
  if (cause instanceof ServiceError) return cause;
  return new ServiceError('restore_failed', { detail: { reason: sqliteFailure(cause).message } });
}

/** Returns the file of a backup, or the newest one in a folder of scheduled backups. */
function backupIn(from: string, now: UnixMs): string {
  const found = statSync(from, { throwIfNoEntry: false });
  if (found === undefined) throw refused('there is no such file');
  if (found.isFile()) return from;
  const newest = found.isDirectory() ? newestBackup(readdirSync(from), now) : undefined;
  if (newest === undefined) throw refused('this is neither a file nor a folder with scheduled backups');
  return join(from, newest);
}

function refuseItself(fromFile: string, file: string): void {
  const from = statSync(fromFile);
  const present = statSync(file, { throwIfNoEntry: false });
  if (present?.ino === from.ino && present.dev === from.dev) throw refused('this is the database itself');
}

/** Copies the file and its log byte for byte, so that nothing is written beside `fromFile`. */
async function copy(fromFile: string, next: string): Promise<void> {
  // Without a lock file no process has opened it: there is nothing to wait for, and no lock file to leave.
  using _ = existsSync(`${fromFile}-lock`) ? UseLock.take(fromFile, 'replace') : undefined;
  for (const ending of ['', ...logs]) {
    if (existsSync(fromFile + ending)) await copyPrivately(fromFile + ending, next + ending);
  }
}

function copyPrivately(from: string, to: string): Promise<void> {
  return pipeline(createReadStream(from), createWriteStream(to, { flags: 'wx', mode: 0o600 }));
}

type PreparedCopy = {
  /** The migrations that it needed. */
  readonly applied: readonly string[];
  readonly accounts: number;
  readonly journalRows: number;
  /** Number of holds that were open when the backup was made, and were given back. */
  readonly swept: number;
};

/** Migrates and verifies the copy, and leaves it as one file without a log. */
async function prepare(next: string, options: Verification): Promise<PreparedCopy> {
  try {
    const content = migrateCopy(next);
    const { faults, swept } = await verifyCopy(next, options);
    const [fault] = faults;
    if (fault !== undefined) throw refused(unsound(fault, faults.length));
    if (!foldLog(next)) throw refused('its log cannot be read');
    return { ...content, swept };
  } catch (cause) {
    if (hasReason(cause, 'unusable_backup')) throw cause;
    throw refused(cause instanceof ServiceError ? cause.detail['reason'] : sqliteFailure(cause).message);
  }
}

function migrateCopy(next: string): Omit<PreparedCopy, 'swept'> {
  using connection = new SqliteConnection({ file: next, readOnly: false, lockWaitMs });
  refuseForeign(connection, { evenIfEmpty: true });
  const applied = migrate(connection);
  const count = (table: string) => wholeNumberValue(connection.rows(`select count(*) from ${table}`)[0]?.[0]);
  return { applied, accounts: count('accounts'), journalRows: count('journal') };
}

type Verification = Pick<RestoreOptions, 'now' | 'sweepIntervalMs' | 'events'>;

async function verifyCopy(next: string, { now, sweepIntervalMs, events }: Verification) {
  await using stores = await openSqlite({ file: next, events, writesHere: true });
  return await verifyLedger({ store: stores.ledger, now, sweepIntervalMs });
}

function unsound({ invariant, accountId, row, message }: LedgerFault, count: number): string {
  const where = accountId === '' ? row : `account ${accountId}, ${row}`;
  const more = count === 1 ? '' : `, and ${count - 1} more`;
  return `its ledger is not sound: ${invariant} (${where}: ${message})${more}`;
}

/**
 * Keeps the database under a second name, and removes logs that could be mistaken for the next one's. Until the rename
 * `file` is unchanged, except that a damaged one loses its unreadable log, which is kept as well.
 */
async function setAside(file: string, at: UnixMs): Promise<string | undefined> {
  await forgetUnfinished(file);
  const kept = `${file}.replaced-${new Date(at).toISOString().replaceAll(/[-:.]/g, '')}`;
  await using logsKept = await keepLogs(file, kept);
  const there = existsSync(file);
  if (!there || !foldLog(file)) logsKept.move();
  if (there) linkSync(file, kept);
  await flushToDisk(dirname(file));
  for (const ending of [...logs, '-shm']) if (existsSync(file + ending)) rmSync(file + ending);
  await flushToDisk(dirname(file));
  return there ? kept : undefined;
}

/** Copies the logs; the copies are deleted unless moved. SQLite may delete a log that it cannot read. */
async function keepLogs(file: string, kept: string): Promise<AsyncDisposableStack> {
  await using copies = new AsyncDisposableStack();
  for (const ending of logs.filter((each) => existsSync(file + each))) {
    copies.defer(() => rmSync(kept + ending, { force: true }));
    await copyPrivately(file + ending, kept + ending);
    await flushToDisk(kept + ending);
  }
  return copies.move();
}

/** Cleans up after a restore that was interrupted before its last step and left the database with two names. */
async function forgetUnfinished(file: string): Promise<void> {
  const present = statSync(file, { throwIfNoEntry: false });
  if (present === undefined || present.nlink === 1) return;
  for (const name of await readdir(dirname(file))) {
    if (!name.startsWith(`${basename(file)}.replaced-`)) continue;
    const other = join(dirname(file), name);
    if (statSync(other).ino === present.ino) rmSync(other);
  }
}

/** Writes the log into the file; false if that is too damaged. @throws ServiceError `restore_failed` when in use */
function foldLog(file: string): boolean {
  try {
    using database = new DatabaseSync(file, { timeout: lockWaitMs });
    const changed = database.prepare('pragma journal_mode = delete').get();
    if (changed?.['journal_mode'] !== 'delete') throw inUse();
  } catch (cause) {
    if (isLockedOut(cause)) throw inUse();
    if (cause instanceof ServiceError) throw cause;
    return false;
  }
  return logs.every((ending) => !existsSync(file + ending));
}

/** Removes a database with the files that SQLite and the lock keep beside it. */
export function removeDatabase(file: string): void {
  for (const ending of ['', ...logs, '-shm', '-lock']) rmSync(file + ending, { force: true });
}

function refused(reason: unknown): ServiceError {
  return new ServiceError('unusable_backup', { detail: { reason } });
}

function inUse(): ServiceError {
  return new ServiceError('restore_failed', {
    detail: { reason: 'another program has the database open; close it first' },
  });
}
