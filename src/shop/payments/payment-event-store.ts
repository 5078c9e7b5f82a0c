import type { UnixMs } from '../../ground/units.ts';
import type { OrderId } from '../orders/order.ts';

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
   * A movement of money that the ledger does not follow. Or a payment of an order that an operator had marked as paid,
   * which may have been paid twice, or of an erased account. An operator should check it.
   */
  | 'unaccounted';

export type ProviderEventEnd = Pick<ProviderEvent, 'provider' | 'id'> & {
  readonly outcome: PaymentOutcome;
  readonly orderId: OrderId | undefined;
  readonly at: UnixMs;
};

/** The database operations of events. Every method is one atomic step; rejections are those of `LedgerStore`. */
export type PaymentEventStore = {
  /**
   * Stores an event, once by its id.
   *
   * @returns `done` when it was ended before, else `open`: its handling must be done, or repeated
   */
  beginEvent(event: ProviderEvent): Promise<'open' | 'done'>;
  /** Marks an event as handled; repeating it changes nothing. */
  endEvent(end: ProviderEventEnd): Promise<void>;
  /** Deletes events received before `before`; resolves with how many. */
  forgetEvents(before: UnixMs): Promise<number>;
};
