import type { Order } from '../orders/order.ts';
import type { UnixMs } from '../units.ts';

export type Checkout = {
  readonly order: Order;
  /** Who pays. */
  readonly email: string;
  /** The order's page, to which the buyer comes back, whether paid or not. */
  readonly returnUrl: string;
};

/**
 * What a provider makes of an order: the buyer goes to a page of its own, somebody will report the payment later, or it is
 * paid already.
 */
export type CheckoutOutcome =
  | { readonly kind: 'redirect'; readonly url: string }
  | { readonly kind: 'awaits_payment' }
  | { readonly kind: 'paid' };

/** A message of the provider's, as it came in. */
export type Delivery = {
  readonly body: Uint8Array;
  /** What proves who sent it. */
  readonly signature: string | undefined;
};

/** A provider that is somewhere else: it tells of payments by itself, and is asked when it has not. */
export type RemotePayments = {
  /**
   * Takes a message, and does what follows from it. A rejection asks the provider to send it again.
   *
   * @returns `refused` when it does not come from the provider
   */
  receive(delivery: Delivery): Promise<'taken' | 'refused'>;
  /** Asks how it stands with the payment of an order, and does what follows. @throws ServiceError `payment_unavailable` */
  look(order: Order): Promise<void>;
  /**
   * Goes through what the provider tells of the time since `since`, and through what is still open.
   *
   * @throws ServiceError `payment_unavailable` when not all of it could be gone through
   */
  reconcile(since: UnixMs, signal: AbortSignal): Promise<void>;
};

/** Who takes payments. */
export type PaymentProvider = {
  readonly name: 'stripe' | 'manual' | 'demo';
  /** Where buyers are sent, as an origin; undefined where they stay. */
  readonly checkoutOrigin: string | undefined;
  /** Safe to repeat: an order has one page at a time on which it can be paid. @throws ServiceError `payment_unavailable` */
  begin(checkout: Checkout): Promise<CheckoutOutcome>;
  /** Undefined where nobody but the operator tells of payments. */
  readonly remote: RemotePayments | undefined;
};
