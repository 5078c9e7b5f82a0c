import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { characters, later, unixMs } from '../../src/ground/units.ts';
import type { KeyId } from '../../src/shop/keys/key-store.ts';
import { sumOf, sumsByDay, UsageReports } from '../../src/shop/usage/usage-reports.ts';
import {
  type DailyUsage,
  type PartSum,
  type SeriesQuery,
  type SeriesSum,
  type UtcDay,
  utcDayOf,
} from '../../src/shop/usage/usage-store.ts';
import type { LanguageTag } from '../../src/text/languages/language.ts';
import { createLedgerWorld, dayMs, firstMoment, openAccount, sweepIntervalMs } from '../support/ledger-world.ts';
import { propertyRuns } from '../support/property-runs.ts';
import type { OpenStores } from '../support/stores.ts';
import { type Charge, carryOut } from './charges.ts';

const midnight = unixMs(Date.UTC(2026, 1, 28));
const firstDay = utcDayOf(midnight);
const day = (number: number) => (firstDay + number) as UtcDay;
const range = { from: day(-10), to: day(10) };

const charge = (options: Partial<Charge> = {}): Charge => ({
  at: midnight,
  amount: 1,
  keyId: 'k1',
  source: 'es',
  target: 'en',
  ...options,
});

const usage = (number: number, { amount, keyId, source, target }: Charge, requests = 1): DailyUsage => ({
  day: day(number),
  keyId: keyId as KeyId,
  source: source as LanguageTag,
  target: target as LanguageTag,
  characters: characters(amount),
  requests,
});

/** Four days of charges by three keys for three pairs; few of each, so that many coincide. */
const charges = fc.array(
  fc.record({
    at: fc.integer({ min: -2 * dayMs, max: 2 * dayMs - 1 }).map((byMs) => later(midnight, byMs)),
    amount: fc.integer({ min: 1, max: 1_000 }),
    keyId: fc.constantFrom('k1', 'k2', 'k10'),
    source: fc.constantFrom('es', 'pt-BR'),
    target: fc.constantFrom('en', 'ca-valencia'),
  }),
  { maxLength: 30 },
);

const order = (one: DailyUsage, other: DailyUsage) => {
  const names = ({ keyId, source, target }: DailyUsage) => [keyId, source, target].join('\u0000');
  return one.day - other.day || (names(one) < names(other) ? -1 : 1);
};

/** A simple model: charges with the same day, key and pair are one row. */
function expectedOf(made: readonly Charge[]): readonly DailyUsage[] {
  const groups = Map.groupBy(made, ({ at, keyId, source, target }) => [utcDayOf(at), keyId, source, target].join(' '));
  const rows = [...groups.values()].flatMap((group) => {
    const [first] = group;
    const amount = group.reduce((sum, each) => sum + each.amount, 0);
    return first === undefined ? [] : [usage(utcDayOf(first.at) - firstDay, { ...first, amount }, group.length)];
  });
  return rows.toSorted(order);
}

/** Sums by key and pair over all days. */
function sumsByPart(rows: readonly DailyUsage[]): readonly PartSum[] {
  const groups = Map.groupBy(rows, ({ keyId, source, target }) => [keyId, source, target].join(' '));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { keyId, source, target } = first;
    return [{ keyId, source, target, ...sumOf(group) }];
  });
}

/** Sums by day and series, with one for all unnamed keys or pairs. */
function sumsBySeries(
  rows: readonly DailyUsage[],
  by: SeriesQuery['by'],
  names: readonly string[],
): readonly SeriesSum[] {
  const named = rows.map(({ keyId, source, target, ...row }) => {
    const name = by === 'key' ? keyId : `${source}>${target}`;
    return { ...row, name: names.includes(name) ? name : '' };
  });
  const groups = Map.groupBy(named, ({ day: each, name }) => `${each} ${name}`);
  const sums = [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ day: first.day, name: first.name, ...sumOf(group) }];
  });
  return sums.toSorted((one, other) => one.day - other.day || (one.name < other.name ? -1 : 1));
}

