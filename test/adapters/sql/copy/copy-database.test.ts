import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { SqlRow } from '../../../../src/adapters/sql/column-values.ts';
import { copyDatabase } from '../../../../src/adapters/sql/copy/copy-database.ts';
import { copiedTables, postgresColumns, tableNames } from '../../../../src/adapters/sql/copy/tables.ts';
import { openSqlite } from '../../../../src/adapters/sql/sqlite/open-sqlite.ts';
import { createTemporaryDatabase, openSession, rowsOf, superuserCommand } from '../../../support/postgres.ts';
import { noEvents, temporaryFolder } from '../../../support/stores.ts';
import { unmigratedSqlite } from '../../../support/unmigrated-databases.ts';
import { assertFull, contentOf, openFullDatabase } from './full-database.ts';

const sqlite = (file: string) => ({ kind: 'sqlite', file }) as const;
const postgres = (url: string) => ({ kind: 'postgres', url, connections: 1 }) as const;
const copy = (from: ReturnType<typeof sqlite | typeof postgres>, to: ReturnType<typeof sqlite | typeof postgres>) =>
  copyDatabase({ from, to, rehearsal: false });

const tablesOf = async (url: string) =>
  (await rowsOf(url, "select tablename::text from pg_tables where schemaname = 'public'")).map(([name]) =>
    String(name),
  );

