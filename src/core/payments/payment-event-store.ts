import type { OrderId } from '../orders/order.ts';
import type { UnixMs } from '../units.ts';

/** What a provider told, without what it told: that is asked of the provider. */
export type ProviderEvent = {
  readonly provider: string;
  /** The provider's own, unique for it. */
  readonly id: string;
  /** The provider's own word for what happened. */
  readonly kind: string;
  readonly at: UnixMs;
};

/** What came of an event, in words of ours that never change. */
export type PaymentOutcome =
  /** What is known of an order's payment was brought up to date; perhaps nothing was new. */
  | 'settled'
  /** The payment is not made yet, or was not made. */
  | 'unpaid'
  /** The payment is for no order of ours. */
  | 'foreign'
  /** Another amount or currency than the order's: nothing is granted. */
  | 'mismatch'
  /** A second payment of an order that has another: nothing is granted, and it should be paid back. */
  | 'second_payment'
  /**
   * Money went back, or came back, in a way that the ledger does not follow, or came for an order that an operator had
   * marked as paid, which may have been paid twice, or of an account that was erased; an operator should look.
   */
  | 'unaccounted';

export type ProviderEventEnd = Pick<ProviderEvent, 'provider' | 'id'> & {
  readonly outcome: PaymentOutcome;
  readonly orderId: OrderId | undefined;
  readonly at: UnixMs;
};

/** What the record of events asks of a database. Every method is one atomic step; rejections are those of `LedgerStore`. */
export type PaymentEventStore = {
  /**
   * Keeps an event, once by its id.
   *
   * @returns `done` when it was ended before, else `open`: what follows from it is still to be done, or done again
   */
  beginEvent(event: ProviderEvent): Promise<'open' | 'done'>;
  /** What follows from the event has been done; ending it again changes nothing. */
  endEvent(end: ProviderEventEnd): Promise<void>;
  /** Forgets events that came before `before`; resolves with how many. */
  forgetEvents(before: UnixMs): Promise<number>;
};
