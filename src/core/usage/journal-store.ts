import type { AccountId } from '../accounts/account.ts';
import type { KeyId } from '../keys/key-store.ts';
import type { LanguageTag } from '../languages/language.ts';
import type { Usage } from '../ledger/ledger-store.ts';
import type { OrderId } from '../orders/order.ts';
import type { Characters, UnixMs } from '../units.ts';
import type { UsageQuery, UtcDay } from './usage-store.ts';

export const journalKinds = ['purchase', 'charge', 'expiry', 'refund', 'reinstatement'] as const;

export type JournalKind = (typeof journalKinds)[number];

/** One change of a settled balance. */
export type JournalEntry = {
  /** 1, 2, 3 ... within the account, in the order in which they were booked. `at` nearly always grows with it. */
  readonly seq: number;
  readonly at: UnixMs;
  readonly kind: JournalKind;
  /** Negative for what left the balance. */
  readonly amount: number;
  readonly balanceAfter: Characters;
  /** Of a charge. */
  readonly usage: (Usage & { readonly keyId: KeyId }) | undefined;
  /** Of what an order brought or took back; undefined also for a pack that came without one. */
  readonly order: { readonly id: OrderId; readonly packName: string } | undefined;
};

/** All that is given must hold. Key and languages are those of charges; both days are included. */
export type JournalFilter = {
  readonly kind?: JournalKind;
  readonly keyId?: KeyId;
  readonly source?: LanguageTag;
  readonly target?: LanguageTag;
  readonly from?: UtcDay;
  readonly to?: UtcDay;
};

/** Rows that stand side by side: from number `from` until before number `before`. */
export type JournalStretch = { readonly from: number; readonly before: number };

export type JournalQuery = {
  readonly accountId: AccountId;
  readonly stretch: JournalStretch;
  readonly filter: JournalFilter;
  readonly limit: number;
};

/** How many rows make a block: rows 0 to 511, 512 to 1,023 and so on, by their numbers. */
export const journalBlockRows = 512;

export type JournalBlocks = { readonly accountId: AccountId; readonly first: number; readonly count: number };

/** The earliest and the latest time of the rows of one block. */
export type BlockTimes = readonly [earliest: UnixMs, latest: UnixMs];

export type DaysOfUseQuery = UsageQuery & Pick<JournalFilter, 'keyId' | 'source' | 'target'>;

/** What reading a journal asks of a database. Rows never change, and each new one has the next number. */
export type JournalStore = {
  /** The number of the newest row; 0 when there is none. */
  findJournalEnd(accountId: AccountId): Promise<number>;
  /** The newest rows of the stretch that pass the filter, newest first. */
  readJournal(query: JournalQuery): Promise<readonly JournalEntry[]>;
  /** Of each of `count` blocks from block `first` on, all of which must be full. */
  readBlockTimes(blocks: JournalBlocks): Promise<readonly BlockTimes[]>;
  /** The days on which something was charged to the key and languages that are given, oldest first. */
  findDaysOfUse(query: DaysOfUseQuery): Promise<readonly UtcDay[]>;
};
