import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { findBreaches } from '../../src/adapters/sql/invariants.ts';
import type { SqlStores } from '../../src/adapters/sql/sql-stores.ts';
import { migrateSqlite } from '../../src/adapters/sql/sqlite/migrate.ts';
import { openSqlite, type SqliteOptions, type SqliteStores } from '../../src/adapters/sql/sqlite/open-sqlite.ts';
import { Reader } from '../../src/adapters/sql/sqlite/reader.ts';
import type { UnixMs } from '../../src/ground/units.ts';
import type { LedgerFault, LedgerStore } from '../../src/shop/ledger/ledger-store.ts';

/** The stores of one empty database, which disposing deletes. */
export type OpenStores = SqlStores & {
  /** The ledger's issues as found by `ledger.verify`, without a separate thread or connection. */
  readonly breaches: (now: UnixMs, sweepIntervalMs: number) => readonly LedgerFault[] | Promise<readonly LedgerFault[]>;
};

/** Creates a folder; disposing removes it with its content. */
export async function temporaryFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'dragoman-test-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

let emptyDatabase: Uint8Array | undefined;

/** Writes a migrated database unless there is one: a copy, because all migrations take five times as long. */
function writeEmptyDatabase(file: string): void {
  if (existsSync(file)) return;
  if (emptyDatabase === undefined) {
    migrateSqlite(file);
    emptyDatabase = readFileSync(file);
  } else writeFileSync(file, emptyDatabase, { mode: 0o600 });
}

/** Opens a new SQLite database in a new folder. */
export async function openTemporarySqlite(
  options: Partial<SqliteOptions> = {},
): Promise<OpenStores & SqliteStores & { readonly file: string; readonly corrupt: (sql: string) => void }> {
  await using opening = new AsyncDisposableStack();
  const folder = opening.use(await temporaryFolder());
  const file = join(folder.path, 'dragoman.db');
  writeEmptyDatabase(file);
  const stores = opening.use(await openSqlite({ file, events: noEvents, writesHere: true, ...options }));
  const reader = opening.use(new Reader(file));
  const opened = opening.move();
  return {
    ...stores,
    file,
    corrupt: (sql) => corruptSqlite(file, sql),
    breaches: (now, sweepIntervalMs) => reader.read(findBreaches({ now, sweepIntervalMs })),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/**
 * As `openSqlite`, without its threads, each of which takes 60 ms to start. `ledger.verify` checks the ledger, not the
 * file.
 */
export async function openSqliteHere(options: SqliteOptions): Promise<SqliteStores> {
  writeEmptyDatabase(options.file);
  const stores = await openSqlite({ ...options, writesHere: true });
  const verify: LedgerStore['verify'] = async (now, sweepIntervalMs, extent = 'whole') => {
    using reader = new Reader(options.file);
    return reader.read(findBreaches({ now, sweepIntervalMs, extent }));
  };
  return { ...stores, ledger: { ...stores.ledger, verify } };
}

/** Runs `sql` without the guards: no foreign keys, no checks; triggers are restored. */
function corruptSqlite(file: string, sql: string): void {
  using database = new DatabaseSync(file, { timeout: 5_000, enableForeignKeyConstraints: false });
  const triggers = database.prepare("select name, sql from sqlite_master where type = 'trigger'").all();
  database.exec('pragma ignore_check_constraints = on; begin immediate');
  for (const { name } of triggers) database.exec(`drop trigger ${String(name)}`);
  database.exec(sql);
  for (const { sql: create } of triggers) database.exec(String(create));
  database.exec('commit');
}

/** For tests where any failing background task fails the test. */
export const noEvents = {
  backgroundFailed({ task, cause }: { readonly task: string; readonly cause: unknown }): void {
    throw new Error(`background task failed: ${task}`, { cause });
  },
};
