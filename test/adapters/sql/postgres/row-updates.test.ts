import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migratePostgres } from '../../../../src/adapters/sql/postgres/migrate.ts';
import { openPostgres } from '../../../../src/adapters/sql/postgres/open-postgres.ts';
import { wholeNumber } from '../../../../src/adapters/sql/procedure.ts';
import { eventually } from '../../../support/eventually.ts';
import { createLedgerWorld } from '../../../support/ledger-world.ts';
import { rowsOf } from '../../../support/postgres.ts';
import { startPostgres } from '../../../support/postgres-server.ts';
import { noEvents } from '../../../support/stores.ts';

const requests = 200;

/** How often rows of balances were changed, and how often without a new entry in any index. */
async function balanceUpdates(url: string): Promise<{ readonly all: number; readonly inPlace: number }> {
  const sql = "select n_tup_upd, n_tup_hot_upd from pg_stat_user_tables where relname = 'balances'";
  const [row = []] = await rowsOf(url, sql);
  const [all = 0, inPlace = 0] = row.map(wholeNumber);
  return { all, inPlace };
}

// Source: PostgreSQL's README.HOT. Without it, each request would leave a dead entry in every index of the table.
test('holding, charging and giving back never touches an index of the balances', async () => {
  // Transactions elsewhere on a server, and its vacuuming, keep space from being used again.
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
  // The purchase before them, which sets when the balance expires, and nothing else. Counts come when sessions end.
  const expected = { all: 2 * requests + 1, inPlace: 2 * requests };
  await eventually(async () => (await balanceUpdates(database.url)).all >= expected.all);
  assert.deepEqual(await balanceUpdates(database.url), expected);
});
