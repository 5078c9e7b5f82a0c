import { characters } from '../../ground/units.ts';
import { pairName } from '../../text/languages/language.ts';
import type { DailyUsage, DaySum, PartSum, SeriesQuery } from './usage-store.ts';

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
