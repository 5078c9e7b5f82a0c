import type { AccountId } from '../accounts/account.ts';
import type { ActId } from '../audit/audit.ts';
import type { UnixMs } from '../units.ts';
import type { NewOrder, Order, OrderId } from './order.ts';

/**
 * What somebody who takes payments tells of an order.
 *
 * `refunded` counts all refunds of the order so far, in the smallest unit of its currency. `dispute_won`: the service
 * keeps the money. A dispute that is lost stays open.
 */
export type PaymentEvent =
  | { readonly kind: 'paid' | 'disputed' | 'dispute_won' }
  | { readonly kind: 'refunded'; readonly refunded: number };

/**
 * `at`: when the service learned of it. Characters are bought, taken and given back then, and not when money moved.
 * `noted`: what the audit journal is to have of it in the same step, if it is news; by whom the order is paid, unless told.
 */
export type PaymentReport = PaymentEvent & {
  readonly at: UnixMs;
  /** A balance that was due by then expires first. `at`, unless told otherwise. */
  readonly expireUpTo?: UnixMs;
  readonly noted?: { readonly id: ActId; readonly by?: string | undefined };
};

export type OrderPage = {
  readonly accountId: AccountId;
  /** The last order of the page before this one; undefined for the first page. */
  readonly before: OrderId | undefined;
  readonly limit: number;
};

/** How many orders one list of them has at most. */
export const ordersListMax = 1_000;

/** All that is given must hold. */
export type OrderQuery = {
  readonly accountId?: AccountId | undefined;
  readonly isPaid?: boolean | undefined;
  /** Continues behind this order. */
  readonly after?: OrderId | undefined;
  /** At most `ordersListMax`, which it is unless told otherwise. */
  readonly limit?: number;
};

/** How many orders that were placed at `since` or later an account may leave unpaid. */
export type UnpaidBound = { readonly since: UnixMs; readonly max: number };

/** A suspended account places no orders; neither does an erased one, which is `no_account`. */
export type OrderCreation = 'created' | 'suspended' | 'no_account' | 'too_many_unpaid';

/** What orders ask of a database. Every method is one atomic step; rejections are those of `LedgerStore`. */
export type OrderStore = {
  /**
   * Keeps a new order. The same order again, by its id or by the account and its `attempt`, is `created` and changes
   * nothing.
   *
   * @param attempt of one click on a button, at most 64 characters
   * @param unpaid holds also for orders that are placed at once
   */
  createOrder(order: NewOrder, attempt?: string, unpaid?: UnpaidBound): Promise<OrderCreation>;
  findOrder(id: OrderId): Promise<Order | undefined>;
  findOrderByAttempt(accountId: AccountId, attempt: string): Promise<Order | undefined>;
  /** Those whose ids end in these twelve characters, at most ten. */
  findOrdersByIdEnd(idEnd: string): Promise<readonly Order[]>;
  /** Some of an account's orders, the newest first. */
  pageOrders(page: OrderPage): Promise<readonly Order[]>;
  /** The oldest first; none behind an order that there is not. */
  listOrders(query?: OrderQuery): Promise<readonly Order[]>;
  /**
   * Takes note of `report` and does what follows from all reports so far: the first `paid` grants the pack, once;
   * refunds and an open dispute take back their part of the pack, at most what is left in the balance and not held; a
   * dispute that is won gives back what it took. Once the balance to which the pack was granted has expired, nothing
   * is taken or given back. Reports may come again and in any order.
   *
   * @param report a refund is at most the price
   * @param purchaseId of the purchase that this report may make
   * @returns the order as it then is; undefined when there is none
   */
  reportPayment(id: OrderId, report: PaymentReport, purchaseId: string): Promise<Order | undefined>;
};
