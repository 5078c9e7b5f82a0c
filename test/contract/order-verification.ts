import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OrderId } from '../../src/shop/orders/order.ts';
import { createLedgerWorld, newPurchase, sweepIntervalMs } from '../support/ledger-world.ts';
import { sampled } from '../support/property-runs.ts';
import type { CorruptibleStores } from './ledger-verification.ts';

const fulfilment = 'an order is granted once, and only when it is paid';
const claims = 'an order takes back what its refunds and its dispute ask for';
const booking = 'what an order takes back is booked';
const stray = 'a booked refund has its order';
const booked = 'a purchase is booked once';
const invoiced = 'an invoice is of its paid order, and its credit notes make the refunds';
const numbered = 'the numbers of invoices have no gap';

type Corruption = {
  readonly title: string;
  readonly sql: string;
  /** Issues that only the whole extent finds: `invariant: row`. */
  readonly whole?: readonly string[];
  readonly quick: readonly string[];
};

const corruptions: readonly Corruption[] = [
  {
    title: 'a paid order that was never granted is found',
    sql: "update purchases set order_id = 'another' where order_id = 'o1'",
    quick: [`${fulfilment}: order o1`],
  },
  {
    title: 'an order that was granted without a payment is found',
    sql: "update purchases set order_id = 'o3' where order_id = 'by hand'",
    quick: [`${fulfilment}: order o3`],
  },
  {
    title: 'an order that was granted with other characters is found',
    sql: "update orders set characters = 101, refund_due = 50 where id = 'o1'",
    quick: [`${fulfilment}: order o1`],
  },
  {
    title: 'an order that was granted to another account is found',
    sql: `insert into accounts (id, email, email_folded, created_at) values ('other', 'o@example.com', 'o@example.com', 1);
      insert into balances (account_id) values ('other');
      update purchases set account_id = 'other' where order_id = 'o1'`,
    quick: [`${fulfilment}: order o1`],
    whole: ['a booked purchase has its order: journal 1', `${booked}: purchase of o1`],
  },
  {
    title: 'an order that was granted for other days, or from another moment, is found',
    sql: "update orders set valid_days = 366 where id = 'o1'; update orders set paid_at = paid_at + 1 where id = 'o2'",
    quick: [`${fulfilment}: order o1`, `${fulfilment}: order o2`],
  },
  {
    title: 'an order that took back more or less than the journal says is found',
    sql: `update orders set refund_taken = 49 where id = 'o1'; update orders set dispute_taken = 29 where id = 'o2'`,
    quick: [],
    whole: [`${booking}: order o1`, `${booking}: order o2`],
  },
  {
    title: 'a journal row of a refund without its order is found',
    sql: "update journal set reference = 'nothing' where kind = 'reinstatement'",
    quick: [],
    whole: [`${booking}: order o4`, `${stray}: journal 9`],
  },
  {
    title: 'refunds that ask for another part of the pack than of the price are found',
    sql: "update orders set refund_due = 52 where id = 'o1'; update orders set refunded = 40 where id = 'o2'",
    quick: [`${claims}: order o1`, `${claims}: order o2`],
  },
  {
    title: 'an order that is beyond its bounds is found',
    sql: "update orders set dispute = 'none' where id = 'o2'; update orders set refunded = 101 where id = 'o3'",
    quick: [`${claims}: order o2`, `${claims}: order o3`],
  },
  {
    title: 'an order that took back more than was asked for is found, and one that took below zero',
    sql: `update orders set refund_taken = 51 where id = 'o1'; update orders set dispute_taken = -1 where id = 'o2'`,
    quick: [`${claims}: order o1`, `${claims}: order o2`],
    whole: [`${booking}: order o1`, `${booking}: order o2`],
  },
  {
    title: 'an unpaid order that took something back is found',
    sql: "update orders set dispute = 'open', dispute_taken = 1 where id = 'o3'",
    quick: [`${claims}: order o3`],
    whole: [`${booking}: order o3`],
  },
  {
    title: 'an invoice of another amount than its order is found, and a missing credit note',
    sql: "update invoices set gross = 99 where kind = 'invoice'; delete from invoices where kind = 'credit_note'",
    quick: [],
    whole: [`${invoiced}: order o1`, `${numbered}: invoices of 2026`],
  },
  {
    title: 'a gap in the numbers of invoices is found, and a series without its counter',
    sql: "update invoices set position = 3 where kind = 'credit_note'; update invoice_years set year = 2027",
    quick: [],
    whole: [`${numbered}: invoices of 2026`, `${numbered}: invoices of 2027`],
  },
  {
    title: 'an order of an account that is not there is found',
    sql: "update orders set account_id = 'missing' where id = 'o3'",
    quick: ['every row has its account: order o3'],
  },
];

/**
 * A sound ledger with four orders of 100: `o1` half refunded with its invoice and credit note, `o2` disputed after a
 * purchase took none of it and 70 were spent, `o3` unpaid, `o4` disputed and won; and a pack granted by hand.
 */
export async function openSoundOrders<Stores extends CorruptibleStores>(open: () => Promise<Stores>) {
  const stores = await open();
  const world = await createLedgerWorld(stores);
  const report = async (id: string, kind: 'paid' | 'disputed' | 'dispute_won', options = {}) => {
    const purchaseId = `of ${id}`;
    await stores.orders.reportPayment(id as OrderId, { kind, at: world.clock.now, ...options }, purchaseId);
  };
  for (const id of ['o1', 'o2', 'o3', 'o4']) await world.place(100, { id: id as OrderId });
  await report('o1', 'paid', { invoicing: { seller: ['A seller'], prefix: '', tax: undefined } });
  await world.report({ id: 'o1' as OrderId }, { kind: 'refunded', refunded: 50 });
  await report('o2', 'paid');
  await world.capture(await world.hold(120));
  await report('o2', 'disputed');
  await stores.ledger.grant(newPurchase(world.accountId, 5, { id: 'by hand', orderId: 'by hand' }));
  for (const kind of ['paid', 'disputed', 'dispute_won'] as const) await report('o4', kind);
  await world.assertSound();
  const find = async (extent: 'whole' | 'quick') => {
    const faults = await stores.ledger.verify(world.clock.now, sweepIntervalMs, extent);
    return faults.map(({ invariant, row }) => `${invariant}: ${row}`).toSorted();
  };
  return { stores, find, [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose]() };
}

/** The contract of `LedgerStore.verify` for orders: each invariant is actually broken. */
export function describeOrderVerification(name: string, open: () => Promise<CorruptibleStores>): void {
  describe(`${name}: verify of orders`, () => {
    test('finds nothing in sound orders', async () => {
      await using world = await openSoundOrders(open);
      await world.stores.corrupt('select 1');
      assert.deepEqual([await world.find('whole'), await world.find('quick')], [[], []]);
    });

    for (const { title, sql, quick, whole = [] } of sampled(corruptions)) {
      test(`${title}${quick.length > 0 ? ', also with the quick extent' : ''}`, async () => {
        await using world = await openSoundOrders(open);
        await world.stores.corrupt(sql);
        assert.deepEqual(await world.find('whole'), [...quick, ...whole].toSorted());
        assert.deepEqual(await world.find('quick'), [...quick].toSorted());
      });
    }
  });
}
