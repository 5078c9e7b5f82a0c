import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { later } from '../../src/ground/units.ts';
import type { ProviderEvent } from '../../src/shop/payments/payment-provider.ts';
import { createLedgerWorld, firstMoment, newId } from '../support/ledger-world.ts';
import type { OpenStores } from '../support/stores.ts';

const event = (changes: Partial<ProviderEvent> = {}): ProviderEvent => ({
  provider: 'stripe',
  id: newId(),
  kind: 'charge.refunded',
  at: firstMoment,
  ...changes,
});

/** The contract of every `PaymentEventStore`. */
export function describePaymentEventStore(name: string, open: () => Promise<OpenStores>): void {
  describe(`${name}: PaymentEventStore`, () => {
    test('an event is open until it is ended, however often it arrives', async () => {
      await using stores = await open();
      const { place } = await createLedgerWorld(stores);
      const order = await place(1);
      const told = event();
      assert.equal(await stores.paymentEvents.beginEvent(told), 'open');
      assert.equal(await stores.paymentEvents.beginEvent({ ...told, at: later(told.at, 1) }), 'open');
      const end = { ...told, outcome: 'settled', orderId: order.id } as const;
      await stores.paymentEvents.endEvent(end);
      assert.equal(await stores.paymentEvents.beginEvent(told), 'done');
      await stores.paymentEvents.endEvent({ ...end, outcome: 'foreign', orderId: undefined });
      assert.equal(await stores.paymentEvents.beginEvent(told), 'done');
    });

    test('an event is identified by its provider and its id together', async () => {
      await using stores = await open();
      const told = event();
      await stores.paymentEvents.beginEvent(told);
      await stores.paymentEvents.endEvent({ ...told, outcome: 'unpaid', orderId: undefined });
      assert.equal(await stores.paymentEvents.beginEvent({ ...told, provider: 'another' }), 'open');
      assert.equal(await stores.paymentEvents.beginEvent(told), 'done');
    });

    test('an event that arrives ten times concurrently is stored once', async () => {
      await using stores = await open();
      const told = event();
      const begun = await Promise.all(Array.from({ length: 10 }, () => stores.paymentEvents.beginEvent(told)));
      assert.deepEqual(new Set(begun), new Set(['open']));
      assert.equal(await stores.paymentEvents.forgetEvents(later(firstMoment, 1)), 1);
    });

    test('all events older than a time are deleted, in any number', async () => {
      await using stores = await open();
      const old = Array.from({ length: 250 }, () => event());
      const late = event({ at: later(firstMoment, 10) });
      for (const each of [...old, late]) {
        await stores.paymentEvents.beginEvent(each);
        await stores.paymentEvents.endEvent({ ...each, outcome: 'unpaid', orderId: undefined });
      }
      assert.equal(await stores.paymentEvents.forgetEvents(later(firstMoment, 10)), 250);
      assert.equal(await stores.paymentEvents.forgetEvents(later(firstMoment, 10)), 0);
      assert.equal(await stores.paymentEvents.beginEvent(late), 'done');
    });
  });
}
