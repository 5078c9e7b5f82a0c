import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { characters } from '../../../src/ground/units.ts';
import type { AccountId } from '../../../src/shop/accounts/account.ts';
import type { KeyId } from '../../../src/shop/keys/key-store.ts';
import { closedPartSums, closedSeriesSums } from '../../../src/shop/usage/usage-reports.ts';
import type { DailyUsage, UsageQuery, UtcDay } from '../../../src/shop/usage/usage-store.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const accountId = 'a' as AccountId;
const today = 20_000 as UtcDay;

type World = { rows: DailyUsage[]; readonly asked: string[]; fails: boolean };

/** Rows in memory, summed like in a database. */
function storeOf(world: World) {
  const inRange = ({ from, to }: UsageQuery) => world.rows.filter(({ day }) => from <= day && day <= to);
  const sums = <Name>(rows: readonly DailyUsage[], nameOf: (one: DailyUsage) => Name) =>
    [...Map.groupBy(rows, (one) => JSON.stringify(nameOf(one)))].map(([name, group]) => ({
      ...(JSON.parse(name) as Name),
      characters: characters(group.reduce((sum, one) => sum + one.characters, 0)),
      requests: group.reduce((sum, one) => sum + one.requests, 0),
    }));
  const answer = <Sums>(query: UsageQuery, found: () => Sums) => {
    world.asked.push(`${query.from - today} to ${query.to - today}`);
    return world.fails ? Promise.reject(new Error('away')) : Promise.resolve(found());
  };
  return {
    sumBySeries: (query: UsageQuery) =>
      answer(query, () =>
        sums(inRange(query), ({ day }) => ({ day, name: '' })).toSorted((one, other) => one.day - other.day),
      ),
    sumByPart: (query: UsageQuery) =>
      answer(query, () => sums(inRange(query), ({ keyId, source, target }) => ({ keyId, source, target }))),
  };
}

/** Both kinds of sums, cached separately. */
function closedDaysOf(world: World) {
  const store = storeOf(world);
  const [days, parts] = [closedSeriesSums(store), closedPartSums(store)];
  return {
    sum: async (wanted: UsageQuery, at: UtcDay) => ({
      days: await days.sum({ ...wanted, by: 'key', names: [] }, at),
      parts: await parts.sum(wanted, at),
    }),
  };
}

function row(day: number, keyId: string, amount = 1): DailyUsage {
  const pair = { source: 'es' as LanguageTag, target: 'en' as LanguageTag };
  return { day: day as UtcDay, keyId: keyId as KeyId, ...pair, characters: characters(amount), requests: 1 };
}

const query = (from: number, to: number): UsageQuery => ({
  accountId,
  from: (today + from) as UtcDay,
  to: (today + to) as UtcDay,
});

test('a year is read once; after that only the two days that may still get charges', async () => {
  const world: World = {
    rows: [row(today - 300, 'k', 7), row(today - 1, 'k', 2), row(today, 'l')],
    asked: [],
    fails: false,
  };
  const closed = closedDaysOf(world);
  const first = await closed.sum(query(-364, 0), today);
  assert.deepEqual(
    first.days.map(({ day, characters: amount }) => [day - today, amount]),
    [
      [-300, 7],
      [-1, 2],
      [0, 1],
    ],
  );
  assert.deepEqual(
    first.parts.map(({ keyId, characters: amount, requests }) => [keyId, amount, requests]),
    [
      ['k', 9, 2],
      ['l', 1, 1],
    ],
  );
  world.asked.length = 0;
  world.rows.push(row(today - 1, 'm', 4));
  const second = await closed.sum(query(-364, 0), today);
  assert.deepEqual(new Set(world.asked), new Set(['-1 to 0']));
  assert.deepEqual(
    new Map(second.parts.map(({ keyId, characters: amount }) => [String(keyId), Number(amount)])),
    new Map([
      ['k', 9],
      ['l', 1],
      ['m', 4],
    ]),
  );
});

test('failed reads are repeated', async () => {
  const world: World = { rows: [row(today - 300, 'k', 7)], asked: [], fails: true };
  const closed = closedDaysOf(world);
  await assert.rejects(closed.sum(query(-364, 0), today), /away/);
  world.fails = false;
  assert.equal((await closed.sum(query(-364, 0), today)).days.length, 1);
});

test('for any order of reads and charges, the sums are those of the rows', async () => {
  const charge = fc.record({
    ago: fc.constantFrom(0, 1),
    key: fc.constantFrom('k', 'l'),
    amount: fc.integer({ min: 1, max: 9 }),
  });
  const look = fc.record({ from: fc.integer({ min: -400, max: 1 }), days: fc.integer({ min: 0, max: 400 }) });
  const past = fc.array(fc.tuple(fc.integer({ min: -400, max: -2 }), fc.constantFrom('k', 'l')), { maxLength: 60 });
  const property = fc.asyncProperty(past, fc.array(fc.tuple(charge, look), { maxLength: 12 }), async (rows, steps) => {
    const world: World = { rows: rows.map(([day, key]) => row(today + day, key)), asked: [], fails: false };
    const store = storeOf(world);
    const closed = closedDaysOf(world);
    for (const [{ ago, key, amount }, { from, days }] of steps) {
      world.rows.push(row(today - ago, key, amount));
      const asked = query(from, from + days);
      const sums = await closed.sum(asked, today);
      assert.deepEqual(sums.days, await store.sumBySeries(asked));
      const byName = (parts: typeof sums.parts) => new Map(parts.map(({ keyId, ...part }) => [keyId, part]));
      assert.deepEqual(byName(sums.parts), byName(await store.sumByPart(asked)));
    }
  });
  await fc.assert(property, { numRuns: propertyRuns('', 1_000) });
});
