import assert from 'node:assert/strict';
import { test } from 'node:test';
import { giveBackLapsedHolds } from '../../../../src/adapters/sql/postgres/ledger-store.ts';
import { query } from '../../../../src/adapters/sql/procedure.ts';
import { later } from '../../../../src/ground/units.ts';
import { createLedgerWorld, leaseMs } from '../../../support/ledger-world.ts';
import { openTemporaryPostgres } from '../../../support/postgres.ts';

test('one step of a sweep gives back a hundred holds, however few the planner expects', async () => {
  await using stores = await openTemporaryPostgres();
  const world = await createLedgerWorld(stores);
  await world.buy(1_000);
  await world.hold(1);
  await world.settled();
  await stores.database.run(query('analyze holds'));
  await Promise.all(Array.from({ length: 249 }, () => world.hold(1)));
  const now = later(world.clock.now, leaseMs + 1);
  const steps: number[] = [];
  while (steps.at(-1) !== 0) {
    steps.push(await stores.database.transact(() => giveBackLapsedHolds(world.accountId, now)));
  }
  assert.deepEqual(steps, [100, 100, 50, 0]);
  await world.assertSound();
});
