import type { UnixMs } from '../../ground/units.ts';
import type { AccountId } from '../accounts/account.ts';
import type { ActId } from '../audit/audit.ts';
import type { InvoiceSettings } from '../billing/invoice.ts';
import type { NewOrder, Order, OrderId } from './order.ts';

/**
 * `refunded`: the sum of all refunds so far, in the smallest unit. `dispute_won`: the service keeps the money. A lost
 * dispute stays open.
 */
export type PaymentEvent =
  | { readonly kind: 'paid' | 'disputed' | 'dispute_won' }
  | { readonly kind: 'refunded'; readonly refunded: number };

/**
 * `at`: when the report was received. Characters are bought, taken and given back at that time, not when money moved.
 * `noted`: for the audit journal in the same step, if the report is news; the provider acted by default.
 */
export type PaymentReport = PaymentEvent & {
  readonly at: UnixMs;
  /** A balance that was due by then expires first. Default: `at`. */
  readonly expireUpTo?: UnixMs;
  /** For the invoice that this report may issue. Default: none is issued. */
  readonly invoicing?: InvoiceSettings;
  readonly noted?: { readonly id: ActId; readonly by?: string | undefined };
};

export type OrderPage = {
  readonly accountId: AccountId;
  /** The last order of the previous page; undefined for the first page. */
  readonly before: OrderId | undefined;
  readonly limit: number;
};

export const ordersListMax = 1_000;

/** All given filters must match. */
export type OrderQuery = {
  readonly accountId?: AccountId | undefined;
  readonly isPaid?: boolean | undefined;
  /** Continues after this order. */
  readonly after?: OrderId | undefined;
  /** At most `ordersListMax`, the default. */
  readonly limit?: number;
};

/** The largest number of unpaid orders of an account that were placed since `since`. */
export type UnpaidBound = { readonly since: UnixMs; readonly max: number };

/** A trial for a person who has had none. `taker`: a keyed hash of their mailbox, kept in the same step. */
export type TrialBound = { readonly taker: string };

/** A suspended account places no orders; neither does an erased one, which is `no_account`. */
export type OrderCreation = 'created' | 'suspended' | 'no_account' | 'too_many_unpaid' | 'trial_taken';

/** The database operations of orders. Every method is one atomic step; rejections are those of `LedgerStore`. */
export type OrderStore = {
  /**
   * Stores an order, once by id or by account and `attempt` (at most 64 characters). `bound` also holds for concurrent
   * orders.
   */
  createOrder(order: NewOrder, attempt?: string, bound?: UnpaidBound | TrialBound): Promise<OrderCreation>;
  isTrialTaken(taker: string): Promise<boolean>;
  findOrder(id: OrderId): Promise<Order | undefined>;
  findOrderByAttempt(accountId: AccountId, attempt: string): Promise<Order | undefined>;
  /** Returns orders whose ids end in these twelve characters, at most ten. */
  findOrdersByIdEnd(idEnd: string): Promise<readonly Order[]>;
  /** Returns a page of an account's orders, newest first. */
  pageOrders(page: OrderPage): Promise<readonly Order[]>;
  /** Oldest first; empty after an order that does not exist. */
  listOrders(query?: OrderQuery): Promise<readonly Order[]>;
  /**
   * Records `report` and applies all reports so far, which may be repeated and arrive in any order. The first `paid`
   * grants the pack and issues an invoice; each refund of an invoiced order issues a credit note. Refunds and an open
   * dispute take back their part, at most what is left in the balance and not held; a won dispute gives it back. Once
   * the balance with the pack has expired, nothing is taken or given back. A refund is at most the price.
   * @param purchaseId of the purchase that this report may create
   * @returns the resulting order; undefined when it does not exist
   */
  reportPayment(id: OrderId, report: PaymentReport, purchaseId: string): Promise<Order | undefined>;
};
