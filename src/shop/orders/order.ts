import { isOneLine } from '../../ground/one-line.ts';
import { ServiceError } from '../../ground/service-error.ts';
import type { Characters, Unit, UnixMs } from '../../ground/units.ts';
import type { Account, AccountId } from '../accounts/account.ts';
import { checkPackCharacters, checkPackValidDays } from '../ledger/pack.ts';
import { isCurrency } from './currency.ts';

export type OrderId = Unit<string, 'OrderId'>;

export type Pack = {
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

const length = 12;

/** Short name of an order for people, such as `8F3A-91C2-7B04`: the random end of its id (RFC 9562). It may collide. */
export function referenceOf(id: OrderId): string {
  const end = id.replaceAll(/[^0-9a-z]/gi, '').slice(-length);
  return (end.match(/.{1,4}/g) ?? []).join('-').toUpperCase();
}

/** Parses a reference, as written by a person or a bank, to the end of the order's id; undefined for other text. */
export function idEndOf(text: string): string | undefined {
  const plain = text.replaceAll(/[\s-]/g, '').toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return /^[0-9a-f]{12}$/.test(plain) ? plain : undefined;
}

export const packNameLengthMax = 100;

/** @throws ServiceError `invalid_pack_...`, `invalid_price`, `invalid_currency` on a pack that could not be sold */
export function checkPack({ name, characters, validDays, price, currency }: Pack): void {
  if (!isOneLine(name, packNameLengthMax)) throw new ServiceError('invalid_pack_name');
  checkPackCharacters(characters);
  checkPackValidDays(validDays);
  if (!Number.isSafeInteger(price) || price < 0) throw new ServiceError('invalid_price');
  if (!isCurrency(currency)) throw new ServiceError('invalid_currency');
}
