import { assert } from '../../ground/assert.ts';
import { ServiceError } from '../../ground/service-error.ts';
import { type Clock, characters } from '../../ground/units.ts';
import { pairName } from '../../text/languages/language.ts';
import type { AccountId } from '../accounts/account.ts';
import type { KeyId } from '../keys/key-store.ts';
import {
  type DailyUsage,
  type DaySum,
  daysAfter,
  type PartSum,
  type SeriesQuery,
  type SeriesSum,
  type UsageQuery,
  type UsageStore,
  type UtcDay,
  utcDayOf,
} from './usage-store.ts';

/** Largest number of days of a report: a year, and a month to compare it with. */
export const reportDaysMax = 400;

/** Default number of days, the last one included. */
export const reportDays = 30;

/** 1970-01-01: no charge is older. */
const dayOfUnixTime = 0 as UtcDay;

export type UsageReportsParts = { readonly store: UsageStore; readonly now: Clock };

/** Both days are included. `to` defaults to today, `from` to a range of `reportDays` days. */
export type ReportRequest = { readonly accountId: AccountId; readonly from?: UtcDay; readonly to?: UtcDay };

/** The rows of `UsageStore.usageByDay`, with their days. */
export type UsageReport = UsageQuery & { readonly rows: readonly DailyUsage[] };

export type UsageTotal = UsageQuery & UsageSum;

/** As `UsageReport`, summed by part, and by day and series: few rows, even for many charges. */
export type UsageSummary = UsageQuery & {
  readonly parts: readonly PartSum[];
  readonly series: readonly SeriesSum[];
} & Pick<SeriesQuery, 'by' | 'names'>;

/** The charges of some keys by day. */
export type UsageOfKeys = UsageQuery & Pick<UsageSummary, 'series'>;

/** Series of a summary that have a name: the largest ones. */
const namedMax = 4;

/** Fewer days than this are cheaper to sum than to cache. */
const worthDays = 60;

/** Cached sums: a year of series is up to 200 kB, days and parts are about 50 kB. */
const cachedMax = 50;

type ClosedDaysParts<Sum, Query extends UsageQuery = UsageQuery> = {
  readonly read: (query: Query) => Promise<readonly Sum[]>;
  /** @param later of days after those of `earlier` */
  readonly join: (earlier: readonly Sum[], later: readonly Sum[]) => readonly Sum[];
};

/** Caches sums of past days, and evicts the least recently used. A day is past after two days: clocks differ. */
class ClosedDays<Sum, Query extends UsageQuery = UsageQuery> {
  readonly #parts: ClosedDaysParts<Sum, Query>;
  readonly #cached = new Map<string, Promise<readonly Sum[]>>();

  constructor(parts: ClosedDaysParts<Sum, Query>) {
    this.#parts = parts;
  }

  async sum(query: Query, today: UtcDay): Promise<readonly Sum[]> {
    const { read, join } = this.#parts;
    const { from, to } = query;
    const closedTo = Math.min(to, today - 2) as UtcDay;
    if (closedTo - from < worthDays) return read(query);
    const closed = this.#recall({ ...query, to: closedTo });
    if (closedTo === to) return closed;
    return join(await closed, await read({ ...query, from: daysAfter(closedTo, 1) }));
  }

  #recall(query: Query): Promise<readonly Sum[]> {
    const name = Object.values(query).join(' ');
    const sums = this.#cached.get(name) ?? this.#parts.read(query);
    this.#cached.delete(name);
    this.#cached.set(name, sums);
    // Failed reads are not cached.
    sums.catch(() => this.#cached.delete(name));
    const [oldest] = this.#cached.keys();
    if (this.#cached.size > cachedMax && oldest !== undefined) this.#cached.delete(oldest);
    return sums;
  }
}

/** Returns the charges by day and series. */
export function closedSeriesSums(store: Pick<UsageStore, 'sumBySeries'>): ClosedDays<SeriesSum, SeriesQuery> {
  return new ClosedDays({
    read: (query) => store.sumBySeries(query),
    join: (earlier, later) => [...earlier, ...later],
  });
}

/** Returns the charges by key and pair of languages. */
export function closedPartSums(store: Pick<UsageStore, 'sumByPart'>): ClosedDays<PartSum> {
  return new ClosedDays({ read: (query) => store.sumByPart(query), join: joinParts });
}

function joinParts(earlier: readonly PartSum[], later: readonly PartSum[]): readonly PartSum[] {
  const parts = Map.groupBy([...earlier, ...later], ({ keyId, source, target }) =>
    JSON.stringify([keyId, source, target]),
  );
  return [...parts.values()].map(total);
}

function total([first, ...others]: readonly PartSum[]): PartSum {
  assert(first !== undefined, 'a group has members');
  return others.reduce(
    (sum, { characters: amount, requests }) => ({
      ...sum,
      characters: characters(sum.characters + amount),
      requests: sum.requests + requests,
    }),
    first,
  );
}

export class UsageReports {
  readonly #parts: UsageReportsParts;
  readonly #sums: ClosedDays<PartSum>;
  readonly #series: ClosedDays<SeriesSum, SeriesQuery>;

