import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { priceOf, stripeAmount } from '../../../src/adapters/payments/stripe-amount.ts';
import { ask, openStripe } from '../../../src/adapters/payments/stripe-client.ts';
import { stripeSecretKey, stripeWebhookSecret } from '../../support/fake-stripe.ts';
import { openTemporaryPostgres } from '../../support/postgres.ts';
import { openTemporarySqlite } from '../../support/stores.ts';
import { openStripeWorld } from '../../support/stripe-world.ts';

const databases = [
  ['SQLite', openTemporarySqlite],
  ['PostgreSQL', openTemporaryPostgres],
] as const;

for (const [name, open] of databases) {
  describe(`${name}: Stripe's payment page`, () => {
    test('has the price, name and id of its order, also on the payment', async () => {
      await using world = await openStripeWorld(open);
      const order = await world.place();
      const session = await world.begin(order);
      assert.deepEqual([session.amount_total, session.currency, session.product], [100, 'eur', 'A pack']);
      assert.equal(session.client_reference_id, order.id);
      assert.deepEqual([session.metadata, session.payment_metadata], [{ order_id: order.id }, { order_id: order.id }]);
      const addresses = ['checkout', 'cancel'].map((from) => `http://127.0.0.1/orders/${order.id}?from=${from}`);
      assert.deepEqual([session.success_url, session.cancel_url], addresses);
    });

    test('is the same while it is open, for any number of requests and nodes', async () => {
      await using world = await openStripeWorld(open);
      const order = await world.place();
      const nodes = [world.provider, world.anotherNode(), world.anotherNode()];
      await Promise.all([...nodes, ...nodes].map((node) => world.begin(order, node)));
      await world.begin(order);
      assert.equal(world.standIn.records.sessions.size, 1);
    });

    test('is replaced by a new one after it has expired or is unknown to Stripe', async () => {
      await using world = await openStripeWorld(open);
      const order = await world.place();
      const first = await world.begin(order);
      world.standIn.records.expire(first);
      const second = await world.begin(order);
      assert.notEqual(second.id, first.id);
      world.standIn.records.sessions.delete(second.id);
      const third = await world.begin(order);
      assert.deepEqual(new Set([first.id, second.id, third.id]).size, 3);
      assert.equal((await world.begin(order)).id, third.id);
    });

    test('is not replaced after a payment on it: the order is granted immediately', async () => {
      await using world = await openStripeWorld(open);
      const { order } = await world.pay();
      const outcome = await world.provider.begin({ order, email: 'ada@example.com', returnUrl: 'http://127.0.0.1/x' });
      assert.deepEqual(outcome, { kind: 'awaits_payment' });
      assert.notEqual((await world.find(order)).paidAt, undefined);
      assert.equal(world.standIn.records.sessions.size, 1);
    });

    test('is not replaced while a slow payment is pending, and is replaced after it has failed', async () => {
      await using world = await openStripeWorld(open);
      const order = await world.place();
      const session = await world.begin(order);
      world.standIn.records.pay(session, 'in_days');
      const checkout = { order, email: 'ada@example.com', returnUrl: 'http://127.0.0.1/x' };
      assert.deepEqual(await world.provider.begin(checkout), { kind: 'awaits_payment' });
      world.standIn.records.endWait(session, 'failed');
      const again = await world.begin(order);
      assert.notEqual(again.id, session.id);
      await world.receiveAll();
      assert.equal((await world.find(order)).paidAt, undefined);
    });

    test('fails one click when Stripe cannot create it, and no later click', async () => {
      await using world = await openStripeWorld(open);
      const order = await world.place();
      world.standIn.failNext('', 500, 500, 500);
      await assert.rejects(world.begin(order), { code: 'payment_unavailable' });
      await world.begin(order);
    });

    test('is created despite temporary failures', async () => {
      await using world = await openStripeWorld(open);
      world.standIn.failNext('', 503);
      await world.begin(await world.place());
      assert.equal(world.standIn.records.sessions.size, 1);
    });
  });
}

test('a redirect of the payment API is not followed, and a reply of 16 MiB is not read', async () => {
  const asked: unknown[] = [];
  const answers: RequestListener = (request, response) => {
    asked.push(request.url);
    if (request.url === '/v1/events') response.writeHead(307, { location: '/elsewhere' }).end();
    else response.end(JSON.stringify({ id: 'e'.repeat(2 ** 24) }));
  };
  await using server = createServer(answers).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { signal } = new AbortController();
  const stripe = openStripe({ apiUrl, secretKey: stripeSecretKey, webhookSecret: stripeWebhookSecret }, signal);
  await assert.rejects(ask(stripe.events.list()), { code: 'payment_unavailable' });
  assert.deepEqual([...new Set(asked)], ['/v1/events']);
  await assert.rejects(ask(stripe.events.retrieve('evt_1')), { code: 'payment_unavailable' });
});

describe("amounts in Stripe's units", () => {
  test('follow ISO 4217, with the exceptions that Stripe documents', () => {
    const rows: readonly (readonly [string, number, number | undefined])[] = [
      ['EUR', 990, 990],
      ['JPY', 500, 500],
      ['ISK', 500, 50_000],
      ['UGX', 5_000, 500_000],
      ['MGA', 500_000, 5_000],
      ['MGA', 500_001, undefined],
      ['KWD', 5_120, 5_120],
      ['KWD', 5_124, undefined],
      ['EUR', 0, undefined],
      ['ISK', 99_999_999, undefined],
    ];
    for (const [currency, price, amount] of rows) {
      assert.equal(stripeAmount({ price, currency }), amount, `${price} ${currency}`);
      if (amount !== undefined) assert.equal(priceOf(amount, currency), price);
    }
    assert.equal(priceOf(199, 'ISK'), 1);
  });
});
