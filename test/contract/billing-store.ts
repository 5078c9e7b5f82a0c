import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { later, type UnixMs, unixMs } from '../../src/ground/units.ts';
import type { ActId } from '../../src/shop/audit/audit.ts';
import { noDetails } from '../../src/shop/billing/billing-details.ts';
import type { InvoiceSettings } from '../../src/shop/billing/invoice.ts';
import { taxIn } from '../../src/shop/billing/tax.ts';
import type { NewOrder } from '../../src/shop/orders/order.ts';
import type { PaymentEvent } from '../../src/shop/orders/order-store.ts';
import { createLedgerWorld, firstMoment, newId, newOrder } from '../support/ledger-world.ts';
import { propertyRuns } from '../support/property-runs.ts';
import type { OpenStores } from '../support/stores.ts';

const settings: InvoiceSettings = {
  seller: ['Dragoman Ltd.', 'Lisbon'],
  prefix: 'D',
  tax: {
    name: 'VAT',
    rates: [
      { country: 'PT', rate: 23_000 },
      { country: '*', rate: 0 },
    ],
    zeroNote: 'Reverse charge',
  },
};

const details = {
  name: 'Łódź Sp. z o.o.',
  address: ['ul. Piotrkowska 1', '90-001 Łódź'],
  country: 'PL',
  vatId: 'PL1234567890',
  reference: 'PO 7',
};

