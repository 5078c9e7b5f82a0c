import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { dayMs, unixMs } from '../../../src/ground/units.ts';
import type { ActId } from '../../../src/shop/audit/audit.ts';
import type { PaymentEvent } from '../../../src/shop/orders/order-store.ts';
import { type FakeStripe, signatureOf } from '../../support/fake-stripe.ts';
import { createLedgerWorld } from '../../support/ledger-world.ts';
import { openTemporaryPostgres } from '../../support/postgres.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { openTemporarySqlite } from '../../support/stores.ts';
import type { StripePayment, StripeSession } from '../../support/stripe-records.ts';
import { newest, openStripeWorld, type StripeWorld } from '../../support/stripe-world.ts';

const databases = [
  ['SQLite', openTemporarySqlite],
  ['PostgreSQL', openTemporaryPostgres],
] as const;

const untouched = { balance: 0, held: 0, used: 0 };
const granted = { balance: 100, held: 0, used: 0 };

const lately = () => unixMs(Date.now() - dayMs);

const charge = (payment: string | null) => ({ id: 'ch_1', object: 'charge', payment_intent: payment });

type Act = { readonly kind: 'refund'; readonly amount: number } | { readonly kind: 'dispute' | 'won' | 'lost' };

const acts: fc.Arbitrary<readonly Act[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('refund' as const), amount: fc.integer({ min: 1, max: 40 }) }),
    fc.record({ kind: fc.constantFrom('dispute' as const, 'won' as const, 'lost' as const) }),
  ),
  { maxLength: 6 },
);

/** Which of the messages so far arrives after which act; some never arrive, some arrive repeatedly. */
const deliveries = fc.array(fc.record({ after: fc.nat(6), which: fc.nat(30) }), { maxLength: 16 });

/** Performs an act at Stripe that is possible now; returns the reports that the order should end with. */
function carryOut({ records }: FakeStripe, payment: StripePayment, act: Act): void {
  const dispute = [...records.disputes.values()].find((each) => each.payment_intent === payment.id);
  if (act.kind === 'refund') {
    const refunded = records.charges.get(payment.latest_charge ?? '')?.amount_refunded ?? 0;
    if (refunded + act.amount <= payment.amount) records.refund(payment, act.amount);
  } else if (act.kind === 'dispute') {
    if (dispute === undefined) records.dispute(payment);
  } else if (dispute?.status === 'needs_response') records.updateDispute(dispute, act.kind);
}

function reportsOf({ records }: FakeStripe, payment: StripePayment): readonly PaymentEvent[] {
  const refunded = records.charges.get(payment.latest_charge ?? '')?.amount_refunded ?? 0;
  const [dispute] = [...records.disputes.values()].filter((each) => each.payment_intent === payment.id);
  return [
    { kind: 'paid' },
    { kind: 'refunded', refunded },
    ...(dispute === undefined ? [] : [{ kind: dispute.status === 'won' ? 'dispute_won' : 'disputed' } as const]),
  ];
}

