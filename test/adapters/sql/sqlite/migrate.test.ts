import assert from 'node:assert/strict';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { loadMigrations, pendingMigrations } from '../../../../src/adapters/sql/migration.ts';
import { pendingSqliteMigrations } from '../../../../src/adapters/sql/sqlite/migrate.ts';
import { openSqlite } from '../../../../src/adapters/sql/sqlite/open-sqlite.ts';
import { describeMigrations } from '../../../contract/migrations.ts';
import { noEvents } from '../../../support/stores.ts';
import { unmigratedSqlite } from '../../../support/unmigrated-databases.ts';

const all = loadMigrations('sqlite').map(({ name }) => name);

describeMigrations('SQLite', { names: all, setup: unmigratedSqlite });

describe('migrations on SQLite', () => {
  test('opening applies them, in a folder that it creates', async () => {
    await using world = await unmigratedSqlite('is not made');
    const file = join(world.path, 'deep', 'down', 'dragoman.db');
    await using stores = await openSqlite({ file, events: noEvents });
    assert.deepEqual(await stores.accounts.listAccounts(), []);
    assert.deepEqual(pendingSqliteMigrations(file), []);
  });

  test('new files are readable by their owner only', async () => {
    await using world = await unmigratedSqlite('is not made');
    await using stores = await openSqlite({ file: world.file, events: noEvents });
    const copy = join(world.path, 'copy.db');
    await stores.backup(copy);
    for (const file of [world.file, `${world.file}-wal`, copy]) assert.equal(statSync(file).mode & 0o777, 0o600, file);
  });

  test('a file that is not a database is refused with a clear reason', async () => {
    await using world = await unmigratedSqlite('is not made');
    writeFileSync(world.file, 'not a database at all, but long enough to be read as the first page of one '.repeat(20));
    await assert.rejects(openSqlite({ file: world.file, events: noEvents }), { code: 'store_unavailable' });
  });

  test('an impossible folder, or a folder instead of a file, is refused with a clear reason', async () => {
    await using world = await unmigratedSqlite();
    const inner = join(world.path, 'folder');
    mkdirSync(inner);
    for (const file of [join(world.file, 'dragoman.db'), inner]) {
      await assert.rejects(openSqlite({ file, events: noEvents }), {
        code: 'store_unavailable',
        message: /^store_unavailable: [^\n]{10,}/,
      });
    }
  });

  test('a folder that cannot be written to is reported with its path and what to do', async () => {
    // No user can create files there, not even root.
    await assert.rejects(openSqlite({ file: '/sys/dragoman.db', events: noEvents }), {
      code: 'store_unavailable',
      message:
        /\/sys\/dragoman\.db-lock'?; run this as the user who owns the folder and its files, or make DATA_DIR a folder/,
    });
  });

  test('known migrations that are not applied are pending, in order', () => {
    const [first] = loadMigrations('sqlite');
    assert(first !== undefined);
    const second = { ...first, number: 2, name: '0002-more', checksum: 'c2' };
    assert.deepEqual(pendingMigrations([first, second], []), [first, second]);
    assert.deepEqual(pendingMigrations([first, second], [[first.number, first.name, first.checksum]]), [second]);
  });
});
