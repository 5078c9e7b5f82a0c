import { describe } from 'node:test';
import type { OrderId } from '../../src/shop/orders/order.ts';
import { createLedgerWorld, newPurchase } from '../support/ledger-world.ts';
import {
  type CorruptibleStores,
  type Corruptions,
  finderOf,
  inQuick,
  inWhole,
  testCorruptions,
} from './ledger-verification.ts';

const fulfilment = 'an order is granted once, and only when it is paid';
const claims = 'an order takes back what its refunds and its dispute ask for';
const booking = 'what an order takes back is booked';
const stray = 'a booked refund has its order';
const booked = 'a purchase is booked once';
const invoiced = 'an invoice is of its paid order, and its credit notes make the refunds';
const numbered = 'the numbers of invoices have no gap';

const corruptions: Corruptions = {
  'a paid order that was never granted is found': [
    "update purchases set order_id = 'another' where order_id = 'o1'",
    inQuick(fulfilment, 'order o1'),
  ],
  'an order that was granted without a payment is found': [
    "update purchases set order_id = 'o3' where order_id = 'by hand'",
    inQuick(fulfilment, 'order o3'),
  ],
  'an order that was granted with other characters is found': [
    "update orders set characters = 101, refund_due = 50 where id = 'o1'",
    inQuick(fulfilment, 'order o1'),
  ],
  'an order that was granted to another account is found': [
    `insert into accounts (id, email, email_folded, created_at) values ('other', 'o@example.com', 'o@example.com', 1);
      insert into balances (account_id) values ('other');
      update purchases set account_id = 'other' where order_id = 'o1'`,
    inQuick(fulfilment, 'order o1'),
    inWhole('a booked purchase has its order', 'journal 1'),
    inWhole(booked, 'purchase of o1', 'other'),
  ],
  'an order that was granted for other days, or from another moment, is found': [
    "update orders set valid_days = 366 where id = 'o1'; update orders set paid_at = paid_at + 1 where id = 'o2'",
    inQuick(fulfilment, 'order o1'),
    inQuick(fulfilment, 'order o2'),
  ],
  'an order that took back more or less than the journal says is found': [
    "update orders set refund_taken = 49 where id = 'o1'; update orders set dispute_taken = 29 where id = 'o2'",
    inWhole(booking, 'order o1'),
    inWhole(booking, 'order o2'),
  ],
  'a journal row of a refund without its order is found': [
    "update journal set reference = 'nothing' where kind = 'reinstatement'",
    inWhole(booking, 'order o4'),
    inWhole(stray, 'journal 9'),
  ],
  'refunds that ask for another part of the pack than of the price are found': [
    "update orders set refund_due = 52 where id = 'o1'; update orders set refunded = 40 where id = 'o2'",
    inQuick(claims, 'order o1'),
    inQuick(claims, 'order o2'),
  ],
  'an order that is beyond its bounds is found': [
    "update orders set dispute = 'none' where id = 'o2'; update orders set refunded = 101 where id = 'o3'",
    inQuick(claims, 'order o2'),
    inQuick(claims, 'order o3'),
  ],
  'an order that took back more than was asked for is found, and one that took below zero': [
    "update orders set refund_taken = 51 where id = 'o1'; update orders set dispute_taken = -1 where id = 'o2'",
    ...['order o1', 'order o2'].flatMap((order) => [inQuick(claims, order), inWhole(booking, order)]),
  ],
  'an unpaid order that took something back is found': [
    "update orders set dispute = 'open', dispute_taken = 1 where id = 'o3'",
    inQuick(claims, 'order o3'),
    inWhole(booking, 'order o3'),
  ],
  'an invoice of another amount than its order is found, and a missing credit note': [
    "update invoices set gross = 99 where kind = 'invoice'; delete from invoices where kind = 'credit_note'",
    inWhole(invoiced, 'order o1'),
    inWhole(numbered, 'invoices of 2026', ''),
  ],
  'a gap in the numbers of invoices is found, and a series without its counter': [
    "update invoices set position = 3 where kind = 'credit_note'; update invoice_years set year = 2027",
    inWhole(numbered, 'invoices of 2026', ''),
    inWhole(numbered, 'invoices of 2027', ''),
  ],
  'an order of an account that is not there is found': [
    "update orders set account_id = 'missing' where id = 'o3'",
    inQuick('every row has its account', 'order o3', 'missing'),
  ],
};

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
  return { ...world, stores, find: finderOf(world) };
}

/** The contract of `LedgerStore.verify` for orders. */
export function describeOrderVerification(name: string, open: () => Promise<CorruptibleStores>): void {
  describe(`${name}: verify of orders`, () => testCorruptions(() => openSoundOrders(open), corruptions));
}
