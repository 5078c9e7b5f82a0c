import type { Stripe } from 'stripe';
import { ServiceError } from '../../ground/service-error.ts';
import { type Order, referenceOf } from '../../shop/orders/order.ts';
import type { CheckoutRecord, CheckoutStore } from '../../shop/payments/checkout-store.ts';
import type { Checkout, CheckoutOutcome } from '../../shop/payments/payment-provider.ts';
import { stripeAmount } from './stripe-amount.ts';
import { found, stripeFailure, usesUpKey } from './stripe-client.ts';
import { orderOf, type Settlement, type SettlementParts, settlePayment } from './stripe-settlement.ts';

export type CheckoutParts = SettlementParts & {
  readonly checkouts: CheckoutStore;
  readonly settled: (settlement: Settlement) => void;
};

/** Limit of retries when a concurrent request opened a page or paid. */
const roundsMax = 4;

/** An order has one page at a time: a new one, with a new idempotency key, is made only when the last is `over`. */
export async function beginCheckout(parts: CheckoutParts, checkout: Checkout): Promise<CheckoutOutcome> {
  const { order } = checkout;
  let record = await parts.checkouts.findCheckout(order.id);
  for (let round = 0; round < roundsMax; round++) {
    const state = record?.reference === undefined ? 'none' : await checkPage(parts, order, record);
    if (typeof state === 'object') return { kind: 'redirect', url: state.url };
    if (state === 'decided') return { kind: 'awaits_payment' };
    const attempt = state === 'over' ? (record?.attempt ?? 0) + 1 : Math.max(1, record?.attempt ?? 0);
    const page = await openPage(parts, checkout, attempt);
    record = await parts.checkouts.keepAttempt({ orderId: order.id, attempt, reference: page.id, at: parts.now() });
    if (record.reference === page.id && page.url !== null) return { kind: 'redirect', url: page.url };
  }
  throw new ServiceError('payment_unavailable', { detail: { reason: 'the payment page could not be opened' } });
}

/** Applies the payment of a page. `decided`: paid or under way. `over`: the page can no longer lead to a payment. */
export async function checkPage(
  parts: CheckoutParts,
  order: Pick<Order, 'id'>,
  { attempt, reference = '' }: CheckoutRecord,
): Promise<{ readonly url: string } | 'decided' | 'over'> {
  const state = await stateOf(parts, reference);
  const isOpen = typeof state === 'object' || state === 'under_way';
  await parts.checkouts.noteCheck({ orderId: order.id, attempt, isOpen, at: parts.now() });
  return state === 'under_way' ? 'decided' : state;
}

async function stateOf(
  parts: CheckoutParts,
  reference: string,
): Promise<{ readonly url: string } | 'under_way' | 'decided' | 'over'> {
  const session = await findSession(parts.stripe, reference);
  if (session === undefined || session.status === 'expired') return 'over';
  if (session.status === 'open' && session.url !== null) return { url: session.url };
  const settlement = await settleSession(parts, session);
  parts.settled(settlement);
  if (settlement.outcome !== 'unpaid') return 'decided';
  const payment = paymentOf(session);
  // Some payment methods take days, and may then fail. Source: Stripe's guide, "Delayed notification payment methods".
  return payment?.status === 'requires_payment_method' || payment?.status === 'canceled' ? 'over' : 'under_way';
}

/** Applies the payment on a page to its order. @throws as `settlePayment` */
export async function settleSession(parts: SettlementParts, session: Stripe.Checkout.Session): Promise<Settlement> {
  const order = await orderOf(parts, session.metadata);
  if (order === undefined) return { outcome: 'foreign', orderId: undefined };
  if (session.client_reference_id !== order.id) return { outcome: 'mismatch', orderId: order.id };
  const payment = paymentOf(session);
  if (payment === undefined) return { outcome: 'unpaid', orderId: order.id };
  const settlement = await settlePayment(parts, payment);
  return settlement.orderId === order.id ? settlement : { outcome: 'mismatch', orderId: order.id };
}

function paymentOf({ payment_intent: payment }: Stripe.Checkout.Session): Stripe.PaymentIntent | undefined {
  return typeof payment === 'object' && payment !== null ? payment : undefined;
}

/** Returns undefined when Stripe does not know the page. */
export function findSession(stripe: Stripe, id: string): Promise<Stripe.Checkout.Session | undefined> {
  return found(stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] }));
}

async function openPage(
  { stripe, checkouts, now }: CheckoutParts,
  checkout: Checkout,
  attempt: number,
): Promise<Stripe.Checkout.Session> {
  const orderId = checkout.order.id;
  const page = pageFor(checkout);
  try {
    return await stripe.checkout.sessions.create(page, { idempotencyKey: `${orderId} ${attempt}` });
  } catch (cause) {
    // With a new idempotency key, the next click can succeed. No customer was sent to the page that may exist.
    if (usesUpKey(cause)) {
      await checkouts.keepAttempt({ orderId, attempt: attempt + 1, reference: undefined, at: now() });
    }
    throw stripeFailure(cause);
  }
}

function pageFor({ order, email, returnUrl }: Checkout): Stripe.Checkout.SessionCreateParams {
  const { id, pack } = order;
  const amount = stripeAmount(pack);
  if (amount === undefined) {
    throw new ServiceError('payment_unavailable', { detail: { reason: 'this price cannot be paid by card' } });
  }
  const metadata = { order_id: id };
  const description = `${pack.characters} characters, good for ${pack.validDays} days`;
  const product = { name: pack.name, description };
  return {
    mode: 'payment',
    client_reference_id: id,
    metadata,
    payment_intent_data: { metadata, description: `Order ${referenceOf(id)}` },
    line_items: [
      {
        quantity: 1,
        price_data: { currency: pack.currency.toLowerCase(), unit_amount: amount, product_data: product },
      },
    ],
    customer_email: email,
    success_url: `${returnUrl}?from=checkout`,
    cancel_url: `${returnUrl}?from=cancel`,
    // The paid amount must be the order's.
    adaptive_pricing: { enabled: false },
    allow_promotion_codes: false,
  };
}
