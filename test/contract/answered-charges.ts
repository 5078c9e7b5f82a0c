import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { later } from '../../src/ground/units.ts';
import type { Hold, SealedReply } from '../../src/shop/ledger/ledger-store.ts';
import { createLedgerWorld, dayMs, newId, spanishToEnglish } from '../support/ledger-world.ts';
import type { OpenStores } from '../support/stores.ts';

/** The contract of every `LedgerStore` for two charges with one Idempotency-Key. */
export function describeAnsweredCharges(name: string, open: () => Promise<OpenStores>): void {
  describe(`${name}: charges for an answered key`, () => {
    test('a charge for a key with another reply is not made, and gives its hold back', async () => {
      await using world = await setup(open);
      const [first, second] = [await world.hold(10), await world.hold(20)];
      const replies = [world.newReply(), world.newReply()] as const;
      for (let repeat = 0; repeat < 3; repeat++) {
        assert.equal(await world.answer(first, replies[0]), 'captured');
        assert.equal(await world.answer(second, replies[1]), 'answered');
      }
      assert.deepEqual(await world.balance(), { balance: 90, held: 0, used: 10 });
      assert.deepEqual(await world.standing(), replies[0]);
      await world.assertSound();
    });

    test('a charge for a key with a free reply is not made either', async () => {
      await using world = await setup(open);
      const hold = await world.hold(10);
      assert.equal(await world.stores.replies.keepReply(world.newReply(), world.clock.now), 'kept');
      assert.equal(await world.answer(hold, world.newReply()), 'answered');
      assert.deepEqual(await world.balance(), { balance: 100, held: 0, used: 0 });
      await world.assertSound();
    });

    test('a free reply does not replace a charged one; keeping a reply twice stores it once', async () => {
      await using world = await setup(open);
      const charged = world.newReply();
      await world.answer(await world.hold(10), charged);
      const { replies } = world.stores;
      assert.equal(await replies.keepReply(world.newReply(), world.clock.now), 'answered');
      assert.deepEqual(await world.standing(), charged);
      const free = { ...world.newReply(), keyHash: 'another' };
      assert.equal(await replies.keepReply(free, world.clock.now), 'kept');
      assert.equal(await replies.keepReply(free, world.clock.now), 'kept');
    });

    test('a charge after its lease is `answered` if a reply exists, and `lapsed` otherwise', async () => {
      await using world = await setup(open);
      const [late, alone, first] = [await world.hold(10), await world.hold(10), await world.hold(10)];
      await world.answer(first, world.newReply());
      world.clock.now = later(late.leaseUntil, 1);
      assert.equal(await world.answer(late, world.newReply()), 'answered');
      assert.equal(await world.answer(alone, { ...world.newReply(), keyHash: 'another' }), 'lapsed');
      assert.equal(await world.standing('another'), undefined);
      assert.deepEqual(await world.balance(), { balance: 90, held: 10, used: 10 });
      await world.ledger.sweep(world.clock.now);
      assert.equal(await world.answer(alone, world.newReply()), 'answered');
      assert.deepEqual(await world.balance(), { balance: 90, held: 0, used: 10 });
      await world.assertSound();
    });

    test('a key whose reply has expired is charged again', async () => {
      await using world = await setup(open);
      await world.answer(await world.hold(10), world.newReply());
      world.clock.now = later(world.clock.now, dayMs);
      const renewed = world.newReply();
      assert.equal(await world.answer(await world.hold(10), renewed), 'captured');
      assert.deepEqual(await world.standing(), renewed);
      assert.deepEqual(await world.balance(), { balance: 80, held: 0, used: 20 });
    });

    test('characters returned after the balance has expired are removed', async () => {
      await using world = await setup(open);
      const [first, second] = [await world.hold(10), await world.hold(20)];
      const lease = { leaseUntil: later(world.clock.now, 400 * dayMs) };
      const [long, longer] = [await world.hold(5, lease), await world.hold(5, lease)];
      await world.answer(first, world.newReply());
      await world.answer(second, world.newReply());
      world.clock.now = later(world.clock.now, 366 * dayMs);
      await world.buy(50);
      assert.deepEqual(await world.balance(), { balance: 60, held: 10, used: 10 });
      await world.answer(long, { ...world.newReply(), keyHash: 'another' });
      assert.equal(await world.answer(longer, { ...world.newReply(), keyHash: 'another' }), 'answered');
      assert.deepEqual(await world.balance(), { balance: 50, held: 0, used: 15 });
      await world.assertSound();
    });

    test('of many concurrent charges for one key, one is made', async () => {
      await using world = await setup(open);
      for (let round = 0; round < 5; round++) {
        const before = await world.balance();
        const holds = await Promise.all(Array.from({ length: 8 }, () => world.hold(1)));
        const keyHash = `round ${round}`;
        const outcomes = await Promise.all(holds.map((hold) => world.answer(hold, { ...world.newReply(), keyHash })));
        assert.deepEqual(outcomes.toSorted(), [...Array.from({ length: 7 }, () => 'answered'), 'captured']);
        assert.deepEqual(await world.balance(), { balance: before.balance - 1, held: 0, used: before.used + 1 });
      }
      await world.assertSound();
    });

    test('of a concurrent charge and free reply for one key, one is kept', async () => {
      await using world = await setup(open);
      for (let round = 0; round < 10; round++) {
        const hold = await world.hold(1);
        const [charged, free] = [world.newReply(), world.newReply()].map((each) => ({ ...each, keyHash: `${round}` }));
        assert(charged !== undefined && free !== undefined);
        const before = await world.balance();
        const [outcome, kept] = await Promise.all([
          world.answer(hold, charged),
          world.stores.replies.keepReply(free, world.clock.now),
        ]);
        const isCharged = outcome === 'captured';
        assert.equal(kept, isCharged ? 'answered' : 'kept');
        assert.equal((await world.balance()).used, before.used + (isCharged ? 1 : 0));
        assert.deepEqual(await world.standing(`${round}`), isCharged ? charged : free);
      }
      await world.assertSound();
    });
  });
}

async function setup(open: () => Promise<OpenStores>) {
  const world = await createLedgerWorld(await open());
  await world.buy(100);
  const { accountId, clock, ledger, stores } = world;
  return {
    ...world,
    newReply: (): SealedReply => ({
      accountId,
      keyHash: 'k',
      requestHash: 'aa',
      sealed: new Uint8Array(Buffer.from(newId())),
      keepUntil: later(clock.now, dayMs),
    }),
    answer: (hold: Hold, reply: SealedReply) =>
      ledger.captureHold({ hold, at: clock.now, usage: spanishToEnglish, reply }),
    standing: (keyHash = 'k') => stores.replies.findReply(accountId, keyHash, clock.now),
  };
}
