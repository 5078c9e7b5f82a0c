import type { UnixMs } from '../../ground/units.ts';
import type { Order, OrderId } from '../orders/order.ts';

export type Checkout = {
  readonly order: Order;
  readonly email: string;
  /** The order's page, to which the buyer returns, whether paid or not. */
  readonly returnUrl: string;
};

/** How an order is paid: on the provider's page, by a later report, or already paid. */
export type CheckoutOutcome =
  | { readonly kind: 'redirect'; readonly url: string }
  | { readonly kind: 'awaits_payment' }
  | { readonly kind: 'paid' };

/** A message from the provider, as received. */
export type Delivery = {
  readonly body: Uint8Array;
  /** The signature that authenticates the sender. */
  readonly signature: string | undefined;
};

/**
 * Anybody can send messages of the first two kinds. `wrong_time`: signed too long before or after this machine's time.
 */
export type DeliveryRefusal = 'unsigned' | 'wrong_signature' | 'wrong_time';

/** A remote provider: it sends messages about payments, and is polled for lost ones. */
export type RemotePayments = {
  /** Handles a message; a rejection makes the provider repeat it. `refused`: it does not come from the provider. */
  receive(delivery: Delivery): Promise<'taken' | 'refused'>;
  /** Queries the payment of an order and applies it. @throws ServiceError `payment_unavailable` */
  check(order: Order): Promise<void>;
  /** Handles events since `since`, and all open orders. @throws ServiceError `payment_unavailable` when some failed */
  reconcile(since: UnixMs, signal: AbortSignal): Promise<void>;
};

export type PaymentProvider = {
  readonly name: 'stripe' | 'manual' | 'demo';
  /** The origin of the payment page; undefined when buyers stay on the site. */
  readonly checkoutOrigin: string | undefined;
  /** Safe to repeat: an order has one payment page at a time. @throws ServiceError `payment_unavailable` */
  begin(checkout: Checkout): Promise<CheckoutOutcome>;
  /** Undefined when only the operator reports payments. */
  readonly remote: RemotePayments | undefined;
};

/** A provider without a page and without messages. */
function onSite(name: PaymentProvider['name'], kind: 'awaits_payment' | 'paid'): PaymentProvider {
  return { name, checkoutOrigin: undefined, begin: () => Promise.resolve({ kind }), remote: undefined };
}

/** The buyer pays as the operator describes, and the operator reports the payment. */
export const manualPayments = onSite('manual', 'awaits_payment');

/** Demo mode: reports every order as paid immediately. No real payments. */
export const demoPayments = onSite('demo', 'paid');

/** A provider's event without its content, which is requested from the provider. */
export type ProviderEvent = {
  readonly provider: string;
  /** The provider's unique id. */
  readonly id: string;
  /** The provider's name of the event type. */
  readonly kind: string;
  readonly at: UnixMs;
};

/** Results of an event. The stored names never change. */
export type PaymentOutcome =
  /** The order's payment state is up to date, perhaps without a change. */
  | 'settled'
  /** The payment is pending or has failed. */
  | 'unpaid'
  /** The payment belongs to no order of this service. */
  | 'foreign'
  /** Another amount or currency than the order's: nothing is granted. */
  | 'mismatch'
  /** A second payment of a paid order: nothing is granted, and it should be refunded. */
  | 'second_payment'
  /**
   * A movement of money that the ledger does not follow; or a payment of an erased account, or of an order that an
   * operator had marked as paid, perhaps paid twice. An operator should check it.
   */
  | 'unaccounted';

export type ProviderEventEnd = Pick<ProviderEvent, 'provider' | 'id'> & {
  readonly outcome: PaymentOutcome;
  readonly orderId: OrderId | undefined;
  readonly at: UnixMs;
};

/** The database operations of events. Every method is one atomic step; rejections are those of `LedgerStore`. */
export type PaymentEventStore = {
  /** Stores an event, once by its id. @returns `done` when it was ended before, else `open`: handle it, even again */
  beginEvent(event: ProviderEvent): Promise<'open' | 'done'>;
  /** Marks an event as handled; repeating it changes nothing. */
  endEvent(end: ProviderEventEnd): Promise<void>;
  /** Deletes events received before `before`; resolves with how many. */
  forgetEvents(before: UnixMs): Promise<number>;
};
