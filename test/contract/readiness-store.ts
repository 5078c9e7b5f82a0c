import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dayMs, later, unixMs } from '../../src/ground/units.ts';
import { minuteOf, readinessDays } from '../../src/shop/health/readiness-days.ts';
import { utcDayOf } from '../../src/shop/usage/usage-store.ts';
import type { OpenStores } from '../support/stores.ts';

const midnight = unixMs(Date.UTC(2026, 10, 21));
const minuteMs = 60_000;

/** The contract of every `ReadinessStore`. */
export function describeReadinessStore(name: string, open: () => Promise<OpenStores>): void {
  describe(`${name}: ReadinessStore`, () => {
    test('ten concurrent nodes count a minute once, and a late record of an earlier minute counts nothing', async () => {
      await using stores = await open();
      const { readiness } = stores;
      const note = (minute: number) => readiness.noteReady(later(midnight, minute * minuteMs));
      assert.deepEqual(await readiness.listReadyDays(), []);
      await note(-1);
      await Promise.all(Array.from({ length: 10 }, () => note(2)));
      await Promise.all([note(5), note(5)]);
      await note(3);
      const [day, first] = [utcDayOf(midnight), minuteOf(midnight)];
      assert.deepEqual(await readiness.listReadyDays(), [
        { day: day - 1, firstMinute: first - 1, lastMinute: first - 1, readyMinutes: 1 },
        { day, firstMinute: first + 2, lastMinute: first + 5, readyMinutes: 2 },
      ]);
    });

    test('days before the history are deleted, except the newest', async () => {
      await using stores = await open();
      const { readiness } = stores;
      for (const days of [0, 1, 3, 90, 92]) await readiness.noteReady(later(midnight, days * dayMs));
      const left = (await readiness.listReadyDays()).map(({ day }) => day - utcDayOf(midnight));
      assert.deepEqual([readinessDays, left], [90, [1, 3, 90, 92]]);
    });
  });
}
