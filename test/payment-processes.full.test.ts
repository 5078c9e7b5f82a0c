import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { createStripePayments } from '../src/adapters/payments/stripe-provider.ts';
import type { SqlStores } from '../src/adapters/sql/sql-stores.ts';
import { openSqlite } from '../src/adapters/sql/sqlite/open-sqlite.ts';
import { characters, later, type UnixMs, unixMs } from '../src/ground/units.ts';
import { timeOrderedId } from '../src/ops/time-ordered-id.ts';
import { Accounts } from '../src/shop/accounts/accounts.ts';
import { Orders } from '../src/shop/orders/orders.ts';
import { eventually } from './support/eventually.ts';
import { FakeStripe, stripeSecretKey, stripeWebhookSecret } from './support/fake-stripe.ts';
import { momentBy } from './support/ledger-world.ts';
import { openOperatorsDesk, startNode } from './support/node.ts';
import { createTemporaryDatabase } from './support/postgres.ts';
import { startServerChild } from './support/server-child.ts';
import { temporaryFolder } from './support/stores.ts';

const email = 'kanarienvogel@example.com';
const sweepIntervalMs = 10_000;
const invoicing = { SELLER: 'Ana Co.', TAX_RATES: 'PT:23,*:0' };
const now = (): UnixMs => unixMs(Date.now());
const pack = { name: 'A pack', characters: characters(100), validDays: 365, price: 100, currency: 'EUR' };

const openStores = ({ path }: { readonly path: string }) =>
  openSqlite({ file: join(path, 'dragoman.db'), events: { backgroundFailed: () => undefined } });
const startProcess = (env: Readonly<Record<string, string>>) => startServerChild({ LOG_LEVEL: 'debug', ...env });

async function openCustomer(stores: SqlStores, standIn: FakeStripe) {
  const { id: accountId } = await new Accounts({ store: stores.accounts, now, newId: timeOrderedId }).create(email);
  const orders = new Orders({ store: stores.orders, now, moment: momentBy(now), newId: timeOrderedId });
  const keys = { secretKey: stripeSecretKey, webhookSecret: stripeWebhookSecret, apiUrl: standIn.url };
  const events = { paymentSettled: () => undefined, paymentMessageRefused: () => undefined };
  const stopping = new AbortController().signal;
  const provider = createStripePayments(keys, { ...stores, orders, now, events, stopping });
  return {
    accountId,
    orders,
    balance: async () => (await stores.ledger.readBalance(accountId, now()))?.balance,
    /** Lists invoices and credit notes: kind, position, amount and tax. */
    issued: async () => {
      const invoices = await stores.billing.listInvoices({ accountId, after: undefined, limit: 10 });
      return invoices.map(({ number, kind, gross, tax }) => [kind, Number(number.slice(5)), gross, tax]);
    },
    /** Places an order, goes to its page and pays there. */
    pay: async () => {
      const order = await orders.place({ accountId, provider: 'stripe', pack });
      await provider.begin({ order, email, returnUrl: `http://127.0.0.1/orders/${order.id}` });
      return standIn.records.pay(standIn.sessionFor(order.id));
    },
  };
}

