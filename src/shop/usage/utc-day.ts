import { assert } from '../../ground/assert.ts';
import { dayMs, type UnixMs, unixMs } from '../../ground/units.ts';
import type { UtcDay } from './usage-store.ts';

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
