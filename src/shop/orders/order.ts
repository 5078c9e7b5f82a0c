import type { Characters, Unit, UnixMs } from '../../ground/units.ts';
import type { Account, AccountId } from '../accounts/account.ts';

export type OrderId = Unit<string, 'OrderId'>;

/** A pack for sale: characters, validity and price. */
export type Pack = {
  /** The name shown to buyers. */
  readonly name: string;
  readonly characters: Characters;
  readonly validDays: number;
  /** In the smallest unit of `currency`: cents, or whole yen. */
  readonly price: number;
  /** Three capital letters (source: ISO 4217). */
  readonly currency: string;
};

/** An unpaid order. `pack` is a snapshot: later changes in the shop do not affect it. */
export type NewOrder = {
  readonly id: OrderId;
  readonly accountId: AccountId;
  /** The payment provider: `manual` for the operator. */
  readonly provider: string;
  readonly pack: Pack;
  readonly createdAt: UnixMs;
};

/** `won` is final: the service has kept the money. */
export type Dispute = 'none' | 'open' | 'won';

export type Order = NewOrder & {
  /** Undefined until the payment was reported. */
  readonly paidAt: UnixMs | undefined;
  /** The sum of all refunds, in the currency's smallest unit. */
  readonly refunded: number;
  readonly dispute: Dispute;
  /** Characters that refunds and an open dispute have taken back from the balance. */
  readonly clawedBack: Characters;
  /** Numbers of its invoice, then of its credit notes; empty for one that is free, unpaid, or paid without invoices. */
  readonly invoices: readonly string[];
};

/** Returns whether the account was erased before the payment, so that all of it must be refunded. */
export function isOfErased({ paidAt }: Pick<Order, 'paidAt'>, { erasedAt }: Pick<Account, 'erasedAt'>): boolean {
  return paidAt !== undefined && erasedAt !== undefined && erasedAt <= paidAt;
}

/** Returns whether a part of the price has not been refunded. */
export function isKept({ refunded, pack }: Pick<Order, 'refunded' | 'pack'>): boolean {
  return refunded < pack.price;
}
