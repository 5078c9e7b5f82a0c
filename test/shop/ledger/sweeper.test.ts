import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { later } from '../../../src/ground/units.ts';
import { Sweeper, type SweeperParts } from '../../../src/shop/ledger/sweeper.ts';
import { createLedgerWorld, dayMs, leaseMs } from '../../support/ledger-world.ts';
import { openTemporarySqlite } from '../../support/stores.ts';

/** A ledger with a lapsed hold, and a sweeper whose sweeps a test can await. */
async function setup() {
  const stores = await openTemporarySqlite();
  const world = await createLedgerWorld(stores);
  await world.buy(100);
  await world.hold(10);
  world.clock.now = later(world.clock.now, leaseMs + 1);
  const reported: string[] = [];
  const parts = {
    ledger: stores.ledger,
    replies: stores.replies,
    requests: stores.requests,
    documents: stores.documents,
    time: { advance: async () => ({ at: world.clock.now, expireUpTo: world.clock.now }) },
    everyMs: 1,
    events: {
      swept: ({ lapsed, expired }) => reported.push(`lapsed ${lapsed} expired ${expired}`),
      documentsStored: () => undefined,
      backgroundFailed: ({ task }) => reported.push(`${task} failed`),
    },
  } satisfies SweeperParts;
  const { corrupt } = stores;
  return { ...world, parts, reported, corrupt, [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose]() };
}

/** Counts the sweeps of a real ledger, and lets a test wait for one of them. */
function watched(ledger: SweeperParts['ledger']) {
  const waiting = new Map<number, () => void>();
  let [count, running, runningMax] = [0, 0, 0];
  return {
    async sweep(...moment: Parameters<typeof ledger.sweep>) {
      count += 1;
      running += 1;
      runningMax = Math.max(runningMax, running);
      try {
        return await ledger.sweep(...moment);
      } finally {
        running -= 1;
        waiting.get(count)?.();
      }
    },
    /** Resolves with the `nth` sweep from the start, which must be in the future. */
    nth: (nth: number) => new Promise<void>((resolve) => waiting.set(nth, resolve)),
    runningMax: () => runningMax,
    count: () => count,
  };
}

describe('Sweeper', () => {
  test('sweeps immediately and then periodically, one sweep at a time', async () => {
    await using world = await setup();
    const ledger = watched(world.parts.ledger);
    const fifth = ledger.nth(5);
    await using sweeper = new Sweeper({ ...world.parts, ledger });
    assert.ok(sweeper);
    await fifth;
    assert.equal(ledger.runningMax(), 1);
    assert.deepEqual(await world.balance(), { balance: 100, held: 0, used: 0 });
    assert.deepEqual(world.reported, ['lapsed 1 expired 0']);
  });

  test('expires due balances', async () => {
    await using world = await setup();
    world.clock.now = later(world.clock.now, 366 * dayMs);
    await new Sweeper(world.parts)[Symbol.asyncDispose]();
    assert.deepEqual(world.reported, ['lapsed 1 expired 1']);
  });

  test("calls the limiter's `forget` with each sweep, if it has one", async () => {
    await using world = await setup();
    const ledger = watched(world.parts.ledger);
    const third = ledger.nth(3);
    let forgettings = 0;
    const limiter = {
      forget: () => {
        forgettings += 1;
        return Promise.resolve(forgettings);
      },
    };
    {
      await using sweeper = new Sweeper({ ...world.parts, ledger, limiter });
      assert.ok(sweeper);
      await third;
    }
    assert.equal(forgettings, ledger.count());
    await new Sweeper({ ...world.parts, limiter: {} })[Symbol.asyncDispose]();
    assert.deepEqual(world.reported, ['lapsed 1 expired 0']);
  });

  test('takes nothing away on a node whose clock disagrees with the others', async () => {
    await using world = await setup();
    await new Sweeper({ ...world.parts, time: { advance: async () => undefined } })[Symbol.asyncDispose]();
    assert.deepEqual(world.reported, []);
    assert.equal((await world.balance()).held, 10);
  });

  test('continues after a failed sweep, and reports it', async () => {
    await using world = await setup();
    let failures = 2;
    const failing = watched({
      sweep: (...moment) => {
        failures -= 1;
        if (failures >= 0) return Promise.reject(new Error('the disk is full'));
        return world.parts.ledger.sweep(...moment);
      },
    });
    const third = failing.nth(3);
    await using sweeper = new Sweeper({ ...world.parts, ledger: failing });
    assert.ok(sweeper);
    await third;
    assert.deepEqual(world.reported.slice(0, 2), ['sweep failed', 'sweep failed']);
    assert.deepEqual(await world.balance(), { balance: 100, held: 0, used: 0 });
  });

  test("deletes replies and calls the limiter's `forget` even if one account cannot be swept", async () => {
    await using world = await setup();
    world.corrupt(`update balances set held = 0 where account_id = '${world.accountId}'`);
    const reply = { accountId: world.accountId, keyHash: 'a', requestHash: 'b', sealed: Uint8Array.of(1) };
    await world.stores.replies.keepReply({ ...reply, keepUntil: later(world.clock.now, 1) }, world.clock.now);
    world.clock.now = later(world.clock.now, 1);
    const limiter = { forget: () => Promise.resolve(world.reported.push('the limiter forgot')) };
    await new Sweeper({ ...world.parts, limiter })[Symbol.asyncDispose]();
    assert.deepEqual(world.reported, ['sweep failed', 'the limiter forgot']);
    assert.equal(await world.stores.replies.forgetReplies(world.clock.now), 0);
  });

  test('stops when disposed, during a sweep and between sweeps', async (context) => {
    await using world = await setup();
    context.mock.timers.enable({ apis: ['setTimeout'] });
    for (const inBetween of [false, true]) {
      const ledger = watched(world.parts.ledger);
      const rested = Promise.withResolvers<void>();
      const replies: SweeperParts['replies'] = {
        async forgetReplies(now) {
          return world.parts.replies.forgetReplies(now).finally(() => setImmediate(rested.resolve));
        },
      };
      const sweeper = new Sweeper({ ...world.parts, ledger, replies });
      if (inBetween) await rested.promise;
      await sweeper[Symbol.asyncDispose]();
      context.mock.timers.tick(100 * world.parts.everyMs);
      assert.equal(ledger.count(), 1);
    }
    context.mock.timers.reset();
  });
});
