import { ServiceError } from '../../ground/service-error.ts';
import type { Clock } from '../../ground/units.ts';
import type { AccountId } from '../accounts/account.ts';
import {
  type BlockTimes,
  type JournalEntry,
  type JournalFilter,
  type JournalRange,
  type JournalStore,
  journalBlockRows,
} from './journal-store.ts';
import { reportDaysMax } from './usage-reports.ts';
import { daysAfter, startOfDay, type UtcDay, utcDayOf } from './usage-store.ts';

/** Rows that one statement may read without a match. */
const rangeRowsMax = 8 * journalBlockRows;

/** Rows read for one page before it is shown incomplete, so that no visitor waits for rare rows. */
const searchedRowsMax = 32 * journalBlockRows;

export type JournalParts = { readonly store: JournalStore; readonly now: Clock };

export type JournalRequest = {
  readonly accountId: AccountId;
  readonly filter: JournalFilter;
  /** Only rows before this number: `next` of the page before. */
  readonly before?: number;
  readonly limit: number;
};

/** Newest first. Fewer than requested when finding more took too long. `next` is undefined after the last entry. */
export type JournalPage = { readonly entries: readonly JournalEntry[]; readonly next: number | undefined };

/** Blocks per query: about 16,000 rows, a few milliseconds. */
const blocksPerStep = 32;

/** Cached blocks over all accounts: about ten megabytes, for hundreds of millions of rows. */
const blocksMax = 200_000;

/**
 * Caches the times of journal rows by block, to find the rows of a day without reading all in between. Times nearly
 * always grow with the numbers of rows, but clocks differ, or are set back. So the earliest and latest time of every
 * full block, which never changes, are read once.
 */
class JournalBlockTimes {
  readonly #store: Pick<JournalStore, 'readBlockTimes'>;
  /** Least recently used first. */
  readonly #known = new Map<AccountId, BlockTimes[]>();
  #blocks = 0;

  constructor(store: Pick<JournalStore, 'readBlockTimes'>) {
    this.#store = store;
  }

  /** Returns the times of every full block of a journal whose newest row is `end`. Row 0 never exists. */
  async read(accountId: AccountId, end: number): Promise<readonly BlockTimes[]> {
    const full = Math.floor((end + 1) / journalBlockRows);
    const known = this.#known.get(accountId) ?? [];
    while (known.length < full) {
      const first = known.length;
      const count = Math.min(blocksPerStep, full - first);
      const times = await this.#store.readBlockTimes({ accountId, first, count });
      // A concurrent request may have added the same blocks.
      if (known.length === first) known.push(...times);
    }
    this.#keep(accountId, known);
    return known;
  }

  #keep(accountId: AccountId, known: BlockTimes[]): void {
    this.#known.delete(accountId);
    this.#known.set(accountId, known);
    this.#blocks = 0;
    for (const { length } of this.#known.values()) this.#blocks += length;
    for (const [oldest, { length }] of this.#known) {
      if (this.#blocks <= blocksMax || oldest === accountId) break;
      this.#known.delete(oldest);
      this.#blocks -= length;
    }
  }
}

/** Reads journals by pages. New rows do not shift pages: each row is on exactly one. */
export class Journal {
  readonly #parts: JournalParts;
  readonly #times: JournalBlockTimes;

  constructor(parts: JournalParts) {
    this.#parts = parts;
    this.#times = new JournalBlockTimes(parts.store);
  }

  /** @throws ServiceError as `boundFilter` */
  async page(request: JournalRequest): Promise<JournalPage> {
    const { accountId, filter: asked, before = Number.MAX_SAFE_INTEGER, limit } = request;
    const { store, now } = this.#parts;
    const filter = boundFilter(asked, utcDayOf(now()));
    const entries: JournalEntry[] = [];
    let searched = 0;
    for (const range of await this.#ranges(accountId, filter, before)) {
      if (searched >= searchedRowsMax) return { entries, next: range.before };
      // One more than shown, to find out whether anything follows.
      const wanted = limit + 1 - entries.length;
      entries.push(...(await store.readJournal({ accountId, range, filter, limit: wanted })));
      if (entries.length > limit) return { entries: entries.slice(0, limit), next: entries[limit - 1]?.seq };
      searched += range.before - range.from;
    }
    return { entries, next: undefined };
  }

