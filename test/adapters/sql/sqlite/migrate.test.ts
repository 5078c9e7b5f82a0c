import assert from 'node:assert/strict';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { loadMigrations } from '../../../../src/adapters/sql/migration.ts';
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

  test('an impossible folder, and a folder or another file instead of a database, are refused with a clear reason', async () => {
    await using world = await unmigratedSqlite();
    const inner = join(world.path, 'folder');
    mkdirSync(inner);
    const text = join(world.path, 'text');
    writeFileSync(text, 'not a database at all, but long enough to be read as the first page of one '.repeat(20));
    for (const file of [join(world.file, 'dragoman.db'), inner, text]) {
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
});
