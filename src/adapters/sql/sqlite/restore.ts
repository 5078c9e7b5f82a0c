import { createReadStream, createWriteStream, existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import type { LedgerFault } from '../../../core/ledger/ledger-store.ts';
import { verifyLedger } from '../../../core/ledger/verification.ts';
import { hasReason, ServiceError } from '../../../core/service-error.ts';
import type { Clock, UnixMs } from '../../../core/units.ts';
import { Connection } from './connection.ts';
import { refuseForeign } from './migrate.ts';
import { openSqlite, type SqliteOptions } from './open-sqlite.ts';
import { failureOf, isLockedOut } from './sqlite-error.ts';
import { UseLock } from './use-lock.ts';

export type RestoreOptions = {
  /** The database to put in place. */
  readonly fromFile: string;
  /** Where to; nothing need be there. */
  readonly file: string;
  readonly now: Clock;
  /** By how much a hold may outlive its lease. */
  readonly sweepIntervalMs: number;
  readonly events: SqliteOptions['events'];
};

export type Restoration = {
  /** Where the database is kept that was there before; undefined when there was none. */
  readonly replaced: string | undefined;
  /** Holds that were under way when the copy was made, and were given back. */
  readonly swept: number;
};

/** How long to wait for another program that has the database open. */
const lockWaitMs = 2_000;

/** What SQLite may keep beside a file. All of it belongs to the file that it was written for, and to no other. */
const logs = ['-wal', '-journal'] as const;

/**
 * Puts a copy of a database in the place of the one that is there, whole or not at all: what is verified is a copy of the
 * copy, brought up to date, which then takes the name in one step. `fromFile` is only read.
 *
 * @throws ServiceError `unusable_backup` when `fromFile` is no sound database of this service's; `restore_failed` or
 * `store_unavailable` when the one that is there is in use or cannot be replaced. Either way that one is as it was
 */
export async function restoreSqlite(options: RestoreOptions): Promise<Restoration> {
  const { file, fromFile } = options;
  refuseItself(fromFile, file);
  // From here on no server and no command opens the database.
  using _ = UseLock.take(file, 'replace');
  const next = `${file}-restoring`;
  remove(next);
  try {
    await copy(fromFile, next);
    const swept = await prepare(next, options);
    await flushToDisk(next);
    const replaced = await setAside(file, options.now());
    renameSync(next, file);
    await flushToDisk(dirname(file));
    return { replaced, swept };
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause;
    throw new ServiceError('restore_failed', { detail: { reason: failureOf(cause).message } });
  } finally {
    remove(next);
  }
}

function refuseItself(fromFile: string, file: string): void {
  const from = statSync(fromFile, { throwIfNoEntry: false });
  if (from === undefined) throw refused('there is no such file');
  if (!from.isFile()) throw refused('this is not a file');
  const present = statSync(file, { throwIfNoEntry: false });
  if (present?.ino === from.ino && present.dev === from.dev) throw refused('this is the database itself');
}

/** Byte for byte, so that nothing is ever written beside `fromFile`. What is not in the file yet stands in its log. */
async function copy(fromFile: string, next: string): Promise<void> {
  // Where nobody ever had it open there is nothing to wait for, and nothing to leave behind.
  using _ = existsSync(`${fromFile}-lock`) ? UseLock.take(fromFile, 'replace') : undefined;
  for (const ending of ['', ...logs]) {
    if (existsSync(fromFile + ending)) await copyPrivately(fromFile + ending, next + ending);
  }
}

function copyPrivately(from: string, to: string): Promise<void> {
  return pipeline(createReadStream(from), createWriteStream(to, { flags: 'wx', mode: 0o600 }));
}

/** Brings the copy up to date, verifies it, and leaves it as one file without a log. Returns how many holds had lapsed. */
async function prepare(next: string, { now, sweepIntervalMs, events }: RestoreOptions): Promise<number> {
  try {
    refuseOthers(next);
    const { faults, swept } = await verifyCopy(next, { now, sweepIntervalMs, events });
    const [fault] = faults;
    if (fault !== undefined) throw refused(unsound(fault, faults.length));
    if (!foldLog(next)) throw refused('its log cannot be read');
    return swept;
  } catch (cause) {
    if (hasReason(cause, 'unusable_backup')) throw cause;
    throw refused(cause instanceof ServiceError ? cause.detail['reason'] : failureOf(cause).message);
  }
}

function refuseOthers(next: string): void {
  using connection = new Connection({ file: next, readOnly: false, lockWaitMs });
  refuseForeign(connection, { evenIfEmpty: true });
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
 * Gives the database in `file` a second name, under which it stays, and leaves nothing beside `file` that could be taken
 * for the log of what comes there next. Until then `file` is what it was: a damaged one alone loses the log that it
 * could not read, which is kept as well.
 */
async function setAside(file: string, at: UnixMs): Promise<string | undefined> {
  await forgetUnfinished(file);
  const kept = `${file}.replaced-${new Date(at).toISOString().replaceAll(/[-:.]/g, '')}`;
  await using logsKept = await keepLogs(file, kept);
  const there = existsSync(file);
  if (there) {
    if (!foldLog(file)) logsKept.move();
    linkSync(file, kept);
  }
  await flushToDisk(dirname(file));
  for (const ending of [...logs, '-shm']) if (existsSync(file + ending)) rmSync(file + ending);
  await flushToDisk(dirname(file));
  return there ? kept : undefined;
}

/** Copies of the logs, taken back unless moved: a program that cannot make sense of a log may well delete it. */
async function keepLogs(file: string, kept: string): Promise<AsyncDisposableStack> {
  await using copies = new AsyncDisposableStack();
  for (const ending of logs.filter((each) => existsSync(file + each))) {
    copies.defer(() => rmSync(kept + ending, { force: true }));
    await copyPrivately(file + ending, kept + ending);
    await flushToDisk(kept + ending);
  }
  return copies.move();
}

/** A restore that was cut short before its last step has left the database with two names. */
async function forgetUnfinished(file: string): Promise<void> {
  const present = statSync(file, { throwIfNoEntry: false });
  if (present === undefined || present.nlink === 1) return;
  for (const name of await readdir(dirname(file))) {
    if (!name.startsWith(`${basename(file)}.replaced-`)) continue;
    const other = join(dirname(file), name);
    if (statSync(other).ino === present.ino) rmSync(other);
  }
}

/**
 * Writes what stands in a database's log into its file, and leaves it without a log.
 *
 * @returns false when the database is too damaged for that
 * @throws ServiceError `restore_failed` when another program has it open
 */
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

function remove(next: string): void {
  for (const ending of ['', ...logs, '-shm', '-lock']) rmSync(next + ending, { force: true });
}

async function flushToDisk(path: string): Promise<void> {
  await using handle = await open(path, 'r');
  await handle.sync();
}

function refused(reason: unknown): ServiceError {
  return new ServiceError('unusable_backup', { detail: { reason } });
}

function inUse(): ServiceError {
  return new ServiceError('restore_failed', {
    detail: { reason: 'another program has the database open; close it first' },
  });
}
