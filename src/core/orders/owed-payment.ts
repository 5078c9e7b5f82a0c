import type { Account } from '../accounts/account.ts';
import type { Order } from './order.ts';

/** Whether somebody has paid for an account that was gone by then, so that all of what they paid is to be paid back. */
export function isOfErased({ paidAt }: Pick<Order, 'paidAt'>, { erasedAt }: Pick<Account, 'erasedAt'>): boolean {
  return paidAt !== undefined && erasedAt !== undefined && erasedAt <= paidAt;
}

/** Whether something of the price has not been paid back. */
export function isKept({ refunded, pack }: Pick<Order, 'refunded' | 'pack'>): boolean {
  return refunded < pack.price;
}