describe('copy of a database', () => {
  test('from SQLite to PostgreSQL and back, every row of every table is the same, and all three ledgers are sound', async () => {
    await using full = await openFullDatabase();
    await using database = await createTemporaryDatabase('empty');
    const content = contentOf(full.file);
    assertFull(content);
    const there = await copy(sqlite(full.file), postgres(database.url));
    assert.deepEqual([there.equal, there.differences, there.faults], [true, [], []]);
    assert.deepEqual(
      new Map(there.tables.map(({ name, target }) => [name, Number(target)])),
      new Map(there.tables.map(({ name }) => [name, content[name]?.length])),
    );
    assert.deepEqual(there.tables.map(({ name }) => name).toSorted(), Object.keys(content));
    const file = join(full.path, 'back.db');
    const back = await copy(postgres(database.url), sqlite(file));
    assert.deepEqual([back.equal, back.differences, back.faults], [true, [], []]);
    assert.deepEqual(back.sums, there.sums);
    assert.deepEqual(contentOf(file), content);
    assert.deepEqual(contentOf(full.file), content);
  });

  test('covers each table and column of both databases, except those named here', async () => {
    await using database = await createTemporaryDatabase();
    const columns = await rowsOf(database.url, postgresColumns);
    const copied = new Set(tableNames());
    const notCopied = new Set(columns.map(([table]) => String(table)).filter((table) => !copied.has(table)));
    assert.deepEqual([...notCopied].toSorted(), ['claims', 'limiter_windows', 'migrations']);
    assert.equal(copiedTables(columns).length, copied.size);
    const refused = (changed: readonly SqlRow[], message: RegExp) =>
      assert.throws(() => copiedTables(changed), { name: 'ImpossibleError', message });
    refused([...columns, ['journal', 'colour', 'text']], /table journal has other columns on PostgreSQL/);
    const withoutAt = columns.filter(([table, column]) => table !== 'journal' || column !== 'at');
    refused(withoutAt, /journal\.at cannot be copied: it is missing/);
    refused([...withoutAt, ['journal', 'at', 'double precision']], /journal\.at cannot be copied: it is double/);
  });

  test('is rehearsed while a server uses the source, and refused without a rehearsal', async () => {
    await using full = await openFullDatabase();
    await using database = await createTemporaryDatabase('empty');
    await using _ = await openSqlite({ file: full.file, use: 'serve', events: noEvents });
    const [from, to] = [sqlite(full.file), postgres(database.url)];
    assert.equal((await copyDatabase({ from, to, rehearsal: true })).equal, true);
    const inUse = new RegExp(`the source: a server .* open \\(process ${process.pid}\\); stop it`);
    await assert.rejects(copy(from, to), { reason: 'copy_failed', message: inUse });
    assert.deepEqual(await tablesOf(database.url), []);
  });

  test('is refused while a node is connected to PostgreSQL, whatever name its URL gives it', async () => {
    await using folder = await temporaryFolder();
    await using database = await createTemporaryDatabase();
    await using _ = await openSession(`${database.url}?application_name=shop`);
    const refused = copy(postgres(database.url), sqlite(join(folder.path, 'copy.db')));
    await assert.rejects(refused, /the source: servers or commands have 1 connections to it; stop all nodes first/);
  });

  test('is refused when the target is not empty, and changes nothing of it', async () => {
    await using full = await openFullDatabase();
    await using database = await createTemporaryDatabase();
    await superuserCommand(database.url, "insert into leases values ('a task', 'a node', 1, 1)");
    await assert.rejects(copy(sqlite(full.file), postgres(database.url)), /the target: its table "leases" has rows/);
    assert.deepEqual(await rowsOf(database.url, 'select task from leases'), [['a task']]);
    const file = join(full.path, 'mine.db');
    writeFileSync(file, 'mine');
    await using other = await createTemporaryDatabase();
    await assert.rejects(copy(postgres(other.url), sqlite(file)), { reason: 'backup_exists' });
    assert.equal(readFileSync(file, 'utf8'), 'mine');
    const gone = join(full.path, 'gone.db');
    writeFileSync(`${gone}-wal`, 'of a database that was moved');
    const withoutFile = copy(postgres(other.url), sqlite(gone));
    await assert.rejects(withoutFile, /the target: .*gone\.db is missing, and its log .*gone\.db-wal is there/);
    assert.deepEqual([existsSync(gone), existsSync(`${gone}-wal`)], [false, true]);
  });

  test('says what PostgreSQL refuses: the connection, or a row of a table', async () => {
    await using full = await openFullDatabase();
    full.edit("update terms set note = 'a' || char(0)");
    await using database = await createTemporaryDatabase('empty');
    const missing = copy(sqlite(full.file), postgres(`${database.url}x`));
    await assert.rejects(missing, /the target: database ".*x" does not exist/);
    await assert.rejects(copy(sqlite(full.file), postgres(database.url)), /table terms: .* 22P05/);
    assert.deepEqual(await tablesOf(database.url), []);
  });

  test('is refused between two databases of one kind', async () => {
    await using full = await openFullDatabase();
    await assert.rejects(copy(sqlite(full.file), sqlite(join(full.path, 'copy.db'))), /use db backup/);
    await assert.rejects(copy(postgres('postgres://a/b'), postgres('postgres://a/c')), /use pg_dump/);
  });

  test('is refused when either database is older or newer than the program', async () => {
    await using full = await openFullDatabase();
    await using empty = await unmigratedSqlite();
    await using database = await createTemporaryDatabase();
    const last = 'delete from migrations where number = (select max(number) from migrations)';
    const unmigrated = copy(sqlite(empty.file), postgres(database.url));
    await assert.rejects(unmigrated, /the source: it is not up to date: .*db migrate/);
    await superuserCommand(database.url, last);
    const [file, url] = [sqlite(full.file), postgres(database.url)];
    await assert.rejects(copy(file, url), /the target: it is not up to date: .*db migrate/);
    const outdated = copy(url, sqlite(join(full.path, 'copy.db')));
    await assert.rejects(outdated, /the source: it is not up to date: .*db migrate/);
    await superuserCommand(database.url, "insert into migrations values (99, '0099-tomorrow', 'c', 1)");
    await assert.rejects(copy(file, url), /the target: a newer version .*0099-tomorrow.*: start that version/);
    full.edit("insert into migrations values (99, '0099-tomorrow', 'c', 1)");
    await assert.rejects(copy(file, url), /the source: a newer version .*0099-tomorrow.*: start that version/);
  });

  test('keeps nothing of an unsound ledger, and names the account', async () => {
    await using full = await openFullDatabase();
    full.edit('update balances set settled = settled + 1 where settled > 1');
    await using database = await createTemporaryDatabase('empty');
    const { equal, differences, faults } = await copy(sqlite(full.file), postgres(database.url));
    assert.deepEqual([equal, differences], [false, []]);
    assert.deepEqual(new Set(faults.map((fault) => fault.database)), new Set(['source', 'target']));
    assert.ok(faults.some(({ invariant }) => invariant === 'the journal sums to the balance'));
    assert.deepEqual(await tablesOf(database.url), []);
  });

  test('keeps nothing of a copy that differs, and names the column', async () => {
    await using full = await openFullDatabase();
    await using database = await createTemporaryDatabase();
    await superuserCommand(
      database.url,
      `create function shorten() returns trigger language plpgsql as
        $$ begin new.note = left(new.note || 'x', 1); new.created_at = new.created_at + 1; return new; end $$`,
      'create trigger shortens before insert on terms for each row execute function shorten()',
    );
    const { equal, differences, faults } = await copy(sqlite(full.file), postgres(database.url));
    assert.deepEqual([equal, differences], [false, ['terms.note', 'terms.created_at']]);
    assert.ok(faults.some(({ database: side, row }) => side === 'target' && row.includes('shortens')));
    assert.deepEqual(await rowsOf(database.url, 'select count(*)::int from accounts'), [[0]]);
  });
});
