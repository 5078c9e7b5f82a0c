import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { loadMigrations } from '../../../../src/adapters/sql/migration.ts';
import { migratePostgres } from '../../../../src/adapters/sql/postgres/migrate.ts';
import { query } from '../../../../src/adapters/sql/procedure.ts';
import { describeMigrations } from '../../../contract/migrations.ts';
import { eventually } from '../../../support/eventually.ts';
import { firstMoment, sweepIntervalMs } from '../../../support/ledger-world.ts';
import { openSession, sharedPostgres, superuserCommand, urlOf } from '../../../support/postgres.ts';
import { waitingFor } from '../../../support/postgres-shop.ts';
import { freePort } from '../../../support/server-process.ts';
import { unmigratedPostgres } from '../../../support/unmigrated-databases.ts';

const names = loadMigrations('postgres').map(({ name }) => name);

describeMigrations('PostgreSQL', { names, setup: unmigratedPostgres });

describe('migrations of PostgreSQL', () => {
  test('of several processes that migrate concurrently, one does', async () => {
    await using database = await unmigratedPostgres();
    const applied = await Promise.all([1, 2, 3, 4].map(() => database.migrate()));
    assert.deepEqual(applied.flat(), names);
  });

  test('a process waits for another one longer than for the lock of a table', async () => {
    await using database = await unmigratedPostgres();
    await using other = await openSession(database.url);
    await other.rows(query('select pg_advisory_lock(1148348269)'));
    const waiting = migratePostgres(database.url, { statementMaxMs: 60_000, lockWaitMs: 20 });
    await eventually(async () => (await waitingFor(database.url, 'advisory')) === 1);
    await pause(100);
    await other.rows(query('select pg_advisory_unlock(1148348269)'));
    assert.deepEqual(await waiting, names);
  });

  test('a node refuses a database with pending migrations, and changes nothing', async () => {
    await using database = await unmigratedPostgres();
    await assert.rejects(database.open(), {
      code: 'store_unavailable',
      message: /0001-ledger.*run bin\/dragoman db migrate/,
    });
    assert.deepEqual(await database.tables(), []);
  });

  test('a failed migration leaves nothing behind, and can be applied once the cause is fixed', async () => {
    await using database = await unmigratedPostgres();
    await database.edit('create function refuse_change() returns int language sql as $$ select 1 $$');
    await assert.rejects(database.migrate(), { code: 'store_unavailable', message: /refuse_change/ });
    assert.deepEqual(await database.tables(), ['migrations']);
    assert.deepEqual(await database.pending(), names);
    await database.edit('drop function refuse_change()');
    assert.deepEqual(await database.migrate(), names);
  });

  test('tables added beside the ledger later are accepted', async () => {
    await using database = await unmigratedPostgres();
    await database.migrate();
    await database.edit('create table session (id text primary key)');
    await using stores = await database.open();
    assert.deepEqual(await stores.ledger.verify(firstMoment, sweepIntervalMs), []);
  });

  test('a database of another encoding is refused', async () => {
    const server = await sharedPostgres();
    await superuserCommand(server.url, "create database latin template template0 encoding 'LATIN1' locale 'C'");
    await assert.rejects(migratePostgres(urlOf(server, 'latin')), {
      code: 'store_unavailable',
      message: 'store_unavailable: its encoding is LATIN1 and must be UTF8',
    });
    await superuserCommand(server.url, 'drop database latin');
  });

  test('a server older than 15 is refused', async () => {
    await using database = await unmigratedPostgres();
    // Found before the server's own function; reports an older version.
    await database.edit(
      'create schema older',
      `create function older.current_setting(name text) returns text language sql as $$
       select case name when 'server_version_num' then '140012' when 'server_version' then '14.12'
        else pg_catalog.current_setting(name) end $$`,
      `alter database ${new URL(database.url).pathname.slice(1)} set search_path = older, pg_catalog, public`,
    );
    await assert.rejects(database.migrate(), {
      code: 'store_unavailable',
      message: 'store_unavailable: PostgreSQL 14.12 is too old: 15 or newer is needed',
    });
  });

  test('an unreachable server and a missing database are reported in one line without the password', async () => {
    const unreachable = `postgres://dragoman:hunter2@localhost:${await freePort()}/dragoman`;
    for (const [url, message] of [
      [unreachable, /^store_unavailable: [^\n]*ECONNREFUSED[^\n]*$/],
      [urlOf(await sharedPostgres(), 'nothing'), /^store_unavailable: database "nothing" does not exist$/],
      ['postgres://dragoman:hunter2@[/dragoman', /^store_unavailable: the address[^\n]* cannot be read$/],
    ] as const) {
      const failure: unknown = await migratePostgres(url).catch((cause: unknown) => cause);
      assert(failure instanceof Error);
      assert.match(failure.message, message);
      assert.doesNotMatch(JSON.stringify(failure) + String(failure.stack), /hunter2/);
    }
  });
});