/** The contract of every `BillingStore`, and of the invoices that an `OrderStore` issues. */
export function describeBillingStore(name: string, open: () => Promise<OpenStores>): void {
  const invoicedWorld = async (stores: OpenStores) => {
    const world = await createLedgerWorld(stores);
    const report = async ({ id }: Pick<NewOrder, 'id'>, event: PaymentEvent, at: UnixMs = firstMoment) => {
      const order = await stores.orders.reportPayment(id, { ...event, at, invoicing: settings }, newId());
      assert(order !== undefined);
      return order;
    };
    const list = () => stores.billing.listInvoices({ accountId: world.accountId, after: undefined, limit: 100 });
    return { ...world, report, list };
  };

  describe(`${name}: BillingStore`, () => {
    test('billing details are read as saved last, and erased with the account', async () => {
      await using stores = await open();
      const { accountId } = await createLedgerWorld(stores);
      assert.equal(await stores.billing.readDetails(accountId), undefined);
      for (const saved of [details, noDetails, details]) {
        await stores.billing.saveDetails(accountId, saved);
        assert.deepEqual(await stores.billing.readDetails(accountId), saved);
      }
      const entry = { at: firstMoment, by: accountId, accountId, subject: undefined };
      const begun = { ...entry, id: newId() as ActId, act: 'account.erasure_begun' } as const;
      const ended = { ...entry, id: newId() as ActId, act: 'account.erased' } as const;
      await stores.erasures.beginErasure({ entry: begun, evenIfDisputed: false });
      assert.equal(await stores.erasures.endErasure(ended), false);
      await stores.erasures.eraseRecords(accountId);
      assert.equal(await stores.billing.readDetails(accountId), undefined);
      await stores.billing.saveDetails(accountId, details);
      assert.equal(await stores.billing.readDetails(accountId), undefined);
    });

    test('a payment issues one invoice, and each refund a credit note, with the details of that moment', async () => {
      await using stores = await open();
      const { accountId, place, report, list, assertSound } = await invoicedWorld(stores);
      await stores.billing.saveDetails(accountId, { ...details, country: 'PT' });
      const order = await place(100);
      assert.deepEqual((await report(order, { kind: 'paid' })).invoices, ['D-2026-000001']);
      await stores.billing.saveDetails(accountId, noDetails);
      for (const refunded of [50, 50, 20]) await report(order, { kind: 'refunded', refunded });
      await report(order, { kind: 'disputed' });
      await report(order, { kind: 'paid' });
      const nextYear = unixMs(Date.UTC(2027, 0, 1));
      const { invoices } = await report(order, { kind: 'refunded', refunded: 100 }, nextYear);
      assert.deepEqual(invoices, ['D-2026-000001', 'D-2026-000002', 'D-2027-000001']);
      assert.deepEqual((await stores.orders.findOrder(order.id))?.invoices, invoices);
      const issued = await list();
      assert.deepEqual(
        issued.map(({ number, kind, gross, tax, corrects }) => [number, kind, gross, tax, corrects]),
        [
          ['D-2026-000001', 'invoice', 100, 19, undefined],
          ['D-2026-000002', 'credit_note', 50, 9, 'D-2026-000001'],
          ['D-2027-000001', 'credit_note', 50, 10, 'D-2026-000001'],
        ],
      );
      for (const { buyer } of issued) assert.deepEqual([buyer.name, buyer.country], [details.name, 'PT']);
      assert.deepEqual(await stores.billing.findInvoice(accountId, 'D-2026-000002'), issued[1]);
      const other = await createLedgerWorld(stores);
      assert.equal(await stores.billing.findInvoice(other.accountId, 'D-2026-000002'), undefined);
      await assertSound();
    });

    test('a refund that is reported before the payment gets its credit note after the invoice', async () => {
      await using stores = await open();
      const { place, report, list } = await invoicedWorld(stores);
      const order = await place(100);
      assert.deepEqual((await report(order, { kind: 'refunded', refunded: 30 })).invoices, []);
      await report(order, { kind: 'paid' });
      const issued = await list();
      assert.deepEqual(
        issued.map(({ kind, gross }) => [kind, gross]),
        [
          ['invoice', 100],
          ['credit_note', 30],
        ],
      );
      assert.deepEqual(issued[0]?.taxed, { name: 'VAT', rate: 23_000 });
    });

    test('a refund that was reported in the year before the invoice gets its credit note after it', async () => {
      await using stores = await open();
      const { place, report, list, assertSound } = await invoicedWorld(stores);
      const order = await place(100);
      const newYear = unixMs(Date.UTC(2027, 0, 1));
      await report(order, { kind: 'paid' }, newYear);
      for (const refunded of [30, 100]) await report(order, { kind: 'refunded', refunded }, later(newYear, -1));
      assert.deepEqual(
        (await list()).map(({ number, issuedAt, corrects }) => [number, issuedAt, corrects]),
        [
          ['D-2027-000001', newYear, undefined],
          ['D-2027-000002', newYear, 'D-2027-000001'],
          ['D-2027-000003', newYear, 'D-2027-000001'],
        ],
      );
      await assertSound();
    });

    test('free orders, orders without a seller, and orders paid before there were invoices get none', async () => {
      await using stores = await open();
      const world = await invoicedWorld(stores);
      const free = await world.place(5, { pack: { ...newOrder(world.accountId, 5).pack, price: 0 } });
      assert.deepEqual((await world.report(free, { kind: 'paid' })).invoices, []);
      const old = await world.place(5);
      await stores.orders.reportPayment(old.id, { kind: 'paid', at: firstMoment }, newId());
      assert.deepEqual((await world.report(old, { kind: 'refunded', refunded: 100 })).invoices, []);
      await world.assertSound();
    });

    test('concurrent and repeated reports leave no gap, and one invoice for each paid order', async () => {
      await using stores = await open();
      const worlds = await Promise.all([1, 2, 3].map(() => invoicedWorld(stores)));
      const placed = await Promise.all(
        worlds.flatMap((world) => [1, 2, 3, 4].map(async () => [world, await world.place(10)] as const)),
      );
      const events: readonly PaymentEvent[] = [
        { kind: 'paid' },
        { kind: 'refunded', refunded: 40 },
        { kind: 'paid' },
        { kind: 'refunded', refunded: 100 },
      ];
      await Promise.all(placed.flatMap(([world, order]) => events.map((event) => world.report(order, event))));
      const issued = (await Promise.all(worlds.map(({ list }) => list()))).flat();
      assert.equal(issued.filter(({ kind }) => kind === 'invoice').length, 12);
      const numbers = issued.map(({ number }) => number).toSorted();
      const expected = numbers.map((_, index) => `D-2026-${String(index + 1).padStart(6, '0')}`);
      assert.deepEqual(numbers, expected);
      await worlds[0]?.assertSound();
    });

    test('whatever is reported, documents make the price and the refunds, also their tax', async () => {
      await using stores = await open();
      const events = fc.array(
        fc.oneof(
          fc.constantFrom<PaymentEvent>({ kind: 'paid' }, { kind: 'disputed' }, { kind: 'dispute_won' }),
          fc.integer({ min: 0, max: 99 }).map((refunded): PaymentEvent => ({ kind: 'refunded', refunded })),
        ),
        { maxLength: 8 },
      );
      const property = fc.asyncProperty(events, fc.integer({ min: 99, max: 9_999 }), async (reports, price) => {
        const { accountId, place, report, list, assertSound } = await invoicedWorld(stores);
        const order = await place(9, { pack: { ...newOrder(accountId, 9).pack, price } });
        for (const event of reports) await report(order, event);
        const { paidAt, refunded } = await report(order, { kind: 'disputed' });
        const isPaid = paidAt !== undefined;
        const issued = await list();
        const sum = (kind: string, of: 'gross' | 'tax') =>
          issued.filter((each) => each.kind === kind).reduce((total, each) => total + each[of], 0);
        assert.deepEqual([sum('invoice', 'gross'), sum('credit_note', 'gross')], isPaid ? [price, refunded] : [0, 0]);
        const taxes = [sum('invoice', 'tax'), sum('credit_note', 'tax')];
        assert.deepEqual(taxes, isPaid ? [taxIn(price, 23_000), taxIn(refunded, 23_000)] : [0, 0]);
        await assertSound();
      });
      await fc.assert(property, { numRuns: propertyRuns(name, 60) });
    });
  });
}
