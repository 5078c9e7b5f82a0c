import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ServiceError } from '../../../ground/service-error.ts';
import { flushToDisk } from '../sqlite/backup.ts';
import { SqliteConnection } from '../sqlite/connection.ts';
import { refuseOrphanedLog } from '../sqlite/database-files.ts';
import { migrateSqlite, pendingSqliteMigrations } from '../sqlite/migrate.ts';
import { removeDatabase } from '../sqlite/restore.ts';
import { UseLock } from '../sqlite/use-lock.ts';
import { verifySqlite } from '../sqlite/verifier.ts';
import { type CopiedTable, type CopySide, type CopySource, quotedName, type Target, verification } from './tables.ts';

const lockWaitMs = 5_000;

/** Characters after which a batch of rows is complete. */
const batchCharacters = 524_288;

/** Page cache of the copy in KiB: the rows of an index come in any order. */
const targetCacheKib = 262_144;

/**
 * Excludes every other process of the service unless it is a rehearsal.
 * @throws ServiceError `store_unavailable` when the file is in use, missing or not up to date
 */
export function openSqliteSource(file: string, { rehearsal }: { readonly rehearsal: boolean }): CopySource {
  if (!existsSync(file)) throw refused(`there is no file ${file}`);
  if (pendingSqliteMigrations(file).length > 0) {
    throw refused('it is not up to date: run bin/dragoman db migrate first');
  }
  using opening = new DisposableStack();
  opening.use(UseLock.take(file, rehearsal ? 'operate' : 'replace'));
  const connection = opening.use(new SqliteConnection({ file, readOnly: true, lockWaitMs }));
  connection.rows('begin');
  connection.rows('select 1 from sqlite_master');
  const opened = opening.move();
  return {
    ...sideOf(connection, file),
    read: (table) => batchesOf(connection, table),
    [Symbol.asyncDispose]: async () => opened.dispose(),
  };
}

/**
 * The database gets its name once it is complete.
 * @throws ServiceError `backup_exists`; `store_unavailable` when it is in use or has logs of an earlier database
 */
export function openSqliteTarget(file: string): Target {
  if (existsSync(file)) throw new ServiceError('backup_exists');
  using opening = new DisposableStack();
  // From here on no server can create a database with this name.
  opening.use(UseLock.take(file, 'replace'));
  refuseOrphanedLog(file);
  const partial = `${file}-copying`;
  removeDatabase(partial);
  opening.defer(() => removeDatabase(partial));
  migrateSqlite(partial);
  const connection = opening.use(new SqliteConnection({ file: partial, readOnly: false, lockWaitMs }));
  // A killed copy is begun again from nothing, so nothing needs to be on disk before its end.
  connection.database.exec(`pragma journal_mode = memory; pragma synchronous = off;
    pragma cache_size = -${targetCacheKib}; begin`);
  const opened = opening.move();
  return {
    ...sideOf(connection, partial),
    write: async (table, rows) => void connection.rows(insertion(table), [rows]),
    finish: async () => void connection.rows('commit'),
    keep: () => giveName(partial, file),
    [Symbol.asyncDispose]: async () => opened.dispose(),
  };
}

function sideOf(connection: SqliteConnection, file: string): Omit<CopySide, keyof AsyncDisposable> {
  return {
    kind: 'sqlite',
    rows: async (sql) => connection.rows(sql),
    verify: () => verifySqlite({ file, ...verification }),
  };
}

async function* batchesOf({ database }: SqliteConnection, { name, columns, key }: CopiedTable): AsyncGenerator<string> {
  const members = columns.map(({ name: column, rule }) => `'${column}', ${rule.read.sqlite(quotedName(column))}`);
  const statement = database.prepare(
    `select json_object(${members.join(', ')}) from ${quotedName(name)} order by ${key.map(quotedName).join(', ')}`,
  );
  statement.setReturnArrays(true);
  let rows: string[] = [];
  let size = 0;
  for (const [row] of statement.iterate() as Iterable<unknown> as Iterable<readonly [string]>) {
    rows.push(row);
    size += row.length;
    if (size < batchCharacters) continue;
    yield `[${rows.join()}]`;
    rows = [];
    size = 0;
  }
  if (rows.length > 0) yield `[${rows.join()}]`;
}

function insertion({ name, columns }: CopiedTable): string {
  const values = columns.map(({ name: column, rule }) => rule.write(`value ->> '${column}'`));
  return `insert into ${quotedName(name)} (${columns.map((column) => quotedName(column.name)).join(', ')})
    select ${values.join(', ')} from json_each($1)`;
}

async function giveName(partial: string, file: string): Promise<void> {
  await flushToDisk(partial);
  if (existsSync(file)) throw new ServiceError('backup_exists');
  await rename(partial, file);
  await flushToDisk(dirname(file));
}

function refused(reason: string): ServiceError {
  return new ServiceError('store_unavailable', { detail: { reason } });
}
