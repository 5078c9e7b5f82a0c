import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { SeparateConnection } from '../../../src/adapters/identity/sqlite-connection.ts';
import { openPeopleOnPostgres } from '../../support/people-postgres.ts';
import { Client, openPeopleOnSqlite, openPeopleWorld, signUp } from '../../support/people-world.ts';
import { sharedPostgres, superuserCommand } from '../../support/postgres.ts';
import { temporaryFolder } from '../../support/stores.ts';

describe('SQLite connection of the sign-in library', () => {
  test('waits for another writer', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'dragoman.db');
    await using connection = new SeparateConnection(file);
    await connection.run('create table words (word text)');
    using other = new DatabaseSync(file);
    other.exec("begin immediate; insert into words values ('first')");
    const waiting = connection.run("insert into words values ('second')");
    other.exec('commit');
    assert.deepEqual(await waiting, { id: 2, kind: 'done', rows: [], changes: 1 });
    const { rows } = await connection.run('select word from words order by rowid');
    assert.deepEqual(JSON.stringify(rows), '[{"word":"first"},{"word":"second"}]');
  });

  test('reports an unreachable database, and works again when it is back', async () => {
    await using folder = await temporaryFolder();
    const missing = join(folder.path, 'missing');
    await using connection = new SeparateConnection(join(missing, 'dragoman.db'));
    const asked = ['select 1', 'select 2'].map((sql) =>
      assert.rejects(connection.run(sql), { code: 'store_unavailable' }),
    );
    await Promise.all(asked);
    await mkdir(missing);
    assert.equal((await connection.run('select 1 as one')).rows.length, 1);
  });

  test('refuses statements beyond its queue and after it is closed', async () => {
    await using folder = await temporaryFolder();
    const connection = new SeparateConnection(join(folder.path, 'dragoman.db'));
    const asked = await Promise.allSettled(Array.from({ length: 1_200 }, () => connection.run('select 1')));
    const refused = asked.filter(({ status }) => status === 'rejected');
    assert.equal(refused.length, 200);
    await connection[Symbol.asyncDispose]();
    await assert.rejects(connection.run('select 1'), { code: 'store_unavailable' });
  });

  test('fails with an SQLite message that quotes no value', async () => {
    await using folder = await temporaryFolder();
    await using connection = new SeparateConnection(join(folder.path, 'dragoman.db'));
    await connection.run('create table people (email text unique)');
    await connection.run('insert into people values (?)', ['ada@example.com']);
    await assert.rejects(connection.run('insert into people values (?)', ['ada@example.com']), (error: Error) => {
      const said = JSON.stringify(error);
      return said.includes('UNIQUE constraint failed') && !said.includes('ada@example.com');
    });
  });
});

describe('sign-in with an unreachable database', () => {
  test('reports the failure on PostgreSQL instead of a missing session; the process continues', async () => {
    const events = { backgroundFailed: () => undefined };
    await using world = await openPeopleWorld(() => openPeopleOnPostgres({ events }), { events });
    const ada = await signUp(world, 'ada@example.com');
    assert.ok(world.stores.identity.kind === 'postgres');
    const { url } = await sharedPostgres();
    const name = new URL(world.stores.identity.url()).pathname.slice(1);
    await superuserCommand(url, `alter database ${name} with allow_connections false`);
    await superuserCommand(
      url,
      `select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = '${name}'`,
    );
    await assert.rejects(world.people.findVisitor(ada.caller), { code: 'store_unavailable' });
    await superuserCommand(url, `alter database ${name} with allow_connections true`);
    assert.notEqual(await world.people.findVisitor(ada.caller), undefined);
  });

  test('reports the failure on SQLite', async () => {
    await using world = await openPeopleWorld(openPeopleOnSqlite);
    const ada = await signUp(world, 'ada@example.com');
    await world.stores.corrupt('alter table auth_sessions rename to auth_sessions_gone');
    await assert.rejects(world.people.findVisitor(ada.caller), { code: 'store_unavailable' });
    const claim = { email: 'ada@example.com', password: 'correct horse battery staple' };
    await assert.rejects(world.people.signIn(new Client().caller, claim), { code: 'store_unavailable' });
  });
});
