import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { characters } from '../../../src/ground/units.ts';
import type { KeyId } from '../../../src/shop/keys/key-store.ts';
import { largestSeries, sumOf, sumsByDay, sumsByKey, sumsByPair } from '../../../src/shop/usage/usage-reports.ts';
import type { DailyUsage, UtcDay } from '../../../src/shop/usage/usage-store.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';

/** Of key and pair on a day: `k1 es>en`. */
const row = (day: number, keyAndPair: string, [amount, requests = 1]: readonly [number, number?]): DailyUsage => {
  const [keyId, source, target] = keyAndPair.split(/[ >]/);
  return {
    day: day as UtcDay,
    keyId: keyId as KeyId,
    source: source as LanguageTag,
    target: target as LanguageTag,
    characters: characters(amount),
    requests,
  };
};

const rows = [
  row(1, 'k1 es>en', [10]),
  row(1, 'k2 es>en', [500, 5]),
  row(2, 'k1 es>en', [20, 2]),
  row(2, 'k1 en>es', [1]),
  row(9, 'k1 en>es', [3]),
];

const anyRows = fc.array(
  fc
    .tuple(fc.nat(5), fc.constantFrom('k1', 'k2'), fc.constantFrom('es>en', 'en>es', 'en>ca'), fc.integer({ min: 1 }))
    .map(([day, keyId, pair, amount]) => row(day, `${keyId} ${pair}`, [amount])),
);

describe('sums of usage', () => {
  test('a sum of other series has at least two of them', () => {
    const keys = (count: number) => Array.from({ length: count }, (_, index) => row(1, `k${index} es>en`, [9 - index]));
    assert.deepEqual(largestSeries(keys(5), 'key', 4), ['k0', 'k1', 'k2', 'k3', 'k4']);
    assert.deepEqual(largestSeries(keys(6), 'key', 4), ['k0', 'k1', 'k2', 'k3']);
  });

  test("the account's total includes all rows", () => {
    assert.deepEqual(sumOf(rows), { characters: 534, requests: 10 });
    assert.deepEqual(sumOf([]), { characters: 0, requests: 0 });
  });

  test('by day, the oldest comes first and days without a charge are left out', () => {
    assert.deepEqual(sumsByDay(rows.toReversed()), [
      { day: 1, characters: 510, requests: 6 },
      { day: 2, characters: 21, requests: 3 },
      { day: 9, characters: 3, requests: 1 },
    ]);
  });

  test('by key and by pair, the largest comes first', () => {
    assert.deepEqual(sumsByKey(rows), [
      { keyId: 'k2', characters: 500, requests: 5 },
      { keyId: 'k1', characters: 34, requests: 5 },
    ]);
    assert.deepEqual(sumsByPair(rows), [
      { source: 'es', target: 'en', characters: 530, requests: 8 },
      { source: 'en', target: 'es', characters: 4, requests: 2 },
    ]);
  });

  test('every kind of sum includes each charge exactly once', () => {
    fc.assert(
      fc.property(anyRows, (any) => {
        for (const sums of [sumsByDay(any), sumsByKey(any), sumsByPair(any)]) {
          const total = sums.reduce((sum, each) => sum + each.characters, 0);
          const requests = sums.reduce((sum, each) => sum + each.requests, 0);
          assert.deepEqual(sumOf(any), { characters: total, requests });
        }
      }),
    );
  });
});
