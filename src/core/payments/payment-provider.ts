import type { Order } from '../orders/order.ts';

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
  | { readonly kind: 'redirect'; readonly url: string; readonly reference: string }
  | { readonly kind: 'awaits_payment' }
  | { readonly kind: 'paid' };

/** Who takes payments: `stripe`, `manual` or `demo`. */
export type PaymentProvider = {
  readonly name: string;
  /** Where buyers are sent, as an origin; undefined where they stay. */
  readonly checkoutOrigin: string | undefined;
  /** Safe to repeat: an order that is open has one page to pay it on. @throws ServiceError `payment_unavailable` */
  begin(checkout: Checkout): Promise<CheckoutOutcome>;
};
