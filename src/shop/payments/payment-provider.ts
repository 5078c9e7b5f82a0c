import type { UnixMs } from '../../ground/units.ts';
import type { Order } from '../orders/order.ts';

export type Checkout = {
  readonly order: Order;
  /** The payer's address. */
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
 * Why a message is refused: without a signature like the provider's; with one of another secret, or made up; or signed
 * too long before or after this machine's time. Anybody can send messages of the first two kinds.
 */
export type DeliveryRefusal = 'unsigned' | 'wrong_signature' | 'wrong_time';

/** A remote provider: it sends messages about payments, and is polled for lost ones. */
export type RemotePayments = {
  /**
   * Handles a message. A rejection makes the provider send it again.
   *
   * @returns `refused` when it does not come from the provider
   */
  receive(delivery: Delivery): Promise<'taken' | 'refused'>;
  /** Queries the payment of an order and applies it. @throws ServiceError `payment_unavailable` */
  check(order: Order): Promise<void>;
  /**
   * Handles the provider's events since `since`, and all open orders.
   *
   * @throws ServiceError `payment_unavailable` when some could not be handled
   */
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

/** The buyer pays as the operator describes, and the operator reports the payment. */
export const manualPayments: PaymentProvider = {
  name: 'manual',
  checkoutOrigin: undefined,
  begin: () => Promise.resolve({ kind: 'awaits_payment' }),
  remote: undefined,
};

/** Demo mode: reports every order as paid immediately. No real payments. */
export const demoPayments: PaymentProvider = {
  name: 'demo',
  checkoutOrigin: undefined,
  begin: () => Promise.resolve({ kind: 'paid' }),
  remote: undefined,
};
