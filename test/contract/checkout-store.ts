import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { later } from '../../src/ground/units.ts';
import { createLedgerWorld, firstMoment } from '../support/ledger-world.ts';
import type { OpenStores } from '../support/stores.ts';

/** The contract of every `CheckoutStore`. */
export function describeCheckoutStore(name: string, open: () => Promise<OpenStores>): void {
  const openWorld = async () => {
    const stores = await open();
    const { place } = await createLedgerWorld(stores);
    const { id: orderId } = await place(1);
    const attempt = (number: number, reference?: string) =>
      stores.checkouts.keepAttempt({ orderId, attempt: number, reference, at: firstMoment });
    const dispose = () => stores[Symbol.asyncDispose]();
    return { checkouts: stores.checkouts, place, orderId, attempt, [Symbol.asyncDispose]: dispose };
  };

  describe(`${name}: CheckoutStore`, () => {
    test('an order has no page before its first attempt', async () => {
      await using world = await openWorld();
      assert.equal(await world.checkouts.findCheckout(world.orderId), undefined);
      assert.deepEqual(await world.checkouts.listOpenCheckouts(10), []);
    });

    test('the page of an attempt is kept when another result arrives for it', async () => {
      await using world = await openWorld();
      const kept = { orderId: world.orderId, attempt: 1, reference: 'a', isOpen: true, payment: undefined };
      assert.deepEqual(await world.attempt(1, 'a'), kept);
      assert.deepEqual(await world.attempt(1, 'b'), kept);
      assert.deepEqual(await world.attempt(1), kept);
      assert.deepEqual(await world.checkouts.findCheckout(world.orderId), kept);
    });

    test('a later attempt replaces an earlier one, never the reverse', async () => {
      await using world = await openWorld();
      await world.attempt(1, 'a');
      const failed = { orderId: world.orderId, attempt: 2, reference: undefined, isOpen: false, payment: undefined };
      assert.deepEqual(await world.attempt(2), failed);
      assert.deepEqual(await world.attempt(1, 'a'), failed);
      const second = { ...failed, reference: 'b', isOpen: true };
      assert.deepEqual(await world.attempt(2, 'b'), second);
      assert.deepEqual(await world.attempt(1, 'c'), second);
    });

    test('ten nodes that store pages of one attempt concurrently agree on one of them', async () => {
      await using world = await openWorld();
      const kept = await Promise.all(Array.from({ length: 10 }, (_, index) => world.attempt(1, `page ${index}`)));
      assert.equal(new Set(kept.map(({ reference }) => reference)).size, 1);
      assert.deepEqual(await world.checkouts.findCheckout(world.orderId), kept[0]);
    });

    test('open pages are listed, least recently checked first', async () => {
      await using world = await openWorld();
      const { checkouts, place } = world;
      const others = [await place(1), await place(1), await place(1)].map(({ id }) => id);
      for (const orderId of [world.orderId, ...others]) {
        await checkouts.keepAttempt({ orderId, attempt: 1, reference: `of ${orderId}`, at: firstMoment });
      }
      const [one, two, three] = others;
      assert.ok(one !== undefined && two !== undefined && three !== undefined);
      const look = { attempt: 1, isOpen: true };
      await checkouts.noteCheck({ ...look, orderId: world.orderId, at: later(firstMoment, 3) });
      await checkouts.noteCheck({ ...look, orderId: one, at: later(firstMoment, 2) });
      await checkouts.noteCheck({ ...look, orderId: two, at: later(firstMoment, 1) });
      await checkouts.noteCheck({ ...look, orderId: three, at: later(firstMoment, 4), isOpen: false });
      assert.deepEqual(await checkouts.listOpenCheckouts(10), [two, one, world.orderId]);
      assert.deepEqual(await checkouts.listOpenCheckouts(2), [two, one]);
      await checkouts.keepAttempt({ orderId: three, attempt: 2, reference: 'again', at: firstMoment });
      assert.deepEqual(await checkouts.listOpenCheckouts(1), [three]);
    });

    test('checking an earlier page does not change the later one', async () => {
      await using world = await openWorld();
      await world.attempt(1, 'a');
      await world.attempt(2, 'b');
      await world.checkouts.noteCheck({ orderId: world.orderId, attempt: 1, isOpen: false, at: firstMoment });
      assert.equal((await world.checkouts.findCheckout(world.orderId))?.isOpen, true);
    });

    test('an order has one payment, and a payment belongs to one order', async () => {
      await using world = await openWorld();
      const { checkouts, orderId } = world;
      const { id: otherId } = await world.place(1);
      assert.equal(await checkouts.claimPayment(orderId, 'p1', firstMoment), true);
      assert.equal(await checkouts.claimPayment(orderId, 'p1', firstMoment), true);
      assert.equal(await checkouts.claimPayment(orderId, 'p2', firstMoment), false);
      assert.equal(await checkouts.claimPayment(otherId, 'p1', firstMoment), false);
      assert.equal(await checkouts.claimPayment(otherId, 'p2', firstMoment), true);
      assert.equal((await checkouts.findCheckout(orderId))?.payment, 'p1');
      assert.equal((await world.attempt(1, 'a')).payment, 'p1');
    });

    test('of ten concurrent payments for an order, one is accepted', async () => {
      await using world = await openWorld();
      const { checkouts, orderId } = world;
      const claims = Array.from({ length: 10 }, (_, index) =>
        checkouts.claimPayment(orderId, `p${index}`, firstMoment),
      );
      assert.deepEqual((await Promise.all(claims)).filter(Boolean), [true]);
    });
  });
}
