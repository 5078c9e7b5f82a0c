import { ServiceError } from '../../ground/service-error.ts';
import type { Clock, UnixMs } from '../../ground/units.ts';
import type { AccountStore } from '../../shop/accounts/account-store.ts';
import type { ShopEvents } from '../../shop/events.ts';
import type { Orders } from '../../shop/orders/orders.ts';
import type { CheckoutStore } from '../../shop/payments/checkout-store.ts';
import type { PaymentEventStore, PaymentProvider, RemotePayments } from '../../shop/payments/payment-provider.ts';
import { beginCheckout, checkPage } from './stripe-checkout.ts';
import { ask, openStripe, type StripeOptions } from './stripe-client.ts';
import { followMessage, type MessageParts, messageTypes, openMessage, readMessage } from './stripe-messages.ts';

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

/** Messages in one page of Stripe's list, and pages per run: far more than three days have. */
const pages = { size: 100, max: 500 };

/** Pages of orders checked per run, the least recently checked first. */
const checkoutsMax = 500;

/**
 * Handles messages since `since`, and checks each open payment page, for lost messages and interrupted work.
 * @throws the first failure, after everything was tried
 */
async function reconcileStripe(parts: MessageParts, since: UnixMs, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    signal.throwIfAborted();
    await work().catch((cause: unknown) => failures.push(cause));
  };
  const hasReadAll = await readMessages(parts, since, attempt);
  for (const orderId of await parts.checkouts.listOpenCheckouts(checkoutsMax)) {
    await attempt(async () => {
      const record = await parts.checkouts.findCheckout(orderId);
      if (record?.isOpen === true) await checkPage(parts, { id: orderId }, record);
    });
  }
  if (failures.length > 0) throw failures[0];
  if (!hasReadAll) {
    const reason = 'Stripe has more messages than one run goes through';
    throw new ServiceError('payment_unavailable', { detail: { reason } });
  }
}

/** Newest first; false when there are more than one run reads. */
async function readMessages(
  parts: MessageParts,
  since: UnixMs,
  attempt: (work: () => Promise<unknown>) => Promise<void>,
): Promise<boolean> {
  const created = { gte: Math.floor(since / 1_000) };
  let after: string | undefined;
  for (let page = 0; page < pages.max; page++) {
    const { data, has_more: hasMore } = await ask(
      parts.stripe.events.list({
        created,
        types: [...messageTypes],
        limit: pages.size,
        ...(after === undefined ? {} : { starting_after: after }),
      }),
    );
    for (const event of data) {
      const message = readMessage(event);
      if (message !== 'of no matter') await attempt(() => followMessage(parts, message));
    }
    after = data.at(-1)?.id;
    if (!hasMore || after === undefined) return true;
  }
  return false;
}
