import assert from 'node:assert/strict';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { loadMigrations, pendingMigrations } from '../../../../src/adapters/sql/migration.ts';
import { migrateSqlite, pendingSqliteMigrations } from '../../../../src/adapters/sql/sqlite/migrate.ts';
import { openSqlite } from '../../../../src/adapters/sql/sqlite/open-sqlite.ts';
import { describeMigrations } from '../../../contract/migrations.ts';
import { noEvents, temporaryFolder } from '../../../support/stores.ts';

async function setup(emptyFile: 'is made' | 'is not made' = 'is not made') {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'dragoman.db');
  if (emptyFile === 'is made') writeFileSync(file, '');
  return {
    path: folder.path,
    file,
    pending: async () => pendingSqliteMigrations(file),
    migrate: async () => migrateSqlite(file),
    open: () => openSqlite({ file, events: noEvents }),
    edit: (sql: string) => {
      using database = new DatabaseSync(file);
      database.exec(sql);
    },
    tables: async () => tablesIn(file),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

const all = loadMigrations('sqlite').map(({ name }) => name);

describeMigrations('SQLite', { names: all, setup: () => setup('is made') });

describe('migrations on SQLite', () => {
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

  test('a file that is no database is refused with a clear reason', async () => {
    await using world = await setup();
    writeFileSync(world.file, 'not a database at all, but long enough to be read as the first page of one '.repeat(20));
    await assert.rejects(openSqlite({ file: world.file, events: noEvents }), { code: 'store_unavailable' });
  });

  test('a folder that cannot be made, or a file that is a folder, is refused with a clear reason', async () => {
    await using world = await setup('is made');
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

function tablesIn(file: string): readonly unknown[] {
  using database = new DatabaseSync(file, { readOnly: true });
  return database
    .prepare('select name from sqlite_master')
    .all()
    .map(({ name }) => name);
}
