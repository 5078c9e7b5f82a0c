import { ServiceError } from '../../ground/service-error.ts';
import type { JournalFilter } from './journal-store.ts';
import { reportDaysMax } from './usage-reports.ts';
import type { UtcDay } from './usage-store.ts';
import { daysAfter } from './utc-day.ts';

/** Returns whether only charges can match. */
export function isOfCharges({ keyId, source, target }: JournalFilter): boolean {
  return keyId !== undefined || source !== undefined || target !== undefined;
}

/**
 * Completes a filter: with a key or a language it covers at most the days of a report, by default the last ones.
 *
 * @throws ServiceError `reversed_days`, `too_many_days`
 */
export function boundFilter(filter: JournalFilter, today: UtcDay): JournalFilter {
  const bound = isOfCharges(filter) ? { ...filter, ...boundDays(filter, today) } : filter;
  const { from, to } = bound;
  if (from === undefined || to === undefined) return bound;
  if (from > to) throw new ServiceError('reversed_days');
  if (isOfCharges(bound) && to - from >= reportDaysMax) throw new ServiceError('too_many_days');
  return bound;
}

function boundDays({ from, to }: JournalFilter, today: UtcDay): { readonly from: UtcDay; readonly to: UtcDay } {
  const range = reportDaysMax - 1;
  if (from === undefined) return { from: daysAfter(to ?? today, -range), to: to ?? today };
  // A first day in the future is valid and has no entries.
  return { from, to: to ?? (Math.max(from, Math.min(today, daysAfter(from, range))) as UtcDay) };
}
