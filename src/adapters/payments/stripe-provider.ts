import type { Clock } from '../../ground/units.ts';
import type { AccountStore } from '../../shop/accounts/account-store.ts';
import type { ShopEvents } from '../../shop/events.ts';
import type { Orders } from '../../shop/orders/orders.ts';
import type { CheckoutStore } from '../../shop/payments/checkout-store.ts';
import type { PaymentEventStore } from '../../shop/payments/payment-event-store.ts';
import type { PaymentProvider, RemotePayments } from '../../shop/payments/payment-provider.ts';
import { beginCheckout, checkPage } from './stripe-checkout.ts';
import { openStripe, type StripeOptions } from './stripe-client.ts';
import { followMessage, type MessageParts, openMessage } from './stripe-messages.ts';
import { reconcileStripe } from './stripe-reconciliation.ts';

export type StripeParts = {
  readonly orders: Orders;
  readonly accounts: Pick<AccountStore, 'findAccount'>;
  readonly checkouts: CheckoutStore;
  readonly paymentEvents: PaymentEventStore;
  readonly now: Clock;
  readonly events: Pick<ShopEvents, 'paymentSettled' | 'paymentMessageRefused'>;
  /** Aborts requests to Stripe. */
  readonly stopping: AbortSignal;
};

const publicApi = 'https://api.stripe.com';

/** Origin of Stripe's own payment pages; a test server has its API and its pages at one origin. */
const publicCheckout = 'https://checkout.stripe.com';

/** Takes payments with Stripe Checkout. */
export function createStripePayments(options: StripeOptions, parts: StripeParts): PaymentProvider {
  const { events, stopping, ...others } = parts;
  const all: MessageParts = {
    ...others,
    stripe: openStripe(options, stopping),
    settled: (settlement) => events.paymentSettled({ provider: 'stripe', ...settlement }),
  };
  return {
    name: 'stripe',
    checkoutOrigin: options.apiUrl === publicApi ? publicCheckout : new URL(options.apiUrl).origin,
    begin: (checkout) => beginCheckout(all, checkout),
    remote: remotePayments(all, options.webhookSecret, events),
  };
}

function remotePayments(
  parts: MessageParts,
  webhookSecret: string,
  events: Pick<ShopEvents, 'paymentMessageRefused'>,
): RemotePayments {
  return {
    async receive(delivery) {
      const message = openMessage(parts, delivery, webhookSecret);
      if (typeof message === 'object') await followMessage(parts, message);
      if (typeof message === 'object' || message === 'of no matter') return 'taken';
      events.paymentMessageRefused({ provider: 'stripe', reason: message });
      return 'refused';
    },
    async check(order) {
      const record = await parts.checkouts.findCheckout(order.id);
      if (record?.isOpen === true) await checkPage(parts, order, record);
    },
    reconcile: (since, signal) => reconcileStripe(parts, since, signal),
  };
}