for (const [name, open] of databases) {
  describe(`${name}: Stripe's message`, () => {
    test('is accepted without a request to Stripe when it was handled before', async () => {
      await using world = await openStripeWorld(open);
      await world.pay();
      await world.receiveAll();
      const asked = world.standIn.asked.length;
      await world.receiveAll();
      assert.equal(world.standIn.asked.length, asked);
    });

    test('grants a slow payment only after it has succeeded', async () => {
      await using world = await openStripeWorld(open);
      const { session } = await world.open();
      world.standIn.records.pay(session, 'in_days');
      await world.receiveAll();
      assert.deepEqual(await world.balance(), untouched);
      world.standIn.records.endWait(session, 'succeeded');
      await world.receiveAll();
      assert.deepEqual(await world.balance(), granted);
      assert.deepEqual(world.outcomes, ['unpaid', 'settled']);
    });

    const mismatches: readonly (readonly [string, (session: StripeSession, payment: StripePayment) => void])[] = [
      ['another amount', (_, payment) => void (payment.amount_received = 99)],
      ['another currency', (_, payment) => void (payment.currency = 'usd')],
      ['a page of another order', (session) => void (session.client_reference_id = 'another')],
      ['a payment of another order', (_, payment) => void (payment.metadata = { order_id: 'another' })],
    ];
    for (const [what, change] of mismatches) {
      test(`about ${what} grants nothing, and reports it`, async () => {
        await using world = await openStripeWorld(open);
        const { order, session } = await world.open();
        world.standIn.records.pay(session, 'in_days');
        world.standIn.records.endWait(session, 'succeeded');
        change(session, world.standIn.records.paymentOf(session));
        assert.equal(await world.receive(newest(world.standIn, 'checkout.session.async_payment_succeeded')), 'taken');
        assert.deepEqual(world.outcomes, ['mismatch']);
        assert.equal((await world.find(order)).paidAt, undefined);
        assert.deepEqual(await world.balance(), untouched);
      });
    }

    test('about another sale of the same operator is ignored', async () => {
      await using world = await openStripeWorld(open);
      const { order, session, payment } = await world.pay();
      session.metadata = {};
      payment.metadata = {};
      world.standIn.records.refund(payment, 100);
      await world.receiveAll();
      assert.deepEqual(world.outcomes, ['foreign', 'foreign']);
      assert.equal((await world.find(order)).paidAt, undefined);
      for (const [id, of] of Object.entries({ evt_1: null, evt_2: 'pi_x' })) {
        await world.receive({ ...newest(world.standIn, 'charge.refunded'), id, data: { object: charge(of) } });
      }
      assert.deepEqual(world.outcomes.slice(2), ['foreign', 'foreign']);
    });

    test('about an order of another provider is ignored', async () => {
      await using world = await openStripeWorld(open);
      const { session, payment } = await world.pay();
      const { pack } = await world.place();
      const other = await world.orders.place({ accountId: world.accountId, provider: 'manual', pack });
      session.metadata = { order_id: other.id };
      payment.metadata = { order_id: other.id };
      await world.receiveAll();
      assert.deepEqual(world.outcomes, ['foreign']);
      assert.deepEqual(await world.balance(), untouched);
    });

    test('about a second payment of an order grants nothing, and its refund takes nothing', async () => {
      await using world = await openStripeWorld(open);
      const order = await world.place();
      const abandoned = await world.begin(order);
      world.standIn.records.expire(abandoned);
      world.standIn.records.pay(await world.begin(order));
      await world.receiveAll();
      const second = world.standIn.records.pay(abandoned);
      await world.receiveAll();
      assert.deepEqual(world.outcomes.at(-1), 'second_payment');
      await world.refund(second, 100);
      assert.deepEqual(world.outcomes.at(-1), 'second_payment');
      assert.equal((await world.find(order)).refunded, 0);
      assert.deepEqual(await world.balance(), granted);
    });

    test('about an order that the operator had marked as paid grants nothing and is reported; its refund counts', async () => {
      await using world = await openStripeWorld(open);
      const { order, session } = await world.open();
      await world.orders.reportPayment(order.id, { kind: 'paid' }, 'operator');
      const payment = world.standIn.records.pay(session);
      await world.receiveAll();
      assert.deepEqual(world.outcomes, ['unaccounted']);
      assert.deepEqual(await world.balance(), granted);
      await world.refund(payment, 100);
      assert.deepEqual(world.outcomes.at(-1), 'settled');
      assert.deepEqual(await world.balance(), untouched);
    });

    test('about an order that the operator had marked as paid is reported after any number of interruptions, until all is refunded', async () => {
      await using world = await openStripeWorld(open);
      const { order, session } = await world.open();
      await world.orders.reportPayment(order.id, { kind: 'paid' }, 'operator');
      const payment = world.standIn.records.pay(session);
      world.standIn.records.refund(payment, 40);
      world.standIn.failNext('refunds', 500, 500, 500);
      await assert.rejects(world.receiveAll(), { code: 'payment_unavailable' });
      await world.receiveAll();
      assert.deepEqual(world.outcomes, ['unaccounted', 'unaccounted']);
      await world.refund(payment, 60);
      assert.deepEqual(world.outcomes.at(-1), 'settled');
      await world.assertSound();
    });

    test('about an order of an erased account is reported to the operator until it is refunded', async () => {
      await using world = await openStripeWorld(open);
      const { order, session } = await world.open();
      const { accountId } = order;
      const act = { id: 'act-1' as ActId, act: 'account.erasure_begun', by: accountId, subject: undefined } as const;
      const entry = { ...act, accountId, at: order.createdAt };
      assert.equal(await world.stores.erasures.beginErasure({ entry, evenIfDisputed: false }), 'begun');
      const payment = world.standIn.records.pay(session);
      await world.receiveAll();
      assert.notEqual((await world.find(order)).paidAt, undefined);
      assert.deepEqual(await world.balance(), untouched);
      await world.refund(payment, 40);
      await world.refund(payment, 60);
      assert.deepEqual(world.outcomes, ['unaccounted', 'unaccounted', 'settled']);
    });

    test('about refunds takes back their sum, once they have succeeded', async () => {
      await using world = await openStripeWorld(open);
      const { records } = world.standIn;
      const { order, payment } = await world.pay();
      records.refund(payment, 20);
      const slow = records.refund(payment, 30, 'pending');
      await world.receiveAll();
      assert.deepEqual(await world.balance(), { ...granted, balance: 80 });
      records.updateRefund(slow, 'succeeded');
      await world.receiveAll();
      assert.equal((await world.find(order)).refunded, 50);
      assert.deepEqual(await world.balance(), { ...granted, balance: 50 });
    });

    test('about a failed refund takes nothing; one that had succeeded before is reported to the operator', async () => {
      await using world = await openStripeWorld(open);
      const { records } = world.standIn;
      const { payment } = await world.pay();
      records.updateRefund(records.refund(payment, 30, 'pending'), 'failed');
      await world.receiveAll();
      assert.deepEqual(await world.balance(), granted);
      const refund = records.refund(payment, 40);
      await world.receiveAll();
      records.updateRefund(refund, 'failed');
      await world.receiveAll();
      assert.equal(world.outcomes.at(-1), 'unaccounted');
      assert.deepEqual(await world.balance(), { ...granted, balance: 60 });
    });

    test('about an inquiry takes nothing, unless it becomes a dispute', async () => {
      await using world = await openStripeWorld(open);
      const { records } = world.standIn;
      const { payment } = await world.pay();
      records.updateDispute(records.dispute(payment, 'warning_needs_response'), 'warning_closed');
      const second = records.dispute(payment, 'warning_needs_response');
      await world.receiveAll();
      assert.deepEqual(await world.balance(), granted);
      records.updateDispute(second, 'needs_response');
      await world.receiveAll();
      assert.deepEqual(await world.balance(), untouched);
    });

    test('about two disputes returns the pack when both are won; a later one is reported to the operator', async () => {
      await using world = await openStripeWorld(open);
      const { records } = world.standIn;
      const { payment } = await world.pay();
      const [one, other] = [records.dispute(payment), records.dispute(payment)];
      records.updateDispute(one, 'won');
      await world.receiveAll();
      assert.deepEqual(await world.balance(), untouched);
      records.updateDispute(other, 'won');
      await world.receiveAll();
      assert.deepEqual(await world.balance(), granted);
      records.dispute(payment);
      await world.receiveAll();
      assert.equal(world.outcomes.at(-1), 'unaccounted');
    });

    test('is refused while Stripe is unreachable, and handled when it is sent again', async () => {
      await using world = await openStripeWorld(open);
      await world.pay();
      const event = newest(world.standIn, 'checkout.session.completed');
      world.standIn.failNext('', 500, 500, 500);
      await assert.rejects(world.receive(event), { code: 'payment_unavailable' });
      assert.deepEqual(await world.balance(), untouched);
      assert.equal(await world.receive(event), 'taken');
      assert.deepEqual(await world.balance(), granted);
    });

    test('is refused unless it has a recent and valid signature of Stripe', async () => {
      await using world = await openStripeWorld(open);
      await world.pay();
      const text = JSON.stringify(newest(world.standIn, 'checkout.session.completed'));
      const bring = (body: string, signature: string | undefined) =>
        world.remote.receive({ body: new TextEncoder().encode(body), signature });
      const others = [
        signatureOf(text, 301),
        signatureOf(text, -305),
        signatureOf(text, 0, 'whsec_other'),
        't=1,v1=00',
      ];
      for (const signature of others) assert.equal(await bring(text, signature), 'refused', signature);
      assert.deepEqual(world.refusals, ['wrong_time', 'wrong_time', 'wrong_signature', 'wrong_signature']);
      const signatures = [undefined, '', 'x'];
      signatures.push('t=abc,v1=', 't=,v1=00', 't=1e99,v1=00', `t=${'9'.repeat(400)},v1=00`, '=,=', ',', 't=1,v1=ü');
      for (const signature of signatures) assert.equal(await bring(text, signature), 'refused', signature);
      assert.deepEqual([...new Set(world.refusals.slice(others.length))], ['unsigned']);
      assert.equal(await bring(`${text} `, signatureOf(text)), 'refused');
      assert.deepEqual(await world.balance(), untouched);
      assert.equal(await bring(text, signatureOf(text, 299)), 'taken');
      assert.deepEqual(await world.balance(), granted);
    });

    test('of an irrelevant type is accepted and ignored', async () => {
      await using world = await openStripeWorld(open);
      const messages = [{ id: 'evt_1', type: 'customer.created', data: { object: {} } }, [], 'x', { id: 5 }];
      for (const message of messages) assert.equal(await world.receive(message), 'taken');
      assert.deepEqual(world.standIn.asked, []);
    });
  });

  describe(`${name}: reconciliation with Stripe`, () => {
    const toTheEnd = (world: StripeWorld) => world.remote.reconcile(lately(), new AbortController().signal);

    test('checks open pages without a message, until they can no longer lead to a payment', async () => {
      await using world = await openStripeWorld(open);
      const { records } = world.standIn;
      const { order } = await world.pay();
      const [open_, over] = [await world.begin(await world.place()), await world.begin(await world.place())];
      records.expire(over);
      records.events.length = 0;
      await toTheEnd(world);
      assert.notEqual((await world.find(order)).paidAt, undefined);
      assert.deepEqual(await world.stores.checkouts.listOpenCheckouts(10), [open_.client_reference_id]);
    });

    test('reads page by page, and does not repeat completed work', async () => {
      await using world = await openStripeWorld(open);
      const { payment } = await world.pay();
      for (let count = 0; count < 100; count++) world.standIn.records.refund(payment, 1);
      world.standIn.records.addEvent('customer.created', payment);
      await toTheEnd(world);
      assert.deepEqual(await world.balance(), untouched);
      const before = world.standIn.asked.length;
      await toTheEnd(world);
      assert.deepEqual(world.standIn.asked.slice(before), ['GET /v1/events', 'GET /v1/events']);
    });

    test('continues after a failure, and then reports that it is incomplete', async () => {
      await using world = await openStripeWorld(open);
      await world.pay();
      const { session } = await world.pay();
      await world.pay();
      world.standIn.failNext(session.id, ...Array.from({ length: 6 }, () => 500));
      await assert.rejects(toTheEnd(world), { code: 'payment_unavailable' });
      assert.deepEqual(await world.balance(), { ...granted, balance: 200 });
      await toTheEnd(world);
      assert.deepEqual(await world.balance(), { ...granted, balance: 300 });
    });

    test('stops at the limit of one run, and then reports that it is incomplete', async () => {
      await using world = await openStripeWorld(open);
      await world.pay();
      world.standIn.hasEndlessEvents = true;
      await assert.rejects(toTheEnd(world), { code: 'payment_unavailable' });
      assert.deepEqual(await world.balance(), granted);
    });

    test('stops when its signal aborts', async () => {
      await using world = await openStripeWorld(open);
      await world.pay();
      await assert.rejects(world.remote.reconcile(lately(), AbortSignal.abort(new Error('enough'))), /enough/);
      assert.deepEqual(await world.balance(), untouched);
    });
  });

  describe(`${name}: any sequence of events at Stripe`, () => {
    test('for any order, repetition and loss of messages, the ledger ends as the reports say', async () => {
      const property = fc.asyncProperty(acts, deliveries, async (done, brought) => {
        await using world = await openStripeWorld(open);
        const { order, payment } = await world.pay();
        const bringAfter = async (step: number) => {
          const { events } = world.standIn.records;
          for (const { which } of brought.filter(({ after }) => after === step)) {
            await world.receive(events[which % events.length]);
          }
        };
        await bringAfter(0);
        for (const [index, act] of done.entries()) {
          carryOut(world.standIn, payment, act);
          await bringAfter(index + 1);
        }
        await world.remote.reconcile(lately(), new AbortController().signal);
        const twin = await createLedgerWorld(world.stores);
        const other = await twin.place(100, { createdAt: order.createdAt });
        for (const event of reportsOf(world.standIn, payment)) await world.orders.reportPayment(other.id, event);
        const { refunded, dispute, clawedBack } = await world.orders.find(other.id);
        const found = await world.find(order);
        assert.partialDeepStrictEqual(found, { refunded, dispute, clawedBack });
        assert.deepEqual(await world.balance(), { ...granted, balance: 100 - clawedBack });
        await world.assertSound();
      });
      await fc.assert(property, { numRuns: propertyRuns(name, 20) });
    });
  });
}
