import { assert } from '../assert.ts';
import { characters } from '../units.ts';
import type { DaySum, PartSum, UsageQuery, UsageStore, UtcDay } from './usage-store.ts';
import { daysAfter } from './utc-day.ts';

export type UsageSums = { readonly days: readonly DaySum[]; readonly parts: readonly PartSum[] };

type SumStore = Pick<UsageStore, 'sumByDay' | 'sumByPart'>;

/** So few days cost less to sum up than to remember. */
const worthDays = 60;

/** A year of days and some parts each: some 50 kB. */
const rememberedMax = 100;

/**
 * Sums usage up, and remembers what it came to on days that are over: nothing is charged on these any more. Two days back
 * a day is over on every node, whose clocks agree to seconds. Those looked at least recently are forgotten.
 */
export class ClosedDays {
  readonly #store: SumStore;
  readonly #remembered = new Map<string, Promise<UsageSums>>();

  constructor(store: SumStore) {
    this.#store = store;
  }

  async sum(query: UsageQuery, today: UtcDay): Promise<UsageSums> {
    const { accountId, from, to } = query;
    const closedTo = Math.min(to, today - 2) as UtcDay;
    if (closedTo - from < worthDays) return this.#read(query);
    const closed = this.#recall({ accountId, from, to: closedTo });
    if (closedTo === to) return closed;
    return joined(await closed, await this.#read({ accountId, from: daysAfter(closedTo, 1), to }));
  }

  #recall(query: UsageQuery): Promise<UsageSums> {
    const name = `${query.accountId} ${query.from} ${query.to}`;
    const sums = this.#remembered.get(name) ?? this.#read(query);
    this.#remembered.delete(name);
    this.#remembered.set(name, sums);
    // What could not be read is asked for anew the next time.
    sums.catch(() => this.#remembered.delete(name));
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size > rememberedMax && oldest !== undefined) this.#remembered.delete(oldest);
    return sums;
  }

  async #read(query: UsageQuery): Promise<UsageSums> {
    const [days, parts] = await Promise.all([this.#store.sumByDay(query), this.#store.sumByPart(query)]);
    return { days, parts };
  }
}

/** @param later of days behind those of `earlier` */
function joined(earlier: UsageSums, later: UsageSums): UsageSums {
  const parts = Map.groupBy([...earlier.parts, ...later.parts], ({ keyId, source, target }) =>
    JSON.stringify([keyId, source, target]),
  );
  return { days: [...earlier.days, ...later.days], parts: [...parts.values()].map(total) };
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
