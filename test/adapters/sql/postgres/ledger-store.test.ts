import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openPostgres } from '../../../../src/adapters/sql/postgres/open-postgres.ts';
import { later } from '../../../../src/ground/units.ts';
import type { LedgerStore } from '../../../../src/shop/ledger/ledger-store.ts';
import { createLedgerWorld, leaseMs, spanishToEnglish, sweepIntervalMs } from '../../../support/ledger-world.ts';
import { openTemporaryPostgres } from '../../../support/postgres.ts';
import { noEvents } from '../../../support/stores.ts';

/** One database with an account of `characters`, and `count` nodes on it. */
async function setup(characters: number, count = 2) {
  await using opening = new AsyncDisposableStack();
  const stores = opening.use(await openTemporaryPostgres());
  const world = await createLedgerWorld(stores);
  await world.buy(characters);
  const nodes: LedgerStore[] = [];
  for (let node = 0; node < count; node++) {
    const { ledger } = opening.use(await openPostgres({ url: stores.url, connectionsMax: 4, events: noEvents }));
    nodes.push(ledger);
  }
  const opened = opening.move();
  return { ...world, nodes, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

describe('ledger of several nodes on one PostgreSQL', () => {
  test('concurrent holds, captures, releases and sweeps of one account on all nodes leave a sound ledger', async () => {
    await using world = await setup(10_000);
    const { nodes, clock } = world;
    let charged = 0;
    const client = async (node: LedgerStore, name: number) => {
      for (let turn = 0; turn < 8; turn++) {
        const hold = world.newHold(5 + ((name + turn) % 7));
        if ((await node.openHold(hold)).kind !== 'held') continue;
        const at = clock.now;
        if ((name + turn) % 5 === 0) await node.releaseHold({ hold, at });
        else if ((await node.captureHold({ hold, at, usage: spanishToEnglish })) === 'captured') charged += hold.amount;
        if (turn === 4) await node.sweep(later(clock.now, leaseMs + 1));
      }
    };
    await Promise.all(nodes.flatMap((node) => Array.from({ length: 25 }, (_, name) => client(node, name))));
    assert.deepEqual(await world.balance(), { balance: 10_000 - charged, held: 0, used: charged });
    assert.deepEqual(await world.ledger.verify(clock.now, sweepIntervalMs), []);
  });

  test('concurrent charges of one account chain in the journal and are summed by day', async () => {
    await using world = await setup(1_000, 1);
    const [node] = world.nodes;
    assert(node);
    const holds = await Promise.all(Array.from({ length: 60 }, (_, index) => world.hold(1 + (index % 9))));
    const dayLater = later(world.clock.now, 1);
    await Promise.all(
      holds.map((hold, index) =>
        node.captureHold({ hold, at: index % 2 ? dayLater : world.clock.now, usage: spanishToEnglish }),
      ),
    );
    const used = holds.reduce((sum, { amount }) => sum + amount, 0);
    assert.deepEqual(await world.balance(), { balance: 1_000 - used, held: 0, used });
    assert.deepEqual(await world.ledger.verify(dayLater, sweepIntervalMs), []);
  });

  test('a hold that is opened again by its id is held once', async () => {
    await using world = await setup(100);
    const [one, two] = world.nodes;
    assert(one && two);
    const hold = world.newHold(60);
    const outcomes = [await one.openHold(hold), await two.openHold(hold), await one.openHold(hold)];
    assert.deepEqual(outcomes, [{ kind: 'held' }, { kind: 'held' }, { kind: 'held' }]);
    assert.deepEqual(await world.balance(), { balance: 100, held: 60, used: 0 });
    await world.assertSound();
  });
});