  constructor(parts: UsageReportsParts) {
    this.#parts = parts;
    this.#sums = closedPartSums(parts.store);
    this.#series = closedSeriesSums(parts.store);
  }

  /** @throws ServiceError `reversed_days`, `too_many_days` */
  async report(request: ReportRequest): Promise<UsageReport> {
    const query = this.#queryOf(request);
    return { ...query, rows: await this.#parts.store.usageByDay(query) };
  }

  /** @throws as `report` */
  async summary(request: ReportRequest, by: SeriesQuery['by']): Promise<UsageSummary> {
    const query = this.#queryOf(request);
    const today = utcDayOf(this.#parts.now());
    const parts = await this.#sums.sum(query, today);
    const named = { ...query, by, names: largestSeries(parts, by, namedMax) };
    const series = await this.#series.sum(named, today);
    return { ...named, parts, series };
  }

  /** Returns the charges of some keys in the last `reportDays` days; the sum of all other keys has no name. */
  async byKey(accountId: AccountId, names: readonly KeyId[]): Promise<UsageOfKeys> {
    const query = this.#queryOf({ accountId });
    return { ...query, series: await this.#parts.store.sumBySeries({ ...query, by: 'key', names }) };
  }

  /** @throws as `report` */
  async total(request: ReportRequest): Promise<UsageTotal> {
    const query = this.#queryOf(request);
    return { ...query, ...sumOf(await this.#sums.sum(query, utcDayOf(this.#parts.now()))) };
  }

  /** Returns the total of each key with a charge, largest first. */
  async usedByKey(accountId: AccountId): Promise<readonly UsageOfKey[]> {
    const today = utcDayOf(this.#parts.now());
    // Until tomorrow, which may have begun by another node's clock.
    const query = { accountId, from: dayOfUnixTime, to: daysAfter(today, 1) };
    return sumsByKey(await this.#sums.sum(query, today));
  }

  #queryOf(request: ReportRequest): UsageQuery {
    const { accountId, to = utcDayOf(this.#parts.now()) } = request;
    const { from = daysAfter(to, 1 - reportDays) } = request;
    const query: UsageQuery = { accountId, from, to };
    checkDays(query);
    return query;
  }
}

function checkDays({ from, to }: UsageQuery): void {
  if (from > to) throw new ServiceError('reversed_days');
  if (to - from >= reportDaysMax) throw new ServiceError('too_many_days');
}

export type UsageSum = Pick<DailyUsage, 'characters' | 'requests'>;

export type UsageOfKey = UsageSum & Pick<DailyUsage, 'keyId'>;

export type UsageOfPair = UsageSum & Pick<DailyUsage, 'source' | 'target'>;

export function sumOf(rows: readonly UsageSum[]): UsageSum {
  return {
    characters: characters(rows.reduce((sum, row) => sum + row.characters, 0)),
    requests: rows.reduce((sum, row) => sum + row.requests, 0),
  };
}

/** Returns totals by day, oldest first; days without a charge are left out. */
export function sumsByDay(rows: readonly DaySum[]): readonly DaySum[] {
  const sums = sumsBy(rows, ({ day }) => ({ day }));
  return sums.toSorted((one, other) => one.day - other.day);
}

/** Returns totals by key, largest first. */
export function sumsByKey(rows: readonly PartSum[]): readonly UsageOfKey[] {
  return sumsBy(rows, ({ keyId }) => ({ keyId })).toSorted(largestFirst);
}

/** Returns totals by pair of languages, largest first. */
export function sumsByPair(rows: readonly PartSum[]): readonly UsageOfPair[] {
  return sumsBy(rows, ({ source, target }) => ({ source, target })).toSorted(largestFirst);
}

/** Returns the names of the `most` largest series, for `SeriesQuery`; of one more if it would be the only other one. */
export function largestSeries(rows: readonly PartSum[], by: SeriesQuery['by'], most: number): readonly string[] {
  const names = by === 'key' ? sumsByKey(rows).map(({ keyId }) => keyId) : sumsByPair(rows).map(pairName);
  return names.length === most + 1 ? names : names.slice(0, most);
}

function sumsBy<Row extends UsageSum, Part extends object>(
  rows: readonly Row[],
  partOf: (row: Row) => Part,
): readonly (Part & UsageSum)[] {
  const groups = Map.groupBy(rows, (row) => JSON.stringify(Object.values(partOf(row))));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ ...partOf(first), ...sumOf(group) }];
  });
}

function largestFirst(one: UsageSum, other: UsageSum): number {
  return other.characters - one.characters;
}
