import type { UnixMs } from '../../ground/units.ts';
import type { OrderId } from '../orders/order.ts';

/** The provider's ids of an order's payment page and of its payment. */
export type CheckoutRecord = {
  readonly orderId: OrderId;
  /** 1, 2, 3 ...: the number of the page's request. */
  readonly attempt: number;
  /** The page's id; undefined when this attempt has produced none yet. */
  readonly reference: string | undefined;
  /** Whether the page may still lead to a payment. */
  readonly isOpen: boolean;
  /** The id of the payment that paid the order; undefined before. */
  readonly payment: string | undefined;
};

export type CheckoutAttempt = Pick<CheckoutRecord, 'orderId' | 'attempt' | 'reference'> & { readonly at: UnixMs };

/** The database operations of providers with payment pages. Every method is one atomic step, as of `OrderStore`. */
export type CheckoutStore = {
  findCheckout(orderId: OrderId): Promise<CheckoutRecord | undefined>;
  /** Stores an attempt's result, unless a later attempt or a page of this one is stored. @returns the stored record */
  keepAttempt(attempt: CheckoutAttempt): Promise<CheckoutRecord>;
  /** Records a check of the page and whether it may still lead to a payment, unless a later attempt is stored. */
  noteCheck(look: {
    readonly orderId: OrderId;
    readonly attempt: number;
    readonly isOpen: boolean;
    readonly at: UnixMs;
  }): Promise<void>;
  /** Assigns `payment` to the order, if neither has another. @returns whether it is the order's now */
  claimPayment(orderId: OrderId, payment: string, at: UnixMs): Promise<boolean>;
  /** Returns orders with an open page, least recently checked first. */
  listOpenCheckouts(limit: number): Promise<readonly OrderId[]>;
};
