import { ServiceError } from '../../../ground/service-error.ts';
import { wholeNumberValue } from '../column-values.ts';
import { insertApplied, loadMigrations, type Migration, pendingMigrations, selectApplied } from '../migration.ts';
import { placeOf } from '../versioned-rows.ts';
import { SqliteConnection, type SqliteConnectionOptions } from './connection.ts';
import { refuseOrphanedLog } from './database-files.ts';
import { unusableFile } from './sqlite-error.ts';
import { createPrivately, UseLock } from './use-lock.ts';

/** Marks a file as Dragoman's ("Drgm"). Source: https://www.sqlite.org/fileformat.html#application_id */
const applicationId = 0x4472676d;

const createRecord = `create table if not exists migrations (
  number integer primary key not null,
  name text not null,
  checksum text not null,
  applied_at integer not null
) strict`;

/** How long to wait for another process that migrates the file or writes to it. */
const lockWaitMs = 30_000;

/**
 * Creates the database and its folder if they are missing, and applies pending migrations in one transaction; returns
 * their names. Safe at any time, and by several processes.
 * @throws ServiceError `store_unavailable` when the file is foreign, of a newer program, or missing beside its log
 */
export function migrateSqlite(file: string): readonly string[] {
  return onConnection({ file, readOnly: false, lockWaitMs }, migrate);
}

/** Changes nothing. @throws ServiceError `store_unavailable` as `migrateSqlite` */
export function pendingSqliteMigrations(file: string): readonly string[] {
  return onConnection({ file, readOnly: true, lockWaitMs }, (connection) => {
    refuseForeign(connection);
    return (hasRecord(connection) ? pendingIn(connection) : loadMigrations('sqlite')).map(({ name }) => name);
  });
}

/** As `migrateSqlite`, on an open connection. */
export function migrate(connection: SqliteConnection): readonly string[] {
  const { database } = connection;
  refuseForeign(connection);
  // Usually nothing is pending; this check does not wait for writers.
  if (hasRecord(connection) && pendingIn(connection).length === 0) return [];
  database.exec('begin immediate');
  try {
    database.exec(`pragma application_id = ${applicationId}`);
    database.exec(createRecord);
    // For 0009-term-places: SQLite cannot remove accents.
    database.function('place_of', (entry) => placeOf(String(entry)));
    const pending = pendingIn(connection);
    for (const { number, name, checksum, sql } of pending) {
      database.exec(sql);
      connection.rows(insertApplied, [number, name, checksum, Date.now()]);
    }
    database.exec('commit');
    return pending.map(({ name }) => name);
  } catch (cause) {
    if (database.isTransaction) database.exec('rollback');
    throw cause;
  }
}

function onConnection<Result>(options: SqliteConnectionOptions, use: (connection: SqliteConnection) => Result): Result {
  try {
    using _ = UseLock.take(options.file, 'operate');
    if (!options.readOnly) {
      refuseOrphanedLog(options.file);
      // Keeps addresses and key hashes private on a shared machine; the log files get the same permissions.
      createPrivately(options.file);
    }
    using connection = new SqliteConnection(options);
    return use(connection);
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause;
    throw unusableFile(options.file, cause);
  }
}

function hasRecord(connection: SqliteConnection): boolean {
  return connection.rows("select 1 from sqlite_master where name = 'migrations'").length > 0;
}

function pendingIn(connection: SqliteConnection): readonly Migration[] {
  return pendingMigrations(loadMigrations('sqlite'), connection.rows(selectApplied));
}

/** @throws ServiceError `store_unavailable` when the database is another program's; a new one is accepted */
export function refuseForeign(connection: SqliteConnection, { evenIfEmpty = false } = {}): void {
  const [id] = connection.rows('pragma application_id');
  const [tables] = connection.rows('select count(*) from sqlite_master');
  if (wholeNumberValue(id?.[0]) === applicationId) return;
  if (wholeNumberValue(tables?.[0]) === 0 && !evenIfEmpty) return;
  throw new ServiceError('store_unavailable', { detail: { reason: 'the file belongs to another program' } });
}
