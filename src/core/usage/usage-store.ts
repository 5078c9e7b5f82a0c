import type { AccountId } from '../accounts/account.ts';
import type { KeyId } from '../keys/key-store.ts';
import type { LanguageTag } from '../languages/language.ts';
import type { Characters, Unit } from '../units.ts';

/** Whole days since 1970-01-01, UTC. */
export type UtcDay = Unit<number, 'UtcDay'>;

/** Both days are included. */
export type UsageQuery = { readonly accountId: AccountId; readonly from: UtcDay; readonly to: UtcDay };

/** What one key was charged for one pair of languages on one day. */
export type DailyUsage = {
  readonly day: UtcDay;
  readonly keyId: KeyId;
  readonly source: LanguageTag;
  readonly target: LanguageTag;
  readonly characters: Characters;
  readonly requests: number;
};

/** What was charged on one day, to all keys and for all languages together. */
export type DaySum = Omit<DailyUsage, 'keyId' | 'source' | 'target'>;

/** What one key was charged for one pair of languages, on all days together. */
export type PartSum = Omit<DailyUsage, 'day'>;

/** What reports ask of a database. */
export type UsageStore = {
  /** By day, key and pair, in that order; days without a charge are left out. */
  usageByDay(query: UsageQuery): Promise<readonly DailyUsage[]>;
  /** The oldest day first; days without a charge are left out. */
  sumByDay(query: UsageQuery): Promise<readonly DaySum[]>;
  /** In no order. */
  sumByPart(query: UsageQuery): Promise<readonly PartSum[]>;
};