  /** Yields all present entries, newest first, `limit` at a time, read on demand. @throws as `page` */
  async *pages({ filter, before, ...request }: JournalRequest): AsyncGenerator<readonly JournalEntry[]> {
    const bound = boundFilter(filter, utcDayOf(this.#parts.now()));
    let next = before ?? Number.MAX_SAFE_INTEGER;
    for (;;) {
      const page = await this.page({ ...request, filter: bound, before: next });
      yield page.entries;
      if (page.next === undefined) return;
      next = page.next;
    }
  }

  /** Returns the ranges with possible matches, newest first. */
  async #ranges(accountId: AccountId, filter: JournalFilter, before: number): Promise<readonly JournalRange[]> {
    const { store } = this.#parts;
    const end = await store.findJournalEnd(accountId);
    const all = { from: 1, before: Math.min(before, end + 1) };
    if (all.before <= all.from) return [];
    // Rows of other kinds are few and have a partial index.
    if (filter.kind !== undefined && filter.kind !== 'charge') return isOfCharges(filter) ? [] : [all];
    const { from, to } = filter;
    if (from === undefined && to === undefined) return [...cut(all)];
    const isPossible = isOfCharges(filter)
      ? onAnyOf(await store.findDaysOfUse({ ...filter, accountId, ...wholeRange(filter) }))
      : between(wholeRange(filter));
    return possibleRanges(await this.#times.read(accountId, end), isPossible, all).flatMap((range) => [...cut(range)]);
  }
}

/** Days outside any journal. */
const [firstDay, lastDay] = [0 as UtcDay, 100_000_000 as UtcDay];

type DayRange = { readonly from: UtcDay; readonly to: UtcDay };

function wholeRange({ from, to }: JournalFilter): DayRange {
  return { from: from ?? firstDay, to: to ?? lastDay };
}

function between({ from, to }: DayRange): (times: BlockTimes) => boolean {
  const end = startOfDay(daysAfter(to, 1));
  const begin = startOfDay(from);
  return ([earliest, latest]) => earliest < end && latest >= begin;
}

/** @param days oldest first */
function onAnyOf(days: readonly UtcDay[]): (times: BlockTimes) => boolean {
  const [used, from = lastDay, to = firstDay] = [new Set(days), days[0], days.at(-1)];
  return ([earliest, latest]) => {
    const end = Math.min(to, utcDayOf(latest));
    for (let day = Math.max(from, utcDayOf(earliest)); day <= end; day++) if (used.has(day as UtcDay)) return true;
    return false;
  };
}

/** Returns the rows of possible blocks and of the incomplete last one, newest first; adjacent blocks are merged. */
function possibleRanges(
  blocks: readonly BlockTimes[],
  isPossible: (times: BlockTimes) => boolean,
  all: JournalRange,
): readonly JournalRange[] {
  const ranges: { from: number; before: number }[] = [];
  for (let block = Math.floor((all.before - 1) / journalBlockRows); block >= 0; block--) {
    const times = blocks[block];
    if (times !== undefined && !isPossible(times)) continue;
    const from = Math.max(all.from, block * journalBlockRows);
    const before = Math.min(all.before, (block + 1) * journalBlockRows);
    const last = ranges.at(-1);
    if (last?.from === before) last.from = from;
    else ranges.push({ from, before });
  }
  return ranges;
}

/** Splits a range into small parts, newest first. Sizes grow, because most pages match among the newest rows. */
function* cut({ from, before }: JournalRange): Generator<JournalRange> {
  let rows = journalBlockRows;
  for (let end = before; end > from; end -= rows, rows = Math.min(2 * rows, rangeRowsMax))
    yield { from: Math.max(from, end - rows), before: end };
}

/** Returns whether only charges can match. */
function isOfCharges({ keyId, source, target }: JournalFilter): boolean {
  return keyId !== undefined || source !== undefined || target !== undefined;
}

/** Bounds the days of a filter with a key or language. @throws ServiceError `reversed_days`, `too_many_days` */
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
