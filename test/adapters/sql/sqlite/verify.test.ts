import assert from 'node:assert/strict';
import { closeSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { describeLedgerVerification } from '../../../contract/ledger-verification.ts';
import { describeOrderVerification } from '../../../contract/order-verification.ts';
import { createLedgerWorld, firstMoment, newKey, sweepIntervalMs } from '../../../support/ledger-world.ts';
import { openTemporarySqlite } from '../../../support/stores.ts';

/** A ledger of one account with rows of every kind. */
async function setup() {
  const stores = await openTemporarySqlite();
  const world = await createLedgerWorld(stores);
  await world.buy(500);
  await world.capture(await world.hold(20));
  await stores.keys.createKey(newKey(world.accountId), 5);
  await world.settled();
  return {
    file: stores.file,
    async find(extent?: 'whole' | 'quick') {
      const faults = await stores.ledger.verify(firstMoment, sweepIntervalMs, extent);
      return faults.map(({ invariant, accountId, row }) => [invariant, accountId, row]);
    },
    [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose](),
  };
}

/** Overwrites the first page of an index, as a failing disk might. */
function damageRootOf(index: string, file: string): void {
  using database = new DatabaseSync(file, { timeout: 5_000 });
  database.exec('pragma wal_checkpoint(truncate)');
  const { page_size: bytes } = database.prepare('pragma page_size').get() ?? {};
  const { rootpage } = database.prepare('select rootpage from sqlite_master where name = ?').get(index) ?? {};
  const handle = openSync(file, 'r+');
  writeSync(handle, new Uint8Array(Number(bytes)).fill(255), 0, Number(bytes), (Number(rootpage) - 1) * Number(bytes));
  closeSync(handle);
}

describeLedgerVerification('SQLite', openTemporarySqlite);
describeOrderVerification('SQLite', openTemporarySqlite);

describe('verify on SQLite', () => {
  test('a guard that was dropped, changed or added is found', async () => {
    await using world = await setup();
    const place = 'tables, indexes and triggers are in place';
    using database = new DatabaseSync(world.file, { timeout: 5_000 });
    database.exec('drop trigger journal_is_not_changed');
    assert.deepEqual(await world.find(), [[place, '', 'trigger journal_is_not_changed']]);
    database.exec('create trigger journal_is_not_changed before update on journal begin select 1; end');
    assert.deepEqual(await world.find(), [[place, '', 'trigger journal_is_not_changed']]);
    database.exec('create index another on journal (at)');
    assert.deepEqual(await world.find(), [
      [place, '', 'trigger journal_is_not_changed'],
      [place, '', 'index another'],
    ]);
  });

  test('the quick extent looks at the guards as well', async () => {
    await using world = await setup();
    using database = new DatabaseSync(world.file, { timeout: 5_000 });
    database.exec('drop trigger usage_is_not_deleted');
    assert.deepEqual(await world.find('quick'), [
      ['tables, indexes and triggers are in place', '', 'trigger usage_is_not_deleted'],
    ]);
  });

  test('a damaged page is found by the whole extent, which alone reads every page', async () => {
    await using world = await setup();
    damageRootOf('replies_by_time', world.file);
    assert.deepEqual(await world.find('quick'), []);
    assert.deepEqual(await world.find(), [['the file is whole', '', 'file']]);
  });

  test('the guards refuse to change or delete what is written once', async () => {
    await using world = await setup();
    using database = new DatabaseSync(world.file, { timeout: 5_000 });
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
