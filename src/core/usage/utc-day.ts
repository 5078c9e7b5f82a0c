import { assert } from '../assert.ts';
import { dayMs, type UnixMs, unixMs } from '../units.ts';
import type { UtcDay } from './usage-store.ts';

/** The day, by UTC, on which `at` falls. */
export function utcDayOf(at: UnixMs): UtcDay {
  return Math.floor(at / dayMs) as UtcDay;
}

/** The day that comes `days` after `day`, or before it when `days` is negative. */
export function daysAfter(day: UtcDay, days: number): UtcDay {
  assert(Number.isSafeInteger(days), 'a day follows another by whole days');
  return (day + days) as UtcDay;
}

/** The moment at which `day` begins. */
export function startOfDay(day: UtcDay): UnixMs {
  return unixMs(day * dayMs);
}
