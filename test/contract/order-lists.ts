import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ActId } from '../../src/core/audit/audit.ts';
import type { OrderId } from '../../src/core/orders/order.ts';
import type { OrderQuery, PaymentEvent } from '../../src/core/orders/order-store.ts';
import { createLedgerWorld, firstMoment, newId, newOrder } from '../support/ledger-world.ts';
import type { OpenStores } from '../support/stores.ts';

/** What every `OrderStore` promises of its lists, and of what the audit journal has of payments. */
export function describeOrderLists(name: string, open: () => Promise<OpenStores>): void {
  describe(`${name}: OrderStore, lists and acts`, () => {
    test('a list of orders goes on behind any of them, and holds those that are paid or are not', async () => {
      await using stores = await open();
      const [ana, bea] = [await createLedgerWorld(stores), await createLedgerWorld(stores)];
      const orders = [await ana.place(1), await bea.place(2), await ana.place(3), await bea.place(4)];
      const [first, second, third, fourth] = orders.map(({ id }) => id);
      for (const id of [second, third]) if (id !== undefined) await ana.report({ id }, { kind: 'paid' });
      const ids = async (query: OrderQuery) => (await stores.orders.listOrders(query)).map(({ id }) => id);
      assert.deepEqual(await ids({ limit: 3 }), [first, second, third]);
      assert.deepEqual(await ids({ after: third, limit: 3 }), [fourth]);
      assert.deepEqual(await ids({ isPaid: true }), [second, third]);
      assert.deepEqual(await ids({ isPaid: false, after: first }), [fourth]);
      assert.deepEqual(await ids({ isPaid: false, accountId: ana.accountId }), [first]);
      assert.deepEqual(await ids({ accountId: bea.accountId, after: second }), [fourth]);
      assert.deepEqual(await ids({ after: 'nothing' as OrderId }), []);
    });

    test('what is reported of a payment is kept in the audit journal when it is news, by whom it was', async () => {
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

    test('a suspended account places no order, and finds those that it placed', async () => {
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
