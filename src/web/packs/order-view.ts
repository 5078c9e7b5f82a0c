import type { Order } from '../../shop/orders/order.ts';

/** An order as shown to its buyer. */
export type OrderView = {
  readonly order: Order;
  /** The buyer's address. */
  readonly email: string;
  /** Whether the buyer can pay it with a click. */
  readonly canResume: boolean;
  readonly isSuspended: boolean;
  /** Whether the account has a live key. */
  readonly hasKey: boolean;
  /** Lines that say how to pay without a provider. */
  readonly instructions: readonly string[];
  /** Name and address of the seller, in lines. */
  readonly seller: readonly string[];
  /** The operator's address for questions. */
  readonly supportEmail: string | undefined;
  /** The page that the visitor comes from, as a code; null for any other. */
  readonly from: string | null;
  /** How often the page has checked for the payment automatically. */
  readonly tries: number;
};
