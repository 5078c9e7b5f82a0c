import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs, later, unixMs } from '../../../src/ground/units.ts';
import { ReadinessHistory, ReadinessRecorder } from '../../../src/shop/health/readiness-days.ts';
import { openTemporarySqlite } from '../../support/stores.ts';

const minuteMs = 60_000;
const midnight = unixMs(Date.UTC(2026, 10, 21));

test('the history has 90 days: only minutes from the first record on count, and those without a record are not ready', async () => {
  await using stores = await openTemporarySqlite();
  let now = midnight;
  const history = new ReadinessHistory(stores.readiness, () => now);
  const note = async (day: number, from: number, to: number) => {
    for (let minute = from; minute < to; minute++)
      await stores.readiness.noteReady(later(midnight, day * dayMs + minute * minuteMs));
  };
  const shown = async (at: number) => {
    now = later(midnight, at);
    const days = await history.days();
    assert.equal(days?.length, 90);
    return days?.map(({ minutes, readyMinutes }) => `${readyMinutes}/${minutes}`);
  };
  const none = (count: number) => Array<string>(count).fill('0/0');
  assert.deepEqual(await shown(0), none(90));
  await note(0, 1_430, 1_440);
  await note(2, 0, 720);
  // The current minute counts once it is recorded.
  const noon = 2 * dayMs + 720 * minuteMs;
  assert.deepEqual(await shown(noon), [...none(87), '10/10', '0/1440', '720/720']);
  await note(2, 720, 721);
  assert.equal((await shown(noon + 1))?.at(-1), '720/720', 'read once a minute');
  assert.equal((await shown(noon + minuteMs))?.at(-1), '721/721');
  assert.equal((await shown(noon + 3 * minuteMs))?.at(-1), '721/723');
  // The first records are older than the history: every day since then counts as a whole.
  await note(100, 0, 1);
  assert.deepEqual(await shown(100 * dayMs), [...Array<string>(89).fill('0/1440'), '1/1']);
});

test('a node records each minute in which it is ready once, and tries again after a failure', async ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  let [at, ready, fails] = [0, false, true];
  const noted: number[] = [];
  const failures: string[] = [];
  await using _ = new ReadinessRecorder({
    store: {
      noteReady: async (moment) => {
        if (fails) throw new Error('no database');
        noted.push(moment - midnight);
      },
    },
    isReady: async () => ready,
    now: () => later(midnight, at),
    events: { backgroundFailed: ({ task }) => failures.push(task) },
  });
  const attempt = async (seconds: number) => {
    at = seconds * 1_000;
    mock.timers.tick(20_000);
    for (let turn = 0; turn < 9; turn++) await Promise.resolve();
  };
  await attempt(0);
  ready = true;
  await attempt(20);
  fails = false;
  for (const seconds of [40, 50, 60, 80, 120]) await attempt(seconds);
  assert.deepEqual([noted, failures], [[40_000, 60_000, 120_000], ['note of readiness']]);
});
