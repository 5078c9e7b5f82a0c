import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pass } from 'node:timers/promises';
import { promiseGraceMs, windowMs } from '../../src/shop/limits/account-window.ts';
import { largestWindow } from '../support/largest-window.ts';
import { Chance, extent, reportSeed } from './extent.ts';
import { type LimiterRace, startLimiterRace, type Verdict } from './limiter-race.ts';

const start = 1_800_000_000_000;

/** A denied caller: when it may retry, and when it does. */
type Waiter = { readonly dueAt: number; readonly comesAt: number };

/** Largest number of waiters with a promise. */
const waitersMaxOf = (limit: number) => 4 * limit;

// With a small limit, the order of requests matters at every moment.
for (const [limit, moments] of [
  [60, extent.limiterMoments],
  [3, 5 * extent.limiterMoments],
] as const) {
  const title = `three nodes, five keys of one account: never more than ${limit} in any 60 s, and every caller that waits succeeds`;
  test(title, async (context) => {
    reportSeed(context);
    await using race = await startLimiterRace({ limit, clock: 'steered' });
    await playMoments({ race, limit, moments });
  });
}

type Play = { readonly race: LimiterRace; readonly limit: number; readonly moments: number };

async function playMoments({ race, limit, moments }: Play): Promise<void> {
  const chance = new Chance('when callers come');
  const accepted: number[] = [];
  let [charged, denials, now] = [0, 0, start];
  let waiters: Waiter[] = [];

  /** All at the same time of the steered clock, in any real order. */
  const callAll = async (count: number): Promise<readonly Verdict[]> => {
    const verdicts = await Promise.all(Array.from({ length: count }, () => race.call()));
    for (const verdict of verdicts) {
      charged += verdict.charged;
      if (verdict.status !== 429) accepted.push(now);
    }
    return verdicts;
  };

  for (let moment = 0; moment < moments || waiters.length > 0; moment++) {
    const nextWaiter = Math.min(...waiters.map(({ comesAt }) => comesAt));
    const nextNewcomers = moment < moments ? comesNext({ chance, now, accepted }) : Infinity;
    now = Math.min(nextWaiter, nextNewcomers);
    await race.setClock(now);
    const coming = waiters.filter(({ comesAt }) => comesAt <= now);
    waiters = waiters.filter(({ comesAt }) => comesAt > now);
    const told = await callAll(coming.length);
    assert.deepEqual(
      told.filter(({ status }) => status === 429),
      [],
      `waiters who came ${now - start} ms after the start`,
    );
    // The limiter cannot distinguish a new caller from a late waiter, and would admit it instead.
    if (nextNewcomers > now || waiters.some(({ dueAt }) => dueAt <= now)) continue;
    const free = limit - accepted.filter((at) => at > now - windowMs).length;
    // The first moment sends more than can be admitted, so that every run has waiters.
    const count = moment === 0 ? 3 * limit : chance.pick([1, 1, free, free, free + 1, free + 1, limit, 2 * limit]);
    const newcomers = await callAll(Math.min(count, waitersMaxOf(limit) - waiters.length));
    for (const { retryAfterMs } of newcomers.filter(({ status }) => status === 429)) {
      const dueAt = now + retryAfterMs;
      waiters.push({ dueAt, comesAt: dueAt + chance.pick([0, 0, 0, chance.below(promiseGraceMs)]) });
      denials++;
    }
  }
  const recorded = await race.admissions();
  assert.deepEqual(recorded, accepted);
  assert.ok(largestWindow(recorded) === limit, `${largestWindow(recorded)} in 60 s`);
  assert.equal(await race.used(), charged);
  assert.ok(denials > limit, `only ${denials} denials`);
  assert.deepEqual(race.called(), { nodes: 3, keys: 5 });
}

type Arrivals = { readonly chance: Chance; readonly now: number; readonly accepted: readonly number[] };

/** Times at which an inexact limiter would fail: immediately, around the end of a request's window, or at random. */
function comesNext({ chance, now, accepted }: Arrivals): number {
  const leaving = accepted.find((at) => at + windowMs > now + 1) ?? now;
  return chance.pick([
    now,
    now + chance.below(2_000),
    now + chance.below(30_000),
    leaving + windowMs - 1,
    leaving + windowMs,
    leaving + windowMs + 1,
  ]);
}

/** One call as its caller saw it: when it was sent and when it was answered. */
type Observed = { readonly sentAt: number; readonly answeredAt: number; readonly status: number };

test('the same in real minutes, from both sides', { skip: !extent.isLong }, async (context) => {
  reportSeed(context);
  const limit = 60;
  await using race = await startLimiterRace({ limit, clock: 'real' });
  const chance = new Chance('when callers come in real time');
  const observed: Observed[] = [];
  const waiting = new Set<Waiter>();
  const deniedAgain: Waiter[] = [];
  const returning: Promise<void>[] = [];

  const call = async (): Promise<Verdict> => {
    const sentAt = performance.now();
    const verdict = await race.call();
    observed.push({ sentAt, answeredAt: performance.now(), status: verdict.status });
    return verdict;
  };
  const comeBack = async (waiter: Waiter): Promise<void> => {
    waiting.add(waiter);
    await pass(waiter.comesAt - performance.now());
    if ((await call()).status === 429) deniedAgain.push(waiter);
    waiting.delete(waiter);
  };
  const comeNew = async (): Promise<void> => {
    const { status, retryAfterMs } = await call();
    if (status !== 429) return;
    const dueAt = performance.now() + retryAfterMs;
    returning.push(comeBack({ dueAt, comesAt: dueAt + chance.below(promiseGraceMs / 2) }));
  };

  const until = performance.now() + extent.limiterMinutes * windowMs;
  while (performance.now() < until) {
    await pass(chance.below(1_500));
    // No new caller while a waiter is due, or soon will be: see above.
    const soon = performance.now() + 1_000;
    if ([...waiting].some(({ dueAt }) => dueAt <= soon)) continue;
    const count = Math.min(chance.pick([1, 5, 30, 90]), waitersMaxOf(limit) - waiting.size);
    await Promise.all(Array.from({ length: count }, comeNew));
  }
  await Promise.all(returning);
  assert.deepEqual(deniedAgain, []);
  const admitted = observed.filter(({ status }) => status !== 429);
  const recorded = await race.admissions();
  assert.equal(recorded.length, admitted.length);
  assert.equal(largestWindow(recorded), limit);
  assert.ok(mostSurelyWithinAWindow(admitted) <= limit);
  assert.ok(returning.length > limit);
});

/** The largest number of calls that were all sent after one moment, and all answered less than 60 seconds later. */
function mostSurelyWithinAWindow(calls: readonly Observed[]): number {
  const counts = calls.map(
    ({ sentAt }) => calls.filter((other) => other.sentAt >= sentAt && other.answeredAt < sentAt + windowMs).length,
  );
  return Math.max(0, ...counts);
}
