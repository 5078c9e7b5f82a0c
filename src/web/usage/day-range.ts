import { reportDays, reportDaysMax } from '../../shop/usage/usage-reports.ts';
import { daysAfter, isoDay, parseIsoDay, type UtcDay } from '../../shop/usage/usage-store.ts';
import type { FormProblem } from '../pieces.ts';

/** Ranges with a link of their own, in days up to today. */
export const dayPresets = [7, 30, 90, 365] as const;

/** A range of days, as typed and as parsed; both ends are included. */
export type DayRange = {
  readonly typed: { readonly from: string; readonly to: string };
  readonly from: UtcDay;
  readonly to: UtcDay;
  /** The link for the same days. */
  readonly preset: (typeof dayPresets)[number] | undefined;
  readonly problems: readonly FormProblem[];
};

/** `?days=90`, or `?from=2026-11-01&to=2026-11-20`; without either the last 30 days. */
export function readDayRange({ searchParams }: URL, today: UtcDay): DayRange {
  const preset = dayPresets.find((days) => String(days) === searchParams.get('days'));
  const typed = { from: queryText(searchParams, 'from'), to: queryText(searchParams, 'to') };
  if (preset !== undefined || (typed.from === '' && typed.to === '')) return lastDays(preset ?? reportDays, today);
  const problems: FormProblem[] = [];
  const to = typedDay(typed.to, 'to', problems) ?? today;
  const from = typedDay(typed.from, 'from', problems) ?? daysAfter(to, 1 - reportDays);
  const days = to - from + 1;
  if (problems.length === 0 && (days < 1 || days > reportDaysMax)) {
    problems.push({ param: 'from', message: `Choose 1 to ${reportDaysMax} days, from the first to the last.` });
  }
  if (problems.length > 0) return { ...lastDays(reportDays, today), typed, preset: undefined, problems };
  const same = to === today ? dayPresets.find((each) => each === days) : undefined;
  return { typed: { from: isoDay(from), to: isoDay(to) }, from, to, preset: same, problems };
}

/** Parses a day in an address; undefined if empty, with a problem if it is invalid. */
export function typedDay(text: string, param: string, problems: FormProblem[]): UtcDay | undefined {
  if (text === '') return undefined;
  const day = parseIsoDay(text);
  if (day === undefined) problems.push({ param, message: 'Enter a day such as 2026-11-20.' });
  return day;
}

export function queryText(query: URLSearchParams, name: string): string {
  return (query.get(name) ?? '').toWellFormed().trim();
}

function lastDays(days: (typeof dayPresets)[number], today: UtcDay): DayRange {
  const from = daysAfter(today, 1 - days);
  return { typed: { from: isoDay(from), to: isoDay(today) }, from, to: today, preset: days, problems: [] };
}
