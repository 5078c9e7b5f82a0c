import { assert } from '../../ground/assert.ts';
import { type Characters, dayMs, type Unit, type UnixMs, unixMs } from '../../ground/units.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import type { AccountId } from '../accounts/account.ts';
import type { KeyId } from '../keys/key-store.ts';

/** Whole days since 1970-01-01, UTC. */
export type UtcDay = Unit<number, 'UtcDay'>;

/** Both days are included. */
export type UsageQuery = { readonly accountId: AccountId; readonly from: UtcDay; readonly to: UtcDay };

/** The charges of one key for one pair of languages on one day. */
export type DailyUsage = {
  readonly day: UtcDay;
  readonly keyId: KeyId;
  readonly source: LanguageTag;
  readonly target: LanguageTag;
  readonly characters: Characters;
  readonly requests: number;
};

/** The charges of one day, over all keys and languages. */
export type DaySum = Omit<DailyUsage, 'keyId' | 'source' | 'target'>;

/** The charges of one key for one pair of languages, over all days. */
export type PartSum = Omit<DailyUsage, 'day'>;

/** Names at most `seriesNamesMax` series: keys by id, or pairs such as `es>pt-BR`. Without names, all are one series. */
export type SeriesQuery = UsageQuery & { readonly by: 'key' | 'pair'; readonly names: readonly string[] };

export const seriesNamesMax = 5;

/** The charges of one series on one day; an empty name is the sum of all that have none. */
export type SeriesSum = DaySum & { readonly name: string };

export type UsageStore = {
  /** Ordered by day, key and pair; days without a charge are left out. */
  usageByDay(query: UsageQuery): Promise<readonly DailyUsage[]>;
  /** Oldest day first; days and series without a charge are left out. */
  sumBySeries(query: SeriesQuery): Promise<readonly SeriesSum[]>;
  /** Unordered. */
  sumByPart(query: UsageQuery): Promise<readonly PartSum[]>;
};

export function utcDayOf(at: UnixMs): UtcDay {
  return Math.floor(at / dayMs) as UtcDay;
}

/** Returns the day `days` after `day`, or before it when negative. */
export function daysAfter(day: UtcDay, days: number): UtcDay {
  assert(Number.isSafeInteger(days), 'a day follows another by whole days');
  return (day + days) as UtcDay;
}

export function startOfDay(day: UtcDay): UnixMs {
  return unixMs(day * dayMs);
}

/** `2026-11-20`. */
export function isoDay(day: UtcDay): string {
  return new Date(startOfDay(day)).toISOString().slice(0, '2026-11-20'.length);
}

/** Parses `2026-11-20`, of the years 1970 to 9999; undefined for anything else, and for impossible dates. */
export function parseIsoDay(text: string): UtcDay | undefined {
  const [, year = '', month = '', date = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year < '1970') return undefined;
  const day = utcDayOf(unixMs(Date.UTC(Number(year), Number(month) - 1, Number(date))));
  return isoDay(day) === text ? day : undefined;
}
