import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PostgresDatabase } from '../../../../src/adapters/sql/postgres/database.ts';
import { sqlStateOf } from '../../../../src/adapters/sql/postgres/postgres-error.ts';
import { change, changed, type Procedure, query } from '../../../../src/adapters/sql/procedure.ts';
import { assert as assertPossible, ImpossibleError } from '../../../../src/ground/assert.ts';
import { eventually } from '../../../support/eventually.ts';
import { createTemporaryDatabase, openSession, rowsOf, superuserCommand } from '../../../support/postgres.ts';

type Failure = { readonly task: string; readonly cause: unknown };

/** A database with accounts 1 and 2 of 100 each, opened with `connectionsMax` connections. */
async function setup(connectionsMax = 4) {
  await using opening = new AsyncDisposableStack();
  const { url } = opening.use(await createTemporaryDatabase('empty'));
  await superuserCommand(
    url,
    'create table purses (id int primary key, amount int not null constraint never_negative check (amount >= 0))',
    'insert into purses values (1, 100), (2, 100)',
    // Makes the server detect deadlocks quickly.
    `alter database ${new URL(url).pathname.slice(1)} set deadlock_timeout = '50ms'`,
  );
  const failures: Failure[] = [];
  const database = opening.use(
    await PostgresDatabase.open({ url, connectionsMax, onFailure: (failure) => failures.push(failure) }),
  );
  const opened = opening.move();
  return {
    url,
    database,
    failures,
    amounts: async () => (await database.run(query('select amount from purses order by id'))).flat(),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

function* move(from: number, to: number, amount: number): Procedure<void> {
  yield change('update purses set amount = amount - $2 where id = $1', from, amount);
  yield change('update purses set amount = amount + $2 where id = $1', to, amount);
}

/** For calls whose retry time does not matter to the test. */
const patient = { patienceMs: 600_000 };

/** Waits in the server until the gate is open, longer than a statement's lock wait. */
const passGate = query(
  "select 1 from (select set_config('lock_timeout', '0', true), pg_advisory_xact_lock_shared(7)) as passed",
);

/** Waits until other changes of a purse have ended, so that a retry does not conflict again. */
const waitForOthers = change('lock table purses in exclusive mode');

/** Locks the gate until it is opened. */
async function shutGate(url: string) {
  const session = await openSession(url);
  await session.command('select pg_advisory_lock(7)');
  return {
    /** Resolves once `count` connections wait at the gate. */
    async awaits(count: number) {
      const waiting = `select count(*)::int from pg_locks where locktype = 'advisory' and not granted
       and database = (select oid from pg_database where datname = current_database())`;
      await eventually(async () => (await session.value(waiting)) === count);
    },
    open: () => session.command('select pg_advisory_unlock(7)'),
    [Symbol.asyncDispose]: () => session[Symbol.asyncDispose](),
  };
}

const processesOf = (url: string, condition = 'true') =>
  rowsOf(
    url,
    `select pid from pg_stat_activity where backend_type = 'client backend' and datname = current_database()
     and pid <> pg_backend_pid() and ${condition}`,
  );

describe('PostgreSQL database', () => {
  test('executes a transaction completely or not at all', async () => {
    await using world = await setup();
    await world.database.transact(() => move(1, 2, 30));
    assert.deepEqual(await world.amounts(), [70, 130]);
    await assert.rejects(
      world.database.transact(() => move(1, 2, 71)),
      {
        code: 'store_unavailable',
        detail: {
          sqlState: '23514',
          constraint: 'never_negative',
          reason: 'the server refused with SQLSTATE 23514',
        },
      },
    );
    assert.deepEqual(await world.amounts(), [70, 130]);
  });

  test('reports a read-only database as such, even if its connection is closed for it', async () => {
    await using world = await setup();
    const name = new URL(world.url).pathname.slice(1);
    await superuserCommand(world.url, `alter database ${name} set default_transaction_read_only = on`);
    const failures: Failure[] = [];
    const onFailure = (failure: Failure) => failures.push(failure);
    await using database = await PostgresDatabase.open({ url: world.url, connectionsMax: 1, onFailure });
    const spend = change('update purses set amount = 1 where id = $1', 1);
    await assert.rejects(database.run(spend, { once: true }), {
      code: 'store_unavailable',
      detail: { sqlState: '25006', constraint: undefined, reason: 'the database is read-only' },
    });
    assert.deepEqual(await database.run(query('select amount from purses where id = $1', 1)), [[100]]);
    const reported = failures.map(({ task, cause }) => [task, sqlStateOf(cause)]);
    assert.deepEqual(reported, [['database connection', '25006']]);
  });

  test("throws a procedure's error unchanged, and rolls the transaction back", async () => {
    await using world = await setup(1);
    await assert.rejects(
      world.database.transact(function* () {
        yield* move(1, 2, 30);
        assertPossible(false, 'a bug');
      }),
      ImpossibleError,
    );
    assert.deepEqual(await world.amounts(), [100, 100]);
  });

  test('returns values as they were stored', async () => {
    await using world = await setup();
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const sql = `select $1::text, $2::bigint, $3::bytea, $4::text, $5::int, true, false, ''::bytea`;
    const rows = await world.database.run(query(sql, 'Zürich 東京 🌍 \\ \' "', 2 ** 53 - 1, bytes, null, -7));
    assert.deepEqual(rows, [['Zürich 東京 🌍 \\ \' "', String(2 ** 53 - 1), bytes, null, -7, 1, 0, new Uint8Array()]]);
    assert.equal(changed(await world.database.run(change('update purses set amount = 1 where id = $1', 9))), false);
  });

  test('callers beyond the number of connections wait for their turn', async () => {
    await using world = await setup(2);
    const moves = Array.from({ length: 100 }, (_, index) =>
      world.database.transact(() => (index % 2 === 0 ? move(1, 2, 1) : move(2, 1, 1)), patient),
    );
    await Promise.all(moves);
    assert.deepEqual(await world.amounts(), [100, 100]);
    assert.equal((await processesOf(world.url)).length, 2);
  });

  test('a caller without a free connection in time gets `overloaded`', async () => {
    await using world = await setup(1);
    await using gate = await shutGate(world.url);
    const first = world.database.run(passGate);
    await gate.awaits(1);
    await assert.rejects(world.database.run(query('select 1'), { patienceMs: 20 }), { code: 'overloaded' });
    await gate.open();
    assert.deepEqual(await first, [[1]]);
  });

  test('of 10,001 callers waiting for a connection, one is refused immediately', async () => {
    await using world = await setup(1);
    await using gate = await shutGate(world.url);
    const first = world.database.run(passGate);
    await gate.awaits(1);
    const waiting = Array.from({ length: 10_000 }, () => world.database.run(query('select 1'), patient));
    await assert.rejects(world.database.run(query('select 1')), { code: 'overloaded' });
    await gate.open();
    assert.deepEqual(await first, [[1]]);
    assert.equal((await Promise.all(waiting)).length, 10_000);
  });

  const crossing = function* (from: number, to: number): Procedure<void> {
    yield change('update purses set amount = amount - 10 where id = $1', from);
    yield passGate;
    yield change('update purses set amount = amount + 10 where id = $1', to);
  };

  const setToSum = function* (id: number): Procedure<void> {
    yield change('set transaction isolation level serializable');
    const [row] = yield query('select sum(amount)::int from purses');
    yield passGate;
    yield change('update purses set amount = $2 where id = $1', id, row?.[0] ?? null);
  };

  for (const [conflict, work, amounts] of [
    ['are deadlocked', crossing, [100, 100]],
    // One of them has seen the result of the other.
    ['cannot be serialized', setToSum, [200, 300]],
  ] as const) {
    test(`of two transactions that ${conflict}, one is retried, and both succeed`, async () => {
      await using world = await setup();
      await using gate = await shutGate(world.url);
      let tries = 0;
      const both = [1, 2].map((id) =>
        world.database.transact(function* () {
          if (++tries > 2) yield waitForOthers;
          yield* work(id, 3 - id);
        }),
      );
      await gate.awaits(2);
      await gate.open();
      await Promise.all(both);
      assert.equal(tries, 3);
      assert.deepEqual(new Set(await world.amounts()), new Set(amounts));
    });
  }

  test('an idle connection closed by the server is replaced, and only the log reports it', async () => {
    await using world = await setup(3);
    const before = await processesOf(world.url);
    await superuserCommand(
      world.url,
      "select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'dragoman' and datname = current_database() and pid <> pg_backend_pid()",
    );
    await Promise.all(Array.from({ length: 20 }, () => world.database.transact(() => move(1, 2, 1), patient)));
    assert.deepEqual(await world.amounts(), [80, 120]);
    assert.ok(world.failures.length >= 3);
    const after = await processesOf(world.url);
    assert.ok(after.flat().every((pid) => !before.flat().includes(pid)));
  });

  test('a transaction whose connection the server closes fails, and is retried', async () => {
    await using world = await setup(2);
    await using gate = await shutGate(world.url);
    let tries = 0;
    const moving = world.database.transact(function* () {
      tries++;
      yield* move(1, 2, 5);
      yield passGate;
    });
    await gate.awaits(1);
    await superuserCommand(
      world.url,
      "select pg_terminate_backend(pid, 5000) from pg_stat_activity where wait_event = 'advisory' and datname = current_database()",
    );
    await gate.open();
    await moving;
    assert.equal(tries, 2);
    assert.deepEqual(await world.amounts(), [95, 105]);
  });

  test('closing finishes running work and refuses new calls', async () => {
    await using world = await setup(2);
    await using gate = await shutGate(world.url);
    const underWay = world.database.run(passGate);
    await gate.awaits(1);
    const closed = world.database[Symbol.asyncDispose]();
    await assert.rejects(world.database.run(query('select 1')), { code: 'store_unavailable' });
    await gate.open();
    assert.deepEqual(await underWay, [[1]]);
    await closed;
    assert.deepEqual(world.failures, []);
    assert.deepEqual(await processesOf(world.url, "application_name = 'dragoman' and query not like '%advisory%'"), []);
  });
});
