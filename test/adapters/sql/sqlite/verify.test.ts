import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { later } from '../../../../src/core/units.ts';
import { createLedgerWorld, firstMoment, leaseMs, newKey, sweepIntervalMs } from '../../../support/ledger-world.ts';
import { openTemporarySqlite } from '../../../support/stores.ts';

/** A sound ledger of one account: two purchases, two charges, an expiry, a live hold and a key. */
async function setup() {
  const stores = await openTemporarySqlite();
  const world = await createLedgerWorld(stores);
  await world.buy(100, { id: 'p1', expiresAt: later(firstMoment, 1_000) });
  world.clock.now = later(firstMoment, 1_000);
  await world.buy(500, { id: 'p2' });
  for (const amount of [20, 30]) await world.capture(await world.hold(amount));
  const hold = await world.hold(40);
  await stores.keys.createKey(newKey(world.accountId), 5);
  await world.assertSound();
  return {
    ...world,
    stores,
    hold,
    /** What verify finds after somebody has edited the file behind the service's back. */
    async faultsAfter(sql: string) {
      tamper(stores.file, sql);
      const faults = await world.ledger.verify(world.clock.now, sweepIntervalMs);
      return faults.map(({ invariant, accountId, row }) => [
        invariant,
        accountId === world.accountId ? 'A' : accountId,
        row,
      ]);
    },
    [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose](),
  };
}

/** Runs `sql` without the guards: no foreign keys, no checks, and triggers put back as they were. */
function tamper(file: string, sql: string): void {
  using database = new DatabaseSync(file, { timeout: 5_000, enableForeignKeyConstraints: false });
  const triggers = database.prepare("select name, sql from sqlite_master where type = 'trigger'").all();
  database.exec('pragma ignore_check_constraints = on; begin immediate');
  for (const { name } of triggers) database.exec(`drop trigger ${String(name)}`);
  database.exec(sql);
  for (const { sql: create } of triggers) database.exec(String(create));
  database.exec('commit');
}

