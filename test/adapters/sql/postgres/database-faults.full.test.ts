import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { PostgresConnection } from '../../../../src/adapters/sql/postgres/connection.ts';
import { type DatabaseOptions, PostgresDatabase } from '../../../../src/adapters/sql/postgres/database.ts';
import { openPostgres } from '../../../../src/adapters/sql/postgres/open-postgres.ts';
import { change, query } from '../../../../src/adapters/sql/procedure.ts';
import { ServiceError } from '../../../../src/ground/service-error.ts';
import { eventually } from '../../../support/eventually.ts';
import {
  createTemporaryDatabase,
  openSession,
  rowsOf,
  sharedPostgres,
  superuserCommand,
  urlOf,
} from '../../../support/postgres.ts';
import { startPostgres } from '../../../support/postgres-server.ts';
import { TcpProxy } from '../../../support/tcp-proxy.ts';

const once = { once: true } as const;

/** A database with one row to lock, and the logged failures. */
async function setup() {
  await using opening = new AsyncDisposableStack();
  const { url } = opening.use(await createTemporaryDatabase('empty'));
  await superuserCommand(
    url,
    'create table purses (id int primary key, amount int)',
    'insert into purses values (1, 5)',
  );
  const database = opening.use(await PostgresDatabase.open({ url, connectionsMax: 2, onFailure: () => undefined }));
  const opened = opening.move();
  return { url, database, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

const spend = change('update purses set amount = amount - 1 where id = 1');

// Each waits for a limit of some seconds, so they run concurrently.
describe('limits on waits for PostgreSQL', { concurrency: true }, () => {
  test('a statement that waits too long for a lock fails and is retried', async () => {
    await using world = await setup();
    await using other = await openSession(world.url);
    await other.command('begin; update purses set amount = 7');
    await assert.rejects(world.database.run(spend, once), {
      code: 'store_unavailable',
      detail: { sqlState: '55P03', constraint: undefined, reason: 'another session held a lock for too long' },
    });
    let tries = 0;
    let released: Promise<void> | undefined;
    await world.database.transact(
      function* () {
        // Held until the first attempt has failed.
        if (++tries === 2) released = other.command('rollback');
        yield spend;
      },
      { patienceMs: 60_000 },
    );
    // The server can answer the other connection first, and closing that one before its answer is an error.
    await released;
    assert.equal(tries, 2);
    assert.deepEqual(await world.database.run(query('select amount from purses')), [[4]]);
  });

  test('the server cancels a statement that takes too long', async () => {
    await using world = await setup();
    const slow = query('select 1 from (select pg_sleep(60)) as slept');
    await assert.rejects(world.database.run(slow, once), {
      code: 'store_unavailable',
      detail: { sqlState: '57014', constraint: undefined, reason: 'the server took too long' },
    });
    assert.deepEqual(await world.database.run(query('select 1')), [[1]]);
  });

  test('an answer that arrives while the process is busy for longer than every limit is read', async () => {
    await using world = await setup();
    await using connection = await PostgresConnection.open({ url: world.url, statementMaxMs: 100, lockWaitMs: 100 });
    const asked = connection.value('select 7');
    // The statement is sent, and then no answer is read.
    await nextTurn();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500);
    assert.equal(await asked, 7);
    assert.equal(connection.usable, true);
  });

  test('a connection to a silent server process is closed and replaced', async () => {
    await using world = await setup();
    const [row] = await world.database.run(query('select pg_backend_pid()'));
    const pid = Number(row?.[0]);
    process.kill(pid, 'SIGSTOP');
    try {
      const failure: unknown = await world.database.run(query('select 2'), once).catch((cause: unknown) => cause);
      assert(failure instanceof ServiceError);
      assert.equal(failure.code, 'store_unavailable');
      assert.match(String(failure.detail['reason']), /^PostgreSQL at \S+:\d+ did not answer in 7 s$/);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    const served = await Promise.all([1, 2, 3].map(() => world.database.run(query('select pg_backend_pid()'))));
    assert.ok(served.flat(2).every((each) => each !== pid));
  });
});

describe('stopped PostgreSQL server', () => {
  test('a start waits for a server that closes its connections, with one log line, and gives up in time', async () => {
    await using database = await createTemporaryDatabase();
    await using proxy = await TcpProxy.start(Number(new URL(database.url).port));
    const url = proxy.lead(database.url);
    const tasks: string[] = [];
    let patient = () => undefined as unknown;
    const events = {
      backgroundFailed({ task }: { readonly task: string }) {
        tasks.push(task);
        patient();
      },
    };
    const start = (patienceMs: number, to = url) => openPostgres({ url: to, connectionsMax: 1, patienceMs, events });
    proxy.rule = () => 'cut';
    await assert.rejects(start(600), {
      code: 'store_unavailable',
      message: 'store_unavailable: PostgreSQL did not answer in 0.6 s: Connection terminated unexpectedly',
    });
    patient = () => (proxy.rule = () => 'pass');
    await using stores = await start(60_000);
    assert.deepEqual(await stores.accounts.listAccounts(), []);
    assert.deepEqual(new Set(tasks), new Set(['start: waiting for the database']));
    // What waiting cannot mend is reported at once.
    const missing = urlOf(await sharedPostgres(), 'nothing');
    await assert.rejects(start(60_000, missing), /database "nothing" does not exist/);
    await assert.rejects(start(60_000, 'postgres://[/dragoman'), /address of the database cannot be read/);
  });

  test('an unreachable server is reported, and the database works again when it is back', async () => {
    await using server = await startPostgres();
    for (const how of ['fast', 'immediate'] as const) {
      const tasks: string[] = [];
      const onFailure: DatabaseOptions['onFailure'] = ({ task }) => tasks.push(task);
      await using database = await PostgresDatabase.open({ url: server.url, connectionsMax: 3, onFailure });
      await server.stop(how);
      await assert.rejects(database.run(query('select 1'), { patienceMs: 300 }), { code: 'store_unavailable' });
      // Three lost connections, and one failed attempt to replace one.
      await eventually(() => tasks.length >= 4);
      assert.deepEqual(tasks, Array(4).fill('database connection'));
      await server.start();
      assert.deepEqual(await database.run(query('select 1'), { patienceMs: 20_000 }), [[1]]);
    }
  });

  test('a restart shorter than the retry time fails no request', async () => {
    await using server = await startPostgres();
    await superuserCommand(
      server.url,
      'create table purses (id int primary key, amount int)',
      'insert into purses values (1, 1000)',
    );
    await using database = await PostgresDatabase.open({
      url: server.url,
      connectionsMax: 3,
      onFailure: () => undefined,
    });
    const restarted = server.restart('fast');
    const spent = Array.from({ length: 50 }, () =>
      database.transact(
        function* () {
          yield spend;
        },
        { patienceMs: 20_000 },
      ),
    );
    await Promise.all([restarted, ...spent]);
    const [row] = await rowsOf(server.url, 'select amount from purses');
    // A commit without an id may have been executed before its retry.
    assert.ok(Number(row?.[0]) <= 950 && Number(row?.[0]) >= 950 - 3);
  });
});

describe('connections of a PostgreSQL server', () => {
  test('too few connections for this node or for operators prevent the start, with the numbers', async () => {
    await using server = await startPostgres({ settings: { max_connections: 20, superuser_reserved_connections: 3 } });
    const open = (connectionsMax: number, options: Partial<DatabaseOptions> = {}) =>
      PostgresDatabase.open({ url: server.url, connectionsMax, onFailure: () => undefined, ...options });
    const refusal = (message: RegExp) => ({ code: 'store_unavailable', message });
    const tooMany = refusal(/the server admits 17, others use 0, this node needs 30, and 3 must stay free/);
    await assert.rejects(open(30), tooMany);
    await assert.rejects(open(15), refusal(/this node needs 15, and 3 must stay free/));
    await using first = await open(7);
    await using second = await open(7);
    const noRoom = refusal(/the server admits 17, others use 14, this node needs 1, and 3 must stay free/);
    await assert.rejects(open(1), noRoom);
    await using operator = await open(2, { connectionsSpared: 0 });
    for (const database of [first, second, operator]) {
      assert.deepEqual(await database.run(query('select 1')), [[1]]);
    }
  });

  test('a connection limit on the database or on the user also counts', async () => {
    await using server = await startPostgres();
    await superuserCommand(
      server.url,
      'create role ours login connection limit 8',
      'create database narrow connection limit 6 owner ours',
      'create database wide owner ours',
    );
    const open = (database: string) => {
      const url = new URL(urlOf(server, database));
      url.username = 'ours';
      return PostgresDatabase.open({ url: url.href, connectionsMax: 5, onFailure: () => undefined });
    };
    await assert.rejects(open('narrow'), { message: /the database admits 6, others use 0, this node needs 5/ });
    await using first = await open('wide');
    await assert.rejects(open('wide'), { message: /the user admits 8, others use 5, this node needs 5/ });
    assert.deepEqual(await first.run(query('select 1')), [[1]]);
  });
});
