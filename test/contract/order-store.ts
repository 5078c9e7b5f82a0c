import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { characters, later } from '../../src/ground/units.ts';
import type { AccountId } from '../../src/shop/accounts/account.ts';
import type { ActId } from '../../src/shop/audit/audit.ts';
import type { PaymentEvent } from '../../src/shop/orders/order-store.ts';
import { createLedgerWorld, firstMoment, newId, newOrder, newPurchase } from '../support/ledger-world.ts';
import { propertyRuns } from '../support/property-runs.ts';
import type { OpenStores } from '../support/stores.ts';
import { describeOrderLists } from './order-lists.ts';
import { describeOrderStatements } from './order-statements.ts';

/** The contract of every `OrderStore`. */
export function describeOrderStore(name: string, open: () => Promise<OpenStores>): void {
  describeOrderLists(name, open);
  describeOrderStatements(name, open);
  describe(`${name}: OrderStore`, () => {
    test('an order is found as it was placed, with a snapshot of the pack', async () => {
      await using stores = await open();
      const { accountId, place, report, clock } = await createLedgerWorld(stores);
      const pack = { name: 'Größtes ✓', characters: characters(7), validDays: 30, price: 990, currency: 'JPY' };
      const placed = await place(7, { pack, provider: 'somebody' });
      const unpaid = { paidAt: undefined, refunded: 0, dispute: 'none', clawedBack: 0, invoices: [] };
      assert.deepEqual(await stores.orders.findOrder(placed.id), { ...placed, ...unpaid });
      clock.now = later(firstMoment, 5);
      await report(placed, { kind: 'refunded', refunded: 495 });
      assert.deepEqual(await report(placed, { kind: 'disputed' }), {
        ...placed,
        ...unpaid,
        refunded: 495,
        dispute: 'open',
      });
      const paid = await report(placed, { kind: 'paid' });
      assert.deepEqual(paid, {
        ...placed,
        ...unpaid,
        paidAt: clock.now,
        refunded: 495,
        dispute: 'open',
        clawedBack: 7,
      });
      assert.deepEqual(await stores.orders.listOrders({ accountId }), [paid]);
      assert.equal((await report(placed, { kind: 'dispute_won' })).clawedBack, 3);
    });

    test('placing the same order again changes nothing', async () => {
      await using stores = await open();
      const { accountId, place, report } = await createLedgerWorld(stores);
      const order = await place(100);
      const paid = await report(order, { kind: 'paid' });
      const again = newOrder(accountId, 5, { id: order.id });
      assert.equal(await stores.orders.createOrder(again), 'created');
      assert.deepEqual(await stores.orders.findOrder(order.id), paid);
    });

    test('an attempt places one order, however often it is made, separately for each account', async () => {
      await using stores = await open();
      const [ana, bea] = [await createLedgerWorld(stores), await createLedgerWorld(stores)];
      const first = newOrder(ana.accountId, 1);
      const tries = [first, ...Array.from({ length: 9 }, () => newOrder(ana.accountId, 2))];
      assert.equal(await stores.orders.createOrder(first, 'click'), 'created');
      const made = await Promise.all(tries.map((order) => stores.orders.createOrder(order, 'click')));
      assert.deepEqual(new Set(made), new Set(['created']));
      assert.equal((await stores.orders.findOrderByAttempt(ana.accountId, 'click'))?.id, first.id);
      assert.equal((await stores.orders.listOrders({ accountId: ana.accountId })).length, 1);
      assert.equal(await stores.orders.findOrderByAttempt(bea.accountId, 'click'), undefined);
      const other = newOrder(bea.accountId, 3);
      assert.equal(await stores.orders.createOrder(other, 'click'), 'created');
      assert.equal((await stores.orders.findOrderByAttempt(bea.accountId, 'click'))?.id, other.id);
      assert.equal(await stores.orders.createOrder(newOrder('missing' as AccountId, 5), 'click'), 'no_account');
    });

    test('one trial is ordered for each taker, also by two accounts at once and after an erasure', async () => {
      await using stores = await open();
      const worlds = [await createLedgerWorld(stores), await createLedgerWorld(stores)] as const;
      const take = ({ accountId }: { readonly accountId: AccountId }) =>
        stores.orders.createOrder(newOrder(accountId, 5), 'trial', { taker: 'ana' });
      assert.equal(await stores.orders.isTrialTaken('ana'), false);
      const outcomes = await Promise.all(worlds.map(take));
      assert.deepEqual(outcomes.toSorted(), ['created', 'trial_taken']);
      assert.equal(await stores.orders.isTrialTaken('ana'), true);
      const [{ accountId, clock }, other] = outcomes[0] === 'created' ? worlds : worlds.toReversed();
      assert.equal(await take({ accountId }), 'created', 'a repeat');
      const act = { id: newId() as ActId, act: 'account.erasure_begun', by: 'operator', subject: undefined } as const;
      const entry = { ...act, accountId, at: clock.now };
      assert.equal(await stores.erasures.beginErasure({ entry, evenIfDisputed: false }), 'begun');
      await stores.erasures.eraseRecords(accountId);
      assert.equal(await take(other), 'trial_taken');
    });

    test('refuses an order of a missing account, and a report of a missing order', async () => {
      await using stores = await open();
      const order = newOrder('missing' as AccountId, 5);
      assert.equal(await stores.orders.createOrder(order), 'no_account');
      assert.equal(await stores.orders.findOrder(order.id), undefined);
      assert.equal(await stores.orders.reportPayment(order.id, { kind: 'paid', at: firstMoment }, newId()), undefined);
    });

    test('a placed order is granted only by its payment', async () => {
      await using world = await createLedgerWorld(await open());
      const { id } = await world.place(100);
      assert.equal(await world.ledger.grant(newPurchase(world.accountId, 100, { orderId: id })), 'placed_order');
      assert.deepEqual(await world.balance(), { balance: 0, held: 0, used: 0 });
      await world.report({ id }, { kind: 'paid' });
      assert.equal(await world.ledger.grant(newPurchase(world.accountId, 100, { orderId: id })), 'placed_order');
      assert.deepEqual(await world.balance(), { balance: 100, held: 0, used: 0 });
    });

    test('a pack of many characters at a high price is refunded to the exact character', async () => {
      await using world = await createLedgerWorld(await open());
      const pack = {
        ...newOrder(world.accountId, 1).pack,
        characters: characters(1_000_000_000_000),
        price: Number.MAX_SAFE_INTEGER,
      };
      const order = await world.place(1, { pack });
      await world.report(order, { kind: 'paid' });
      const refunded = 8_856_022_521_150_307;
      assert.equal((await world.report(order, { kind: 'refunded', refunded })).clawedBack, 983_216_010_957);
      await world.assertSound();
    });

    test('a free pack has nothing to refund', async () => {
      await using world = await createLedgerWorld(await open());
      const order = await world.place(10, { pack: { ...newOrder(world.accountId, 10).pack, price: 0 } });
      await world.report(order, { kind: 'refunded', refunded: 0 });
      assert.equal((await world.report(order, { kind: 'paid' })).clawedBack, 0);
      assert.deepEqual(await world.balance(), { balance: 10, held: 0, used: 0 });
    });

    test('concurrent reports of all kinds, with holds and charges, leave a sound ledger', async () => {
      await using world = await createLedgerWorld(await open());
      await world.buy(200);
      const orders = await Promise.all([100, 90, 80].map((amount) => world.place(amount)));
      const reports = orders.flatMap((order) =>
        allEvents.flatMap((event) => [event, event]).map((event) => world.report(order, event)),
      );
      const work = Array.from({ length: 30 }, async (_, index) => {
        const hold = world.newHold(10 + index);
        const { kind } = await world.ledger.openHold(hold);
        if (kind === 'held') await (index % 3 === 0 ? world.release(hold) : world.capture(hold));
        return kind === 'held' && index % 3 !== 0 ? hold.amount : 0;
      });
      const charged = (await Promise.all(work)).reduce<number>((sum, amount) => sum + amount, 0);
      await Promise.all(reports);
      const clawedBack = (await world.stores.orders.listOrders({ accountId: world.accountId })).map(
        (order) => order.clawedBack,
      );
      const expected = 200 + 270 - charged - clawedBack.reduce<number>((sum, amount) => sum + amount, 0);
      assert.deepEqual(await world.balance(), { balance: expected, held: 0, used: charged });
      await world.assertSound();
    });

    test('the same reports leave the same balance and the same order in any sequence and repetition', async () => {
      await using stores = await open();
      const property = fc.asyncProperty(histories, async ({ spent, held, first, events, again }) => {
        const ends = [];
        for (const sequence of [events, again]) {
          const world = await createLedgerWorld(stores);
          const order = await world.place(100);
          for (const event of first) await world.report(order, event);
          if (first.length > 0 && spent > 0) await world.capture(await world.hold(spent));
          if (first.length > 0 && held > 0) await world.hold(held);
          for (const event of sequence) await world.report(order, event);
          const { refunded, dispute, clawedBack, paidAt } = await world.report(order, {
            kind: 'refunded',
            refunded: 0,
          });
          ends.push({ refunded, dispute, clawedBack, paidAt, ...(await world.balance()) });
          await world.assertSound();
        }
        assert.deepEqual(ends[0], ends[1]);
      });
      await fc.assert(property, { numRuns: propertyRuns(name, 60) });
    });
  });
}

const allEvents: readonly PaymentEvent[] = [
  { kind: 'paid' },
  { kind: 'refunded', refunded: 33 },
  { kind: 'refunded', refunded: 70 },
  { kind: 'disputed' },
  { kind: 'dispute_won' },
];

const events = fc.subarray([...allEvents, { kind: 'refunded', refunded: 100 } as PaymentEvent]);

/** Either the order is paid and partly spent before the other reports, or all reports come in any sequence. */
const histories = fc
  .record({ spent: fc.integer({ min: 0, max: 60 }), held: fc.integer({ min: 0, max: 40 }), paid: fc.boolean(), events })
  .chain(({ spent, held, paid, events: once }) => {
    const first: readonly PaymentEvent[] = paid ? [{ kind: 'paid' }] : [];
    const shuffled = () => fc.shuffledSubarray([...once, ...once], { minLength: once.length * 2 });
    return fc.record({ events: shuffled(), again: shuffled() }).map((both) => ({ spent, held, first, ...both }));
  });
