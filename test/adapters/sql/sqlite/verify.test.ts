import assert from 'node:assert/strict';
import { closeSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { describeLedgerVerification, openSoundLedger } from '../../../contract/ledger-verification.ts';
import { describeOrderVerification } from '../../../contract/order-verification.ts';
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
  test('a guard that was dropped, changed or added is found, quickly as well', async () => {
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

  test('a damaged page is found by the whole extent, which alone reads every page', async () => {
    await using world = await openSoundLedger(openTemporarySqlite);
    damageRootOf('replies_by_time', world.stores.file);
    assert.deepEqual(await world.find('quick'), []);
    assert.deepEqual(await world.find(), ['the file is whole: , file']);
  });

  test('a file that cannot be read is a failure, not a sound ledger', async () => {
    const stores = await openTemporarySqlite();
    await stores[Symbol.asyncDispose]();
    await assert.rejects(stores.ledger.verify(firstMoment, 0), { code: 'store_unavailable' });
  });
});