/** The contract of every `UsageStore`. */
export function describeUsageStore(name: string, open: () => Promise<OpenStores>): void {
  const withWorld = async () => {
    const world = await createLedgerWorld(await open());
    await world.buy(1_000_000);
    return world;
  };

  describe(`${name}: UsageStore`, () => {
    test('a day begins and ends at midnight, UTC', async () => {
      await using world = await withWorld();
      const { accountId } = world;
      for (const byMs of [-1, 0, dayMs - 1, dayMs]) await carryOut(world, charge({ at: later(midnight, byMs) }));
      assert.deepEqual(await world.stores.usage.usageByDay({ ...range, accountId }), [
        usage(-1, charge()),
        usage(0, charge({ amount: 2 }), 2),
        usage(1, charge()),
      ]);
    });

    test('both days of the query are included, and the days around them are not', async () => {
      await using world = await withWorld();
      const { accountId } = world;
      for (const number of [0, 1, 2, 3]) await carryOut(world, charge({ at: later(midnight, number * dayMs) }));
      const days = async (from: number, to: number) => {
        const rows = await world.stores.usage.usageByDay({ accountId, from: day(from), to: day(to) });
        return rows.map((row) => row.day - firstDay);
      };
      assert.deepEqual(await days(1, 2), [1, 2]);
      assert.deepEqual(await days(3, 3), [3]);
      assert.deepEqual(await days(4, 9), []);
      assert.deepEqual(await days(2, 1), []);
    });

    test('each key has one sum over all days and pairs, which a cached read keeps current', async () => {
      await using world = await withWorld();
      const { accountId } = world;
      const otherId = await openAccount(world.stores);
      await carryOut(world, charge({ amount: 20, keyId: 'k2' }));
      await carryOut(world, charge({ amount: 1, keyId: 'k2', source: 'pt-BR' }));
      await carryOut(world, charge({ amount: 300, keyId: 'k2', at: later(midnight, 300 * dayMs) }));
      await carryOut(world, charge({ amount: 5, keyId: 'k1', at: later(midnight, 300 * dayMs) }));
      const reports = new UsageReports({ store: world.stores.usage, now: () => later(midnight, 300 * dayMs) });
      assert.deepEqual(await reports.usedByKey(accountId), [
        { keyId: 'k2', characters: 321, requests: 3 },
        { keyId: 'k1', characters: 5, requests: 1 },
      ]);
      assert.deepEqual(await reports.usedByKey(otherId), []);
      await carryOut(world, charge({ amount: 400, keyId: 'k1', at: later(midnight, 299 * dayMs) }));
      await carryOut(world, charge({ amount: 600, keyId: 'k3', at: later(midnight, 301 * dayMs) }));
      assert.deepEqual(await reports.usedByKey(accountId), [
        { keyId: 'k3', characters: 600, requests: 1 },
        { keyId: 'k1', characters: 405, requests: 2 },
        { keyId: 'k2', characters: 321, requests: 3 },
      ]);
    });

    test('sums equal the charges, for any charges', async () => {
      await using stores = await open();
      const property = fc.asyncProperty(charges, async (made) => {
        const world = await createLedgerWorld(stores);
        await world.buy(1_000_000);
        await Promise.all(made.map((each) => carryOut(world, each)));
        const rows = await stores.usage.usageByDay({ ...range, accountId: world.accountId });
        assert.deepEqual(rows, expectedOf(made));
        const ofAll = { ...range, accountId: world.accountId, by: 'key', names: [] } as const;
        const days = await stores.usage.sumBySeries(ofAll);
        const expected = sumsByDay(rows).map((sum) => ({ ...sum, name: '' }));
        assert.deepEqual(days, expected);
        for (const by of ['key', 'pair'] as const) {
          const names = by === 'key' ? ['k1', 'k10'] : ['es>en', 'pt-BR>ca-valencia'];
          const series = await stores.usage.sumBySeries({ ...range, accountId: world.accountId, by, names });
          assert.deepEqual(series, sumsBySeries(rows, by, names));
        }
        const parts = await stores.usage.sumByPart({ ...range, accountId: world.accountId });
        assert.deepEqual(new Set(parts), new Set(sumsByPart(rows)));
      });
      await fc.assert(property, { numRuns: propertyRuns(name, 30) });
      assert.deepEqual(await stores.breaches(firstMoment, sweepIntervalMs), []);
    });
  });
}
