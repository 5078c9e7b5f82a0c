import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wholeNumberValue } from '../../../../src/adapters/sql/column-values.ts';
import { migratePostgres } from '../../../../src/adapters/sql/postgres/migrate.ts';
import { openPostgres } from '../../../../src/adapters/sql/postgres/open-postgres.ts';
import { eventually } from '../../../support/eventually.ts';
import { createLedgerWorld } from '../../../support/ledger-world.ts';
import { rowsOf } from '../../../support/postgres.ts';
import { startPostgres } from '../../../support/postgres-server.ts';
import { noEvents } from '../../../support/stores.ts';

const requests = 200;

/** Returns how often rows of balances were updated, and how often without a new index entry. */
async function balanceUpdates(url: string): Promise<{ readonly all: number; readonly inPlace: number }> {
  const sql = "select n_tup_upd, n_tup_hot_upd from pg_stat_user_tables where relname = 'balances'";
  const [row = []] = await rowsOf(url, sql);
  const [all = 0, inPlace = 0] = row.map(wholeNumberValue);
  return { all, inPlace };
}

// Source: PostgreSQL's README.HOT. Otherwise each request would leave a dead entry in every index of the table.
test('holds, charges and releases never change an index of the balances', async () => {
  // Transactions in other databases of a server, and its vacuum, keep space from being reused.
  await using database = await startPostgres({ settings: { autovacuum: 'off' } });
  await migratePostgres(database.url);
  {
    await using stores = await openPostgres({ url: database.url, connectionsMax: 2, events: noEvents });
    const world = await createLedgerWorld({ ...stores, breaches: () => Promise.resolve([]) });
    await world.buy(1_000);
    for (let request = 0; request < requests; request++) {
      const hold = await world.hold(2);
      if (request % 2 === 0) await world.capture(hold);
      else await world.release(hold);
    }
  }
  // The purchase before them, which sets the expiry, and nothing else. Statistics arrive when sessions end.
  const expected = { all: 2 * requests + 1, inPlace: 2 * requests };
  await eventually(async () => (await balanceUpdates(database.url)).all >= expected.all);
  assert.deepEqual(await balanceUpdates(database.url), expected);
});
