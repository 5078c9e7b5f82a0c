import { assert } from '../../ground/assert.ts';
import { characters } from '../../ground/units.ts';
import type { PartSum, SeriesQuery, SeriesSum, UsageQuery, UsageStore, UtcDay } from './usage-store.ts';
import { daysAfter } from './utc-day.ts';

/** Fewer days than this are cheaper to sum than to cache. */
const worthDays = 60;

/** Cached sums: a year of series is up to 200 kB, days and parts are about 50 kB. */
const cachedMax = 50;

export type ClosedDaysParts<Sum, Query extends UsageQuery = UsageQuery> = {
  readonly read: (query: Query) => Promise<readonly Sum[]>;
  /** @param later of days after those of `earlier` */
  readonly join: (earlier: readonly Sum[], later: readonly Sum[]) => readonly Sum[];
};

/**
 * Sums usage, and caches the sums of past days, which no longer change. A day counts as past after two days, because
 * the clocks of nodes differ by seconds. Evicts the least recently used sums.
 */
export class ClosedDays<Sum, Query extends UsageQuery = UsageQuery> {
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
