import type { Order } from '../../core/orders/order.ts';

/** An order as its buyer looks at it. */
export type OrderView = {
  readonly order: Order;
  /** Of its buyer. */
  readonly email: string;
  /** Whether the buyer can pay it with a click. */
  readonly canResume: boolean;
  readonly isSuspended: boolean;
  /** Whether the account has a live key. */
  readonly hasKey: boolean;
  /** Lines on how to pay without a provider. */
  readonly instructions: readonly string[];
  /** Name and address of who sells, in lines. */
  readonly seller: readonly string[];
  /** Where the visitor comes from, by a word of ours. */
  readonly from: string | null;
  /** How often the page has checked for the payment automatically. */
  readonly tries: number;
};
