import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { later } from '../../src/ground/units.ts';
import type { ActId } from '../../src/shop/audit/audit.ts';
import type { OrderId } from '../../src/shop/orders/order.ts';
import type { OrderQuery, PaymentEvent } from '../../src/shop/orders/order-store.ts';
import { createLedgerWorld, firstMoment, newId, newOrder } from '../support/ledger-world.ts';
import type { OpenStores } from '../support/stores.ts';

/** The contract of every `OrderStore` for lists and for the acts of payments. */
export function describeOrderLists(name: string, open: () => Promise<OpenStores>): void {
  describe(`${name}: OrderStore, lists and acts`, () => {
    test('orders are paged newest first, including those of one moment', async () => {
      await using world = await createLedgerWorld(await open());
      const other = await (await createLedgerWorld(world.stores)).place(1);
      const placed = [];
      for (const byMs of [0, 0, 1, 2, 2])
        placed.push((await world.place(1, { createdAt: later(firstMoment, byMs) })).id);
      const newestFirst = placed.toReversed();
      const { accountId } = world;
      const page = async (before: OrderId | undefined, limit = 2) =>
        (await world.stores.orders.pageOrders({ accountId, before, limit })).map(({ id }) => id);
      assert.deepEqual(await page(undefined), newestFirst.slice(0, 2));
      assert.deepEqual(await page(newestFirst[1]), newestFirst.slice(2, 4));
      assert.deepEqual(await page(newestFirst[3]), newestFirst.slice(4));
      assert.deepEqual(await page(newestFirst[4]), []);
      assert.deepEqual(await page(other.id), []);
    });

    test('orders are found by the last twelve characters of their ids', async () => {
      await using world = await createLedgerWorld(await open());
      const ids = [
        '01900000-0000-7000-8000-0123456789ab',
        '01911111-0000-7000-8000-0123456789ab',
        'short',
      ] as OrderId[];
      for (const id of ids) await world.place(1, { id });
      const found = async (idEnd: string) => (await world.stores.orders.findOrdersByIdEnd(idEnd)).map(({ id }) => id);
      assert.deepEqual(await found('0123456789ab'), ids.slice(0, 2));
      assert.deepEqual(await found('000000000000'), []);
    });

    test("an order exceeds the bound of the account's unpaid orders placed since a moment", async () => {
      await using world = await createLedgerWorld(await open());
      await (await createLedgerWorld(world.stores)).place(1);
      await world.place(1);
      const paid = await world.place(1, { createdAt: later(firstMoment, 1) });
      await world.place(1, { createdAt: later(firstMoment, 1) });
      await world.report(paid, { kind: 'paid' });
      const bound = (byMs: number, max: number) => ({ since: later(firstMoment, byMs), max });
      const order = newOrder(world.accountId, 5, { createdAt: firstMoment });
      const place = (byMs: number, max: number) => world.stores.orders.createOrder(order, 'click', bound(byMs, max));
      for (const [byMs, max] of [
        [0, 2],
        [1, 1],
        [2, 0],
      ] as const) {
        assert.equal(await place(byMs, max), 'too_many_unpaid');
      }
      assert.equal(await world.stores.orders.findOrder(order.id), undefined);
      assert.equal(await place(1, 2), 'created');
      assert.equal(await place(0, 0), 'created', 'the same order again');
    });

    test('concurrent orders never exceed the bound of unpaid orders', async () => {
      await using stores = await open();
      const { accountId } = await createLedgerWorld(stores);
      const made = await Promise.all(
        Array.from({ length: 12 }, () =>
          stores.orders.createOrder(newOrder(accountId, 5), newId(), { since: firstMoment, max: 4 }),
        ),
      );
      assert.equal(made.filter((outcome) => outcome === 'created').length, 4);
      assert.equal(made.filter((outcome) => outcome === 'too_many_unpaid').length, 8);
      assert.equal((await stores.orders.listOrders({ accountId })).length, 4);
    });

    test('orders are listed oldest first, after any order, of one account or all, paid or unpaid', async () => {
      await using stores = await open();
      const [ana, bea] = [await createLedgerWorld(stores), await createLedgerWorld(stores)];
      const fourth = (await bea.place(4, { createdAt: later(firstMoment, 1) })).id;
      const orders = [await ana.place(1), await bea.place(2), await ana.place(3)];
      const [first, second, third] = orders.map(({ id }) => id);
      for (const id of [second, third]) if (id !== undefined) await ana.report({ id }, { kind: 'paid' });
      const ids = async (query: OrderQuery) => (await stores.orders.listOrders(query)).map(({ id }) => id);
      assert.deepEqual(await ids({}), [first, second, third, fourth]);
      assert.deepEqual(await ids({ limit: 3 }), [first, second, third]);
      assert.deepEqual(await ids({ after: third, limit: 3 }), [fourth]);
      assert.deepEqual(await ids({ isPaid: true }), [second, third]);
      assert.deepEqual(await ids({ isPaid: false, after: first }), [fourth]);
      assert.deepEqual(await ids({ isPaid: false, accountId: ana.accountId }), [first]);
      assert.deepEqual(await ids({ accountId: bea.accountId, after: second }), [fourth]);
      assert.deepEqual(await ids({ after: 'nothing' as OrderId }), []);
    });

    test('a payment report is recorded in the audit journal with its actor if it is news', async () => {
      await using stores = await open();
      const { accountId, place } = await createLedgerWorld(stores);
      const { id } = await place(100);
      const report = (event: PaymentEvent, by?: string) =>
        stores.orders.reportPayment(id, { ...event, at: firstMoment, noted: { id: newId() as ActId, by } }, newId());
      await report({ kind: 'paid' });
      await report({ kind: 'paid' }, 'operator');
      await report({ kind: 'refunded', refunded: 40 }, 'operator');
      for (const kind of ['disputed', 'dispute_won', 'disputed'] as const) await report({ kind });
      const acts = await stores.audit.listActs({ accountId, limit: 10 });
      assert.deepEqual(
        acts.map(({ act, by, subject }) => [act, by, subject]),
        [
          ['order.dispute_won', 'manual', id],
          ['order.disputed', 'manual', id],
          ['order.refunded', 'operator', id],
          ['order.marked_paid', 'manual', id],
        ],
      );
      assert.deepEqual(await stores.breaches(firstMoment, 0), []);
    });

    test('a suspended account places no order, and finds its earlier ones', async () => {
      await using stores = await open();
      const { accountId } = await createLedgerWorld(stores);
      const order = newOrder(accountId, 5);
      await stores.orders.createOrder(order, 'click');
      const deed = { id: newId() as ActId, by: 'operator', act: 'account.suspended' } as const;
      const entry = { ...deed, at: firstMoment, accountId, subject: undefined };
      await stores.accounts.suspendAccount({ entry, reason: undefined });
      assert.equal(await stores.orders.createOrder(newOrder(accountId, 5)), 'suspended');
      assert.equal(await stores.orders.createOrder(newOrder(accountId, 5), 'click'), 'created', 'the same click again');
      assert.equal(await stores.orders.createOrder(order), 'created', 'the same order again');
      assert.equal((await stores.orders.listOrders({ accountId })).length, 1);
    });
  });
}