describe('verify', () => {
  test('finds nothing in a sound ledger', async () => {
    await using world = await setup();
    assert.deepEqual(await world.faultsAfter('select 1'), []);
  });

  test('an edited journal amount breaks the chain and the sum', async () => {
    await using world = await setup();
    assert.deepEqual(await world.faultsAfter('update journal set amount = 501 where seq = 3'), [
      ['the journal chains', 'A', 'journal 3'],
      ['the journal sums to the balance', 'A', 'balance'],
      ['a purchase is booked once', 'A', 'purchase p2'],
    ]);
  });

  test('a missing journal row breaks the chain and the sum', async () => {
    await using world = await setup();
    assert.deepEqual(await world.faultsAfter('delete from journal where seq = 2'), [
      ['the journal chains', 'A', 'journal 3'],
      ['the journal sums to the balance', 'A', 'balance'],
    ]);
  });

  test('an edited balance differs from the journal', async () => {
    await using world = await setup();
    assert.deepEqual(await world.faultsAfter('update balances set settled = settled + 1'), [
      ['the journal sums to the balance', 'A', 'balance'],
    ]);
  });

  test('a vanished hold leaves held without a reason', async () => {
    await using world = await setup();
    assert.deepEqual(await world.faultsAfter('delete from holds'), [['held equals the live holds', 'A', 'balance']]);
  });

  test('held above the balance, or below zero, is out of bounds', async () => {
    await using world = await setup();
    const bounds = ['held is between zero and the balance', 'A', 'balance'];
    assert.deepEqual(
      await world.faultsAfter(
        'update balances set held = settled + 1; update holds set amount = (select held from balances)',
      ),
      [bounds],
    );
    assert.deepEqual(await world.faultsAfter('update balances set held = -1; update holds set amount = -1'), [bounds]);
  });

  test('a charge without usage is found, and one whose usage says another amount', async () => {
    await using world = await setup();
    const fault = (seq: number) => ['a charge has its usage', 'A', `journal ${seq}`];
    assert.deepEqual(await world.faultsAfter('update usage set characters = 21 where characters = 20'), [fault(4)]);
    assert.deepEqual(await world.faultsAfter('delete from usage where characters = 30'), [fault(4), fault(5)]);
  });

  test('usage without a charge is found', async () => {
    await using world = await setup();
    assert.deepEqual(
      await world.faultsAfter("insert into usage select id, 'h0', 'k', 'es', 'en', 'e', 5, 1 from accounts"),
      [['usage has its charge', 'A', 'usage h0']],
    );
  });

  test('a hold that was captured and still stands is found', async () => {
    await using world = await setup();
    const { id } = world.hold;
    const found = await world.faultsAfter(
      `insert into usage select account_id, id, key_id, 'es', 'en', 'e', amount, 1 from holds`,
    );
    assert.deepEqual(found, [
      ['usage has its charge', 'A', `usage ${id}`],
      ['a captured hold is gone', 'A', `hold ${id}`],
    ]);
  });

  test('used that is not the sum of charges is found', async () => {
    await using world = await setup();
    assert.deepEqual(await world.faultsAfter('update balances set used = used - 1'), [
      ['used is the sum of charges', 'A', 'balance'],
    ]);
  });

  test('a purchase that was never booked is found, and a booking without a purchase', async () => {
    await using world = await setup();
    const insert = "insert into purchases select 'p9', account_id, 'o9', 5, 1, 2 from balances";
    assert.deepEqual(await world.faultsAfter(insert), [['a purchase is booked once', 'A', 'purchase p9']]);
    assert.deepEqual(await world.faultsAfter("delete from purchases where id in ('p1', 'p9')"), [
      ['a booked purchase has its order', 'A', 'journal 1'],
    ]);
  });

  test('a hold that outlives its lease by more than the sweep interval is found, and no earlier', async () => {
    await using world = await setup();
    world.clock.now = later(world.hold.leaseUntil, sweepIntervalMs);
    assert.deepEqual(await world.faultsAfter('select 1'), []);
    world.clock.now = later(world.hold.leaseUntil, sweepIntervalMs + 1);
    assert.deepEqual(await world.faultsAfter('select 1'), [
      ['no hold outlives its lease', 'A', `hold ${world.hold.id}`],
    ]);
    await world.ledger.sweep(later(world.clock.now, leaseMs));
    assert.deepEqual(await world.faultsAfter('select 1'), []);
  });

  test('a hold of an epoch to come is found', async () => {
    await using world = await setup();
    assert.deepEqual(await world.faultsAfter('update holds set epoch = 7'), [
      ['a hold is not ahead of its balance', 'A', `hold ${world.hold.id}`],
    ]);
  });

  test('an expiry to book that is not the expiry is found', async () => {
    await using world = await setup();
    assert.deepEqual(await world.faultsAfter('update balances set due_at = due_at - 1'), [
      ['the expiry to book is the expiry', 'A', 'balance'],
    ]);
  });

  test('a wrong count of live keys is found', async () => {
    await using world = await setup();
    assert.deepEqual(await world.faultsAfter('update accounts set live_keys = 4'), [
      ['live keys are counted', 'A', 'account'],
    ]);
  });

  test('an account without a balance is found, and rows without an account', async () => {
    await using world = await setup();
    assert.deepEqual(
      await world.faultsAfter("insert into accounts values ('lost', 'l@example.com', 'l@example.com', 0, 1)"),
      [['every account has one balance', 'lost', 'account']],
    );
    assert.deepEqual(
      await world.faultsAfter(
        "delete from accounts where id = 'lost'; insert into holds values ('nobody', 'h', 'k', 1, 0, 1, 9e15)",
      ),
      [['every row has its account', 'nobody', 'hold h']],
    );
  });

  test('a guard that was dropped, changed or added is found', async () => {
    await using world = await setup();
    const place = 'tables, indexes and triggers are in place';
    using database = new DatabaseSync(world.stores.file, { timeout: 5_000 });
    database.exec('drop trigger journal_is_not_changed');
    assert.deepEqual(await world.faultsAfter('select 1'), [[place, '', 'trigger journal_is_not_changed']]);
    database.exec('create trigger journal_is_not_changed before update on journal begin select 1; end');
    assert.deepEqual(await world.faultsAfter('select 1'), [[place, '', 'trigger journal_is_not_changed']]);
    database.exec('create index another on journal (at)');
    assert.deepEqual(await world.faultsAfter('select 1'), [
      [place, '', 'trigger journal_is_not_changed'],
      [place, '', 'index another'],
    ]);
  });

  test('the guards refuse to change or delete what is written once', async () => {
    await using world = await setup();
    using database = new DatabaseSync(world.stores.file, { timeout: 5_000 });
    const changes = ['journal set amount = 1', 'usage set characters = 1', 'purchases set characters = 1'];
    for (const change of changes) assert.throws(() => database.exec(`update ${change}`), /never changes/);
    for (const table of ['journal', 'usage', 'purchases']) {
      assert.throws(() => database.exec(`delete from ${table}`), /never deleted/);
    }
    database.exec('update api_keys set revoked_at = 1');
    assert.throws(() => database.exec('update api_keys set revoked_at = null'), /only by being revoked, once/);
    assert.throws(() => database.exec('update balances set held = settled + 1'), /CHECK constraint failed/);
    assert.throws(() => database.exec('update balances set held = -1'), /CHECK constraint failed/);
  });

  test('a file that cannot be read is a failure, not a sound ledger', async () => {
    const stores = await openTemporarySqlite();
    await stores[Symbol.asyncDispose]();
    await assert.rejects(stores.ledger.verify(firstMoment, 0), { code: 'store_unavailable' });
  });
});
