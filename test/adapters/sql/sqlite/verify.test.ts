import assert from 'node:assert/strict';
import { closeSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { describeLedgerVerification, openSoundLedger } from '../../../contract/ledger-verification.ts';
import { describeOrderVerification, openSoundOrders } from '../../../contract/order-verification.ts';
import { firstMoment } from '../../../support/ledger-world.ts';
import { openTemporarySqlite } from '../../../support/stores.ts';

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
  test('finds a dropped, changed or added guard, also with the quick extent', async () => {
    await using world = await openSoundLedger(openTemporarySqlite);
    using database = new DatabaseSync(world.stores.file, { timeout: 5_000 });
    const changed = 'trigger journal_is_not_changed';
    for (const [sql, rows] of [
      [`drop ${changed}`, [changed]],
      [`create ${changed} before update on journal begin select 1; end`, [changed]],
      ['create index another on journal (at)', ['index another', changed]],
    ] as const) {
      database.exec(sql);
      const expected = rows.map((row) => `tables, indexes and triggers are in place: , ${row}`);
      assert.deepEqual([await world.find(), await world.find('quick')], [expected, expected]);
    }
  });

  test('accepts the two tables that Litestream adds', async () => {
    await using world = await openSoundLedger(openTemporarySqlite);
    using database = new DatabaseSync(world.stores.file, { timeout: 5_000 });
    database.exec('create table _litestream_seq (id integer primary key, seq integer)');
    database.exec('create table _litestream_lock (id integer)');
    assert.deepEqual(await world.find(), []);
  });

  test('guards prevent changing or deleting immutable rows', async () => {
    await using world = await openSoundLedger(openTemporarySqlite);
    using database = new DatabaseSync(world.stores.file, { timeout: 5_000 });
    const refused: readonly (readonly [string, RegExp])[] = [
      ['update journal set amount = 1', /never changes/],
      ['update usage set characters = 1', /never changes/],
      ['update purchases set characters = 1', /never changes/],
      ['delete from journal', /never deleted/],
      ['delete from usage', /never deleted/],
      ['delete from purchases', /never deleted/],
      ['update balances set held = settled + 1', /CHECK constraint failed/],
      ['update balances set held = -1', /CHECK constraint failed/],
      ["insert into journal select account_id, 9, 'charge', 1, 450, 'r', 1 from balances", /CHECK constraint failed/],
      ["insert into journal select account_id, 9, 'reinstatement', -1, 1, 'r', 1 from balances", /CHECK constraint/],
    ];
    for (const [sql, reason] of refused) assert.throws(() => database.exec(sql), { message: reason }, sql);
    database.exec('update api_keys set revoked_at = 1, last_used_at = 20');
    for (const change of [
      'revoked_at = null',
      'last_used_at = 19',
      'last_used_at = null',
      "id = 'k9'",
      'created_at = 1',
    ]) {
      assert.throws(() => database.exec(`update api_keys set ${change}`), /only by being/, change);
    }
  });

  test('guards prevent changing or deleting an issued invoice', async () => {
    await using world = await openSoundOrders(openTemporarySqlite);
    using database = new DatabaseSync(world.stores.file, { timeout: 5_000 });
    assert.throws(() => database.exec('update invoices set tax = 1'), /never changes/);
    assert.throws(() => database.exec('delete from invoices'), /never deleted/);
  });

  test('only the whole extent, which reads every page, finds a damaged page', async () => {
    await using world = await openSoundLedger(openTemporarySqlite);
    damageRootOf('replies_by_time', world.stores.file);
    assert.deepEqual(await world.find('quick'), []);
    assert.deepEqual(await world.find(), ['the file is whole: , file']);
  });

  test('reports an unreadable file as a failure, not as a sound ledger', async () => {
    const stores = await openTemporarySqlite();
    await stores[Symbol.asyncDispose]();
    await assert.rejects(stores.ledger.verify(firstMoment, 0), { code: 'store_unavailable' });
  });
});
