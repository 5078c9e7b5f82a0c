import type { Characters, UnixMs } from '../../ground/units.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import type { AccountId } from '../accounts/account.ts';
import type { KeyId } from '../keys/key-store.ts';
import type { HoldUsage } from '../ledger/ledger-store.ts';
import type { OrderId } from '../orders/order.ts';
import type { UsageQuery, UtcDay } from './usage-store.ts';

export const journalKinds = ['purchase', 'charge', 'expiry', 'refund', 'reinstatement'] as const;

export type JournalKind = (typeof journalKinds)[number];

/** One change of a settled balance. */
export type JournalEntry = {
  /** 1, 2, 3 ... within the account, in the order of booking. `at` nearly always grows with it. */
  readonly seq: number;
  readonly at: UnixMs;
  readonly kind: JournalKind;
  /** Negative for an amount that is taken off the balance. */
  readonly amount: number;
  readonly balanceAfter: Characters;
  /** Only for a charge. */
  readonly usage: (HoldUsage & { readonly keyId: KeyId }) | undefined;
  /** The order of a purchase or refund; undefined also for a pack granted without one. */
  readonly order: { readonly id: OrderId; readonly packName: string } | undefined;
};

/** All given filters must match. Key and languages only match charges; both days are included. */
export type JournalFilter = {
  readonly kind?: JournalKind;
  readonly keyId?: KeyId;
  readonly source?: LanguageTag;
  readonly target?: LanguageTag;
  readonly from?: UtcDay;
  readonly to?: UtcDay;
};

/** Adjacent rows: `from` included, `before` excluded. */
export type JournalRange = { readonly from: number; readonly before: number };

export type JournalQuery = {
  readonly accountId: AccountId;
  readonly range: JournalRange;
  readonly filter: JournalFilter;
  readonly limit: number;
};

/** Rows per block: rows 0 to 511, 512 to 1,023 and so on, by their numbers. */
export const journalBlockRows = 512;

export type JournalBlocks = { readonly accountId: AccountId; readonly first: number; readonly count: number };

/** The earliest and the latest time of the rows of one block. */
export type BlockTimes = readonly [earliest: UnixMs, latest: UnixMs];

export type DaysOfUseQuery = UsageQuery & Pick<JournalFilter, 'keyId' | 'source' | 'target'>;

/** The database operations for reading the journal. Rows never change, and each new one has the next number. */
export type JournalStore = {
  /** Returns the number of the newest row, or 0. */
  findJournalEnd(accountId: AccountId): Promise<number>;
  /** Returns the newest rows of the range that match the filter, newest first. */
  readJournal(query: JournalQuery): Promise<readonly JournalEntry[]>;
  /** Returns the times of `count` blocks from block `first` on, which must all be full. */
  readBlockTimes(blocks: JournalBlocks): Promise<readonly BlockTimes[]>;
  /** Returns the days with a charge to the given key and languages, oldest first. */
  findDaysOfUse(query: DaysOfUseQuery): Promise<readonly UtcDay[]>;
};
