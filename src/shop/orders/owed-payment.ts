import type { Account } from '../accounts/account.ts';
import type { Order } from './order.ts';

/** Returns whether the account was erased before the payment, so that all of it must be refunded. */
export function isOfErased({ paidAt }: Pick<Order, 'paidAt'>, { erasedAt }: Pick<Account, 'erasedAt'>): boolean {
  return paidAt !== undefined && erasedAt !== undefined && erasedAt <= paidAt;
}

/** Returns whether a part of the price has not been refunded. */
export function isKept({ refunded, pack }: Pick<Order, 'refunded' | 'pack'>): boolean {
  return refunded < pack.price;
}
