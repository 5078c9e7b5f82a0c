import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { AccountId } from '../../../src/shop/accounts/account.ts';
import { AccountWindow } from '../../../src/shop/limits/account-window.ts';
import { ExactWindowLimiter } from '../../../src/shop/limits/exact-window.ts';
import { describeRateLimiter } from '../../contract/rate-limiter.ts';
import { largestWindow } from '../../support/largest-window.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { SteeredWindowLimiter } from '../../support/steered-limiter.ts';

const accountId = 'account' as AccountId;
const limits = fc.integer({ min: 1, max: 6 });
const gapsMs = fc.array(
  fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1_500 }), fc.integer({ min: 0, max: 70_000 })),
  { maxLength: 250, size: 'max' },
);

describeRateLimiter('in memory', async (limit) => new SteeredWindowLimiter(limit));

test('never admits more than the limit in any 60 seconds, for any arrivals', () =>
  fc.assert(
    fc.asyncProperty(limits, gapsMs, async (limit, gaps) => {
      const { times, verdicts } = await play(limit, gaps);
      const admittedAt = times.filter((_, index) => verdicts[index]);
      assert.ok(largestWindow(admittedAt) <= limit);
    }),
    { numRuns: propertyRuns('', 1_500) },
  ));

test('`remaining` is the number of requests that would be admitted now', () =>
  fc.assert(
    fc.asyncProperty(limits, gapsMs, async (limit, gaps) => {
      const { limiter, now, remaining } = await play(limit, gaps);
      if (remaining === undefined) return;
      for (let request = 0; request < remaining; request++) {
        assert.equal((await limiter.admit(accountId, now)).admitted, true);
      }
      assert.equal((await limiter.admit(accountId, now)).admitted, false);
    }),
    { numRuns: propertyRuns('', 1_500) },
  ));

test('every caller that waits as long as reported is admitted, when all of them do', () =>
  fc.assert(
    fc.asyncProperty(
      limits,
      fc.array(fc.integer({ min: 0, max: 150_000 }), { maxLength: 40, size: 'max' }),
      async (limit, firsts) => {
        // As many waiters as can hold a promise: beyond that bound a caller may be denied twice.
        const callers = firsts.slice(0, limit * 5).map((at) => ({ at, waited: false }));
        const limiter = new SteeredWindowLimiter(limit);
        while (callers.length > 0) {
          // At the same millisecond the waiters come first: the limiter cannot distinguish them from new callers.
          callers.sort((a, b) => a.at - b.at || Number(b.waited) - Number(a.waited));
          const caller = callers.shift();
          assert.ok(caller);
          const admission = await limiter.admit(accountId, caller.at);
          assert.ok(admission.admitted || !caller.waited, `told to come at ${caller.at} and denied`);
          if (!admission.admitted) callers.push({ at: caller.at + admission.retryAfterSeconds * 1_000, waited: true });
        }
      },
    ),
    { numRuns: propertyRuns('', 2_500) },
  ));

test('a burst of waiters is admitted even if each is slightly late', () =>
  fc.assert(
    fc.asyncProperty(
      limits,
      fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 24, size: 'max' }),
      async (limit, lates) => {
        const limiter = new SteeredWindowLimiter(limit);
        for (let request = 0; request < limit; request++) await limiter.admit(accountId, 0);
        const arrivals: number[] = [];
        for (const late of lates.slice(0, limit * 4)) {
          const { retryAfterSeconds } = await limiter.admit(accountId, 0);
          arrivals.push(retryAfterSeconds * 1_000 + late);
        }
        for (const at of arrivals.toSorted((a, b) => a - b)) {
          assert.equal((await limiter.admit(accountId, at)).admitted, true);
        }
      },
    ),
    { numRuns: propertyRuns('', 1_500) },
  ));

test('a caller that ignores retry_after still gets its full limit', async () => {
  const limiter = new SteeredWindowLimiter(60);
  let admittedCount = 0;
  for (let ms = 0; ms < 600_000; ms += 50) {
    if ((await limiter.admit(accountId, ms)).admitted) admittedCount++;
  }
  assert.ok(admittedCount >= 9 * 60 && admittedCount <= 10 * 60, `${admittedCount} in ten minutes`);
});

test('idle accounts are forgotten', async () => {
  const limiter = new SteeredWindowLimiter(60);
  for (let account = 0; account < 1_000; account++) await limiter.admit(`${account}` as AccountId, account);
  assert.equal(limiter.accountCount, 1_000);
  for (let minute = 1; minute <= 15; minute++) await limiter.admit(accountId, minute * 60_000);
  assert.equal(limiter.accountCount, 1);
});

test('a limit of a million is counted exactly', () => {
  const window = new AccountWindow(1_000_000);
  let last = window.admit(0);
  for (let request = 1; request < 1_000_000; request++) last = window.admit(0);
  assert.deepEqual([last.admitted, last.remaining], [true, 0]);
  assert.equal(window.admit(59_999).admitted, false);
  assert.equal(window.admit(60_999).admitted, true);
});

test('refuses a limit that is not a whole number from one to a million', () => {
  for (const limit of [0, -1, 1.5, Number.NaN, 1_000_001]) {
    assert.throws(() => new ExactWindowLimiter(limit, () => 0), RangeError);
  }
});

async function play(limit: number, gaps: readonly number[]) {
  const limiter = new SteeredWindowLimiter(limit);
  const times: number[] = [];
  const verdicts: boolean[] = [];
  let now = 0;
  let remaining: number | undefined;
  for (const gap of gaps) {
    now += gap;
    const admission = await limiter.admit(accountId, now);
    times.push(now);
    verdicts.push(admission.admitted);
    remaining = admission.remaining;
  }
  return { limiter, times, verdicts, now, remaining };
}
