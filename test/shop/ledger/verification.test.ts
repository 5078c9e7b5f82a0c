import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { later } from '../../../src/ground/units.ts';
import type { LedgerFault } from '../../../src/shop/ledger/ledger-store.ts';
import { outlivedLease, verifyLedger, watchLedger } from '../../../src/shop/ledger/verification.ts';
import { createLedgerWorld, leaseMs, sweepIntervalMs } from '../../support/ledger-world.ts';
import { openTemporarySqlite } from '../../support/stores.ts';

/** A ledger with two abandoned holds, at the time when they count as forgotten. */
async function setup() {
  const stores = await openTemporarySqlite({ lockWaitMs: 1 });
  const world = await createLedgerWorld(stores);
  await world.buy(100);
  await world.hold(10);
  await world.hold(20);
  await world.settled();
  world.clock.now = later(world.clock.now, leaseMs + sweepIntervalMs + 1);
  return {
    ...world,
    file: stores.file,
    verify: () => verifyLedger({ store: stores.ledger, now: () => world.clock.now, sweepIntervalMs }),
    [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose](),
  };
}

describe('verifyLedger', () => {
  test('abandoned holds are given back, counted, and are no issue', async () => {
    await using world = await setup();
    assert.deepEqual(await world.verify(), { faults: [], swept: 2 });
    assert.deepEqual(await world.verify(), { faults: [], swept: 0 });
    assert.deepEqual(await world.balance(), { balance: 100, held: 0, used: 0 });
  });

  test('a lease that ended within the sweep interval is left to the sweeper', async () => {
    await using world = await setup();
    world.clock.now = later(world.clock.now, -1);
    assert.deepEqual(await world.verify(), { faults: [], swept: 0 });
    assert.equal((await world.balance()).held, 30);
  });

  test('holds that cannot be given back are issues', async () => {
    await using world = await setup();
    using another = new DatabaseSync(world.file);
    another.exec('begin immediate');
    const { faults, swept } = await world.verify();
    assert.deepEqual(
      faults.map(({ invariant, accountId }) => [invariant, accountId]),
      [
        [outlivedLease, world.accountId],
        [outlivedLease, world.accountId],
      ],
    );
    assert.equal(swept, 0);
  });

  test('a ledger with any other issue is not changed, and every issue is reported', async () => {
    await using world = await setup();
    using another = new DatabaseSync(world.file);
    another.exec('update balances set used = 1');
    const { faults, swept } = await world.verify();
    assert.deepEqual(
      faults.map(({ invariant }) => invariant),
      ['used is the sum of charges', outlivedLease, outlivedLease],
    );
    assert.equal(swept, 0);
    assert.equal((await world.balance()).held, 30);
  });
});

describe('watchLedger', () => {
  /** The events of a server, as text. */
  async function watch(world: Awaited<ReturnType<typeof setup>>): Promise<readonly string[]> {
    const told: string[] = [];
    const names = (faults: readonly LedgerFault[]) => faults.map(({ invariant }) => invariant).join(', ');
    await watchLedger({
      store: world.stores.ledger,
      now: () => world.clock.now,
      sweepIntervalMs,
      extent: 'quick',
      events: {
        ledgerVerified: ({ faults }) => told.push(`verified: ${names(faults)}`),
        swept: ({ lapsed }) => told.push(`swept: ${lapsed}`),
        backgroundFailed: ({ task }) => told.push(`failed: ${task}`),
      },
    });
    return told;
  }

  test('gives back the holds of a killed server, and reports a sound ledger', async () => {
    await using world = await setup();
    assert.deepEqual(await watch(world), ['swept: 2', 'verified: ']);
    assert.deepEqual(await watch(world), ['verified: ']);
  });

  test('reports issues of the quick extent, and does not read the journal', async () => {
    await using world = await setup();
    using another = new DatabaseSync(world.file);
    another.exec('update balances set used = 1');
    assert.deepEqual(await watch(world), ['swept: 2', 'verified: ']);
    another.exec('update balances set held = 7');
    assert.deepEqual(await watch(world), ['verified: held equals the live holds']);
  });

  test('reports that it could not check, and never throws', async () => {
    await using world = await setup();
    using another = new DatabaseSync(world.file);
    another.exec('alter table holds rename to misplaced');
    assert.deepEqual(await watch(world), ['failed: verification of the ledger']);
  });
});
