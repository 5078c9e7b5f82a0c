import type { OrderId } from '../orders/order.ts';
import type { UnixMs } from '../units.ts';

/** What a provider calls the page on which an order is paid, and the payment itself. */
export type CheckoutRecord = {
  readonly orderId: OrderId;
  /** 1, 2, 3 ...: counts the pages that were asked for. */
  readonly attempt: number;
  /** Of the page; undefined when none came of this attempt yet. */
  readonly reference: string | undefined;
  /** Whether something may still come of the page. */
  readonly isOpen: boolean;
  /** Of the payment that paid the order; undefined before. */
  readonly payment: string | undefined;
};

export type CheckoutAttempt = Pick<CheckoutRecord, 'orderId' | 'attempt' | 'reference'> & { readonly at: UnixMs };

/** What a provider with pages of its own asks of a database. Every method is one atomic step, as of `OrderStore`. */
export type CheckoutStore = {
  findCheckout(orderId: OrderId): Promise<CheckoutRecord | undefined>;
  /**
   * Keeps what came of an attempt, unless a later one stands already, or a page of the same one.
   *
   * @returns what then stands
   */
  keepAttempt(attempt: CheckoutAttempt): Promise<CheckoutRecord>;
  /** Notes that the page was looked at, and whether something may still come of it; unless a later attempt stands. */
  noteLook(look: {
    readonly orderId: OrderId;
    readonly attempt: number;
    readonly isOpen: boolean;
    readonly at: UnixMs;
  }): Promise<void>;
  /**
   * Makes `payment` the one that paid the order, unless the order has one, or the payment another order.
   *
   * @returns whether it is the order's now
   */
  claimPayment(orderId: OrderId, payment: string, at: UnixMs): Promise<boolean>;
  /** Orders with a page of which something may still come, those looked at longest ago first. */
  listOpenCheckouts(limit: number): Promise<readonly OrderId[]>;
};
