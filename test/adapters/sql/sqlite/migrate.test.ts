import assert from 'node:assert/strict';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { loadMigrations, pendingMigrations } from '../../../../src/adapters/sql/migration.ts';
import { migrateSqlite, pendingSqliteMigrations } from '../../../../src/adapters/sql/sqlite/migrate.ts';
import { openSqlite } from '../../../../src/adapters/sql/sqlite/open-sqlite.ts';
import { noEvents, temporaryFolder } from '../../../support/stores.ts';

async function setup() {
  const folder = await temporaryFolder();
  return {
    path: folder.path,
    file: join(folder.path, 'dragoman.db'),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

const all = loadMigrations('sqlite').map(({ name }) => name);

describe('migrations on SQLite', () => {
  test('a new database gets all of them, once', async () => {
    await using world = await setup();
    assert.deepEqual(migrateSqlite(world.file), all);
    assert.deepEqual(migrateSqlite(world.file), []);
    assert.deepEqual(pendingSqliteMigrations(world.file), []);
  });

  test('a database that is not new yet tells which are due, unchanged', async () => {
    await using world = await setup();
    writeFileSync(world.file, '');
    assert.deepEqual(pendingSqliteMigrations(world.file), all);
    assert.deepEqual(pendingSqliteMigrations(world.file), all);
  });

  test('opening applies them, in a folder that it makes', async () => {
    await using world = await setup();
    const file = join(world.path, 'deep', 'down', 'dragoman.db');
    await using stores = await openSqlite({ file, events: noEvents });
    assert.deepEqual(await stores.accounts.listAccounts(), []);
    assert.deepEqual(pendingSqliteMigrations(file), []);
  });

  test('what is created can be read by its owner alone', async () => {
    await using world = await setup();
    await using stores = await openSqlite({ file: world.file, events: noEvents });
    const copy = join(world.path, 'copy.db');
    await stores.backup(copy);
    for (const file of [world.file, `${world.file}-wal`, copy]) assert.equal(statSync(file).mode & 0o777, 0o600, file);
  });

  test('a database newer than the program is refused and left alone', async () => {
    await using world = await setup();
    migrateSqlite(world.file);
    edit(world.file, "insert into migrations values (99, '0099-tomorrow', 'c', 1)");
    await assert.rejects(openSqlite({ file: world.file, events: noEvents }), {
      code: 'store_unavailable',
      message: /0099-tomorrow.*newer/,
    });
  });

  test('a database made by other migrations of the same number is refused', async () => {
    await using world = await setup();
    migrateSqlite(world.file);
    edit(world.file, "update migrations set checksum = 'other'");
    assert.throws(() => migrateSqlite(world.file), { code: 'store_unavailable', message: /0001-ledger differs/ });
  });

  test("another program's database is refused and left alone", async () => {
    await using world = await setup();
    edit(world.file, 'create table photos (name text)');
    assert.throws(() => migrateSqlite(world.file), { code: 'store_unavailable', message: /another program/ });
    assert.throws(() => pendingSqliteMigrations(world.file), { code: 'store_unavailable' });
    assert.deepEqual(tablesIn(world.file), ['photos']);
  });

  test('a file that is no database is refused with a clear reason', async () => {
    await using world = await setup();
    writeFileSync(world.file, 'not a database at all, but long enough to be read as the first page of one '.repeat(20));
    await assert.rejects(openSqlite({ file: world.file, events: noEvents }), { code: 'store_unavailable' });
  });

  test('a folder that cannot be made, or a file that is a folder, is refused with a clear reason', async () => {
    await using world = await setup();
    writeFileSync(world.file, '');
    const inner = join(world.path, 'folder');
    mkdirSync(inner);
    for (const file of [join(world.file, 'dragoman.db'), inner]) {
      await assert.rejects(openSqlite({ file, events: noEvents }), {
        code: 'store_unavailable',
        message: /^The database cannot be used: /,
      });
    }
  });

  test('those that are known but not applied are due, in order', () => {
    const [first] = loadMigrations('sqlite');
    assert(first !== undefined);
    const second = { ...first, number: 2, name: '0002-more', checksum: 'c2' };
    assert.deepEqual(pendingMigrations([first, second], []), [first, second]);
    assert.deepEqual(pendingMigrations([first, second], [first]), [second]);
  });
});

function edit(file: string, sql: string): void {
  using database = new DatabaseSync(file);
  database.exec(sql);
}

function tablesIn(file: string): readonly unknown[] {
  using database = new DatabaseSync(file, { readOnly: true });
  return database
    .prepare('select name from sqlite_master')
    .all()
    .map(({ name }) => name);
}