describe('payment when a server is killed', () => {
  test('between its message and its grant, is granted and invoiced once after the restart', async () => {
    await using standIn = await FakeStripe.start();
    await using folder = await temporaryFolder();
    const env = { ...standIn.env, ...invoicing, DATA_DIR: folder.path };
    await using stores = await openStores(folder);
    // Keeps this server from polling Stripe, and finding the payment before its message arrives.
    const lease = { task: 'reconcile payments', holder: 'somebody else' };
    const at = now();
    await stores.leases.takeLease({ ...lease, at, until: later(at, 3_600_000), unlessDoneAfter: at });
    await using server = await startProcess(env);
    const customer = await openCustomer(stores, standIn);
    const payment = await customer.pay();
    standIn.records.refund(payment, 40);
    const [paid, refunded] = standIn.records.events;
    assert.ok(paid && refunded);

    // The message is stored, and its payment is being requested.
    const atSession = standIn.stall('/sessions/');
    void standIn.deliver(server.url, paid).catch(() => 0);
    await atSession.met;
    await server.kill();
    atSession.release();
    assert.equal(await customer.balance(), 0);
    const kept = { provider: 'stripe', id: paid.id, kind: paid.type, at: now() };
    assert.equal(await stores.paymentEvents.beginEvent(kept), 'open');
    assert.ok(!standIn.asked.includes('GET /v1/events'));
    await stores.leases.endLease({ ...lease, doneAt: undefined });

    // Granted, and its refunds are being requested.
    const atRefunds = standIn.stall('/refunds');
    await using second = await startProcess(env);
    await atRefunds.met;
    await second.kill();
    atRefunds.release();
    assert.equal(await customer.balance(), 100);

    await using third = await startProcess(env);
    const events = [paid, refunded, paid, refunded];
    const answers = await Promise.all(events.map((event) => standIn.deliver(third.url, event)));
    assert.deepEqual(answers, [200, 200, 200, 200]);
    await eventually(async () => (await customer.balance()) === 60);
    assert.equal(await stores.paymentEvents.beginEvent(kept), 'done');
    assert.deepEqual(await customer.issued(), [
      ['invoice', 1, 100, 19],
      ['credit_note', 2, 40, 7],
    ]);
    assert.deepEqual(await stores.ledger.verify(now(), sweepIntervalMs), []);
    for (const { log } of [server, second, third]) {
      assert.doesNotMatch(log(), /kanarienvogel|sk_test|whsec|standin0123456789/);
    }
  });

  test('before any message about it was accepted, is found when the server starts', async () => {
    await using standIn = await FakeStripe.start();
    await using folder = await temporaryFolder();
    await using stores = await openStores(folder);
    const customer = await openCustomer(stores, standIn);
    await customer.pay();
    await using server = await startProcess({ ...standIn.env, DATA_DIR: folder.path });
    assert.ok(server);
    await eventually(async () => (await customer.balance()) === 100);
    assert.deepEqual(await stores.ledger.verify(now(), sweepIntervalMs), []);
  });

  test('a stopping server does not wait for a reply from Stripe', async () => {
    await using standIn = await FakeStripe.start();
    await using folder = await temporaryFolder();
    const stalled = standIn.stall('/events');
    await using server = await startProcess({ ...standIn.env, DATA_DIR: folder.path });
    await stalled.met;
    await server.stop();
    // There is no retry either, as there would be after ten seconds without a reply.
    assert.deepEqual(standIn.asked, ['GET /v1/events']);
    assert.doesNotMatch(server.log(), /"level":"(warn|error)"/);
    stalled.release();
  });

  test('a server starts while Stripe is unreachable, and logs that', async () => {
    await using standIn = await FakeStripe.start();
    await using folder = await temporaryFolder();
    standIn.failNext('', ...Array.from({ length: 100 }, () => 503));
    await using server = await startProcess({ ...standIn.env, DATA_DIR: folder.path });
    assert.equal((await fetch(`${server.url}/docs`)).status, 200);
    await eventually(() => server.log().includes('"task":"reconcile payments"'));
    assert.match(server.log(), /"code":"payment_unavailable"/);
    assert.doesNotMatch(server.log(), /told to fail|sk_test|whsec/);
  });
});

describe('payment on two nodes of one PostgreSQL', () => {
  test('is granted and invoiced once, for any events, in any order, delivered concurrently to both nodes', async () => {
    await using standIn = await FakeStripe.start();
    await using database = await createTemporaryDatabase();
    await using stores = await openOperatorsDesk(database.url);
    const customer = await openCustomer(stores, standIn);
    const payment = await customer.pay();
    standIn.records.refund(payment, 10);
    standIn.records.updateDispute(standIn.records.dispute(payment), 'won');
    const env = { ...standIn.env, ...invoicing };
    await using one = await startNode({ url: database.url, env });
    await using other = await startNode({ url: database.url, env });
    const { events } = standIn.records;
    const all = [...events, ...events.toReversed()].flatMap((event) => [one, other].map(({ url }) => ({ url, event })));
    const answers = await Promise.all(all.map(({ url, event }) => standIn.deliver(url, event)));
    assert.deepEqual(new Set(answers), new Set([200]));
    assert.equal(await customer.balance(), 90);
    const [order] = await customer.orders.page({ accountId: customer.accountId, before: undefined, limit: 2 });
    assert.deepEqual([order?.refunded, order?.dispute, order?.clawedBack], [10, 'won', 10]);
    assert.deepEqual(await customer.issued(), [
      ['invoice', 1, 100, 19],
      ['credit_note', 2, 10, 2],
    ]);
    assert.deepEqual(await stores.ledger.verify(now(), sweepIntervalMs), []);
  });
});
