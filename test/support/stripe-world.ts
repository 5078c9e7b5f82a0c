import assert from 'node:assert/strict';
import { createStripePayments } from '../../src/adapters/payments/stripe-provider.ts';
import { type UnixMs, unixMs } from '../../src/ground/units.ts';
import type { Order } from '../../src/shop/orders/order.ts';
import { Orders } from '../../src/shop/orders/orders.ts';
import type {
  DeliveryRefusal,
  PaymentOutcome,
  PaymentProvider,
  RemotePayments,
} from '../../src/shop/payments/payment-provider.ts';
import { FakeStripe, signatureOf, stripeSecretKey, stripeWebhookSecret } from './fake-stripe.ts';
import { createLedgerWorld, momentBy, newId, newOrder } from './ledger-world.ts';
import type { OpenStores } from './stores.ts';
import type { StripeEvent, StripePayment } from './stripe-records.ts';

export type StripeWorld = Awaited<ReturnType<typeof openStripeWorld>>;

const realTime = (): UnixMs => unixMs(Date.now());

/** One database with one account, a fake Stripe, and the provider, without an HTTP server of the service. */
export async function openStripeWorld(open: () => Promise<OpenStores>) {
  await using opening = new AsyncDisposableStack();
  const standIn = opening.use(await FakeStripe.start());
  const stores = opening.use(await open());
  const ledgerWorld = await createLedgerWorld(stores);
  ledgerWorld.clock.now = realTime();
  const { accountId, balance, assertSound } = ledgerWorld;
  const orders = new Orders({ store: stores.orders, now: realTime, moment: momentBy(realTime), newId });
  const outcomes: PaymentOutcome[] = [];
  const refusals: DeliveryRefusal[] = [];
  const stopping = new AbortController();
  opening.defer(() => stopping.abort());
  const anotherNode = () =>
    createStripePayments(
      { apiUrl: standIn.url, secretKey: stripeSecretKey, webhookSecret: stripeWebhookSecret },
      {
        ...stores,
        orders,
        now: realTime,
        events: {
          paymentSettled: ({ outcome }) => outcomes.push(outcome),
          paymentMessageRefused: ({ reason }) => refusals.push(reason),
        },
        stopping: stopping.signal,
      },
    );
  const provider = anotherNode();
  const remote = remoteOf(provider);
  /** Places an order of 100 characters for 1.00 EUR. */
  const place = () => orders.place({ accountId, provider: 'stripe', pack: newOrder(accountId, 100).pack });
  /** Opens the payment page of an order. */
  const begin = async (order: Order, node = provider) => {
    const returnUrl = `http://127.0.0.1/orders/${order.id}`;
    const outcome = await node.begin({ order, email: 'ada@example.com', returnUrl });
    assert.equal(outcome.kind, 'redirect');
    const session = standIn.sessionFor(order.id);
    assert.deepEqual(outcome, { kind: 'redirect', url: session.url });
    return session;
  };
  const openPage = async () => {
    const order = await place();
    return { order, session: await begin(order) };
  };
  /** Delivers a signed message to a node. */
  const receive = (event: unknown, node = provider) => {
    const text = JSON.stringify(event);
    return remoteOf(node).receive({ body: new TextEncoder().encode(text), signature: signatureOf(text) });
  };
  const opened = opening.move();
  return {
    ...{ stores, standIn, accountId, balance, assertSound, orders, provider, remote, outcomes, refusals, anotherNode },
    ...{ place, begin, receive },
    open: openPage,
    /** Places an order, opens its page, and pays there. */
    async pay() {
      const { order, session } = await openPage();
      return { order, session, payment: standIn.records.pay(session) };
    },
    /** Refunds a part of a payment, and delivers the message of it. */
    refund(payment: StripePayment, amount: number) {
      standIn.records.refund(payment, amount);
      return receive(newest(standIn, 'charge.refunded'));
    },
    /** Delivers all messages, oldest first. */
    async receiveAll() {
      for (const event of standIn.records.events) assert.equal(await receive(event), 'taken');
    },
    find: ({ id }: Pick<Order, 'id'>) => orders.find(id),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

function remoteOf({ remote }: PaymentProvider): RemotePayments {
  assert.ok(remote);
  return remote;
}

/** Returns the newest message of a kind. */
export function newest({ records }: FakeStripe, type: string): StripeEvent {
  const event = records.events.findLast((each) => each.type === type);
  assert.ok(event, `there is no ${type}`);
  return event;
}
