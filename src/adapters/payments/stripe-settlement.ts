import type { Stripe } from 'stripe';
import type { Clock } from '../../ground/units.ts';
import type { AccountStore } from '../../shop/accounts/account-store.ts';
import { isKept, isOfErased, type Order, type OrderId } from '../../shop/orders/order.ts';
import type { Orders } from '../../shop/orders/orders.ts';
import type { CheckoutStore } from '../../shop/payments/checkout-store.ts';
import type { PaymentOutcome } from '../../shop/payments/payment-provider.ts';
import { priceOf, stripeAmount } from './stripe-amount.ts';
import { ask, found } from './stripe-client.ts';

export type Settlement = { readonly outcome: PaymentOutcome; readonly orderId: OrderId | undefined };

export type SettlementParts = {
  readonly stripe: Stripe;
  readonly orders: Pick<Orders, 'lookUp' | 'reportPayment'>;
  readonly accounts: Pick<AccountStore, 'findAccount'>;
  readonly checkouts: Pick<CheckoutStore, 'findCheckout' | 'claimPayment'>;
  readonly now: Clock;
};

/** Refunds or disputes read per payment. */
const listMax = 1_000;

/**
 * Applies a payment's current state to its order. Messages only name it: their order and loss do not matter.
 * @param mayBeDisputed whether to request disputes although the charge reports none
 * @throws ServiceError `payment_unavailable`, or an error of the store
 */
export async function settlePayment(
  parts: SettlementParts,
  payment: Stripe.PaymentIntent,
  { mayBeDisputed = false }: { readonly mayBeDisputed?: boolean } = {},
): Promise<Settlement> {
  const order = await orderOf(parts, payment.metadata);
  if (order === undefined) return { outcome: 'foreign', orderId: undefined };
  const outcome = await settleOrder(parts, { order, payment, mayBeDisputed });
  return { outcome, orderId: order.id };
}

/** Returns undefined when Stripe does not know the payment. */
export function findPayment(stripe: Stripe, id: string): Promise<Stripe.PaymentIntent | undefined> {
  return found(stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }));
}

/** Returns the order of a Stripe object; undefined for an object that this service did not create. */
export async function orderOf(
  { orders }: Pick<SettlementParts, 'orders'>,
  metadata: Stripe.Metadata | null,
): Promise<Order | undefined> {
  const id = metadata?.['order_id'];
  if (id === undefined || id.length > 255) return undefined;
  const order = await orders.lookUp(id as OrderId);
  return order?.provider === 'stripe' ? order : undefined;
}

type OrderPayment = { readonly order: Order; readonly payment: Stripe.PaymentIntent; readonly mayBeDisputed: boolean };

async function settleOrder(
  { stripe, orders, accounts, checkouts, now }: SettlementParts,
  { order, payment, mayBeDisputed }: OrderPayment,
): Promise<PaymentOutcome> {
  const { id } = order;
  if (payment.status !== 'succeeded') return 'unpaid';
  if (!isPriceOf(order, payment)) return 'mismatch';
  // An operator marked the order as paid. The payment is never claimed, so that a retry reports the same.
  const wasPaidOtherwise = order.paidAt !== undefined && (await checkouts.findCheckout(id))?.payment === undefined;
  if (!wasPaidOtherwise && !(await checkouts.claimPayment(id, payment.id, now()))) return 'second_payment';
  let known = await orders.reportPayment(id, { kind: 'paid' });
  let isFollowed = true;
  const charge = typeof payment.latest_charge === 'string' ? null : payment.latest_charge;
  // A refund may have been cancelled since, which the charge alone does not show.
  if ((charge?.amount_refunded ?? 0) > 0 || known.refunded > 0) {
    const refunded = priceOf(await sumOfRefunds(stripe, payment.id), order.pack.currency);
    known = await orders.reportPayment(id, { kind: 'refunded', refunded });
    isFollowed &&= known.refunded === refunded;
  }
  if (charge?.disputed === true || mayBeDisputed || known.dispute === 'open') {
    const dispute = await disputeOf(stripe, payment.id);
    if (dispute !== undefined) known = await orders.reportPayment(id, { kind: dispute });
    isFollowed &&= dispute !== 'disputed' || known.dispute === 'open';
  }
  const account = await accounts.findAccount(order.accountId);
  const isOwed = wasPaidOtherwise || (account !== undefined && isOfErased(known, account));
  return isFollowed && !(isOwed && isKept(known)) ? 'settled' : 'unaccounted';
}

function isPriceOf({ pack }: Order, { amount_received: received, currency }: Stripe.PaymentIntent): boolean {
  return currency.toUpperCase() === pack.currency && received === stripeAmount(pack);
}

/** In Stripe's units. A refund that is pending, failed or cancelled has moved no money. */
async function sumOfRefunds(stripe: Stripe, payment: string): Promise<number> {
  const refunds = await ask(
    stripe.refunds.list({ payment_intent: payment, limit: 100 }).autoPagingToArray({ limit: listMax }),
  );
  return refunds.reduce((sum, { amount, status }) => sum + (status === 'succeeded' ? amount : 0), 0);
}

/** Money is gone while a dispute is open or lost; inquiries are no disputes. Source: Stripe, "The Dispute object". */
async function disputeOf(stripe: Stripe, payment: string): Promise<'disputed' | 'dispute_won' | undefined> {
  const disputes = await ask(
    stripe.disputes.list({ payment_intent: payment, limit: 100 }).autoPagingToArray({ limit: listMax }),
  );
  const statuses = disputes.map(({ status }) => status).filter((status) => !harmless.has(status));
  if (statuses.length === 0) return undefined;
  return statuses.every((status) => status === 'won') ? 'dispute_won' : 'disputed';
}

const harmless: ReadonlySet<string> = new Set([
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'prevented',
]);
