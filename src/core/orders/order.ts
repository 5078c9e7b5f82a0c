import type { AccountId } from '../accounts/account.ts';
import type { Characters, Unit, UnixMs } from '../units.ts';

export type OrderId = Unit<string, 'OrderId'>;

/** What is for sale: characters, for how long they are good, and the price. */
export type Pack = {
  /** What its buyer reads. */
  readonly name: string;
  readonly characters: Characters;
  readonly validDays: number;
  /** In the smallest unit of `currency`: cents, or whole yen. */
  readonly price: number;
  /** Three capital letters (source: ISO 4217). */
  readonly currency: string;
};

/** An order before anything is known of its payment. `pack` is a snapshot: what changes in the shop later does not touch it. */
export type NewOrder = {
  readonly id: OrderId;
  readonly accountId: AccountId;
  /** Who takes the payment: `manual` for the operator. */
  readonly provider: string;
  readonly pack: Pack;
  readonly createdAt: UnixMs;
};

/** `won` is for good: the service has kept the money. */
export type Dispute = 'none' | 'open' | 'won';

export type Order = NewOrder & {
  /** Undefined until the payment was reported. */
  readonly paidAt: UnixMs | undefined;
  /** Of the price, all refunds together. */
  readonly refunded: number;
  readonly dispute: Dispute;
  /** What refunds and an open dispute have taken back from the balance: what they asked for, as far as it was left. */
  readonly clawedBack: Characters;
};
