import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AccountId } from '../../src/shop/accounts/account.ts';
import type { RateDecision } from '../../src/shop/limits/rate-limiter.ts';
import type { SteeredLimiter } from '../support/steered-limiter.ts';

/** Opens a limiter of `limit` requests in any 60 seconds; every test requests new accounts. */
export type OpenRateLimiter = (limit: number) => Promise<SteeredLimiter>;

const start = 1_800_000_000_000;

/** The contract of every rate limiter. */
export function describeRateLimiter(name: string, open: OpenRateLimiter): void {
  describe(`rate limiter: ${name}`, () => {
    describeCounting(open);
    describeWaiting(open);
  });
}

function describeCounting(open: OpenRateLimiter): void {
  test('admits as many as the limit and denies the next', async () => {
    const { admitAt } = await setup(open, 60);
    for (let left = 59; left >= 0; left--) {
      assert.deepEqual(await admitAt(0), admitted({ limit: 60, remaining: left, resetSeconds: 60 }));
    }
    assert.deepEqual(await admitAt(0), denied({ limit: 60, resetSeconds: 60, retryAfterSeconds: 60 }));
  });

  test('a request counts until exactly 60 seconds after its admission', async () => {
    const { admitAt } = await setup(open, 1);
    assert.equal((await admitAt(0)).admitted, true);
    assert.equal((await admitAt(59_999)).admitted, false);
    assert.equal((await admitAt(60_999)).admitted, true);
    const other = await setup(open, 1);
    await other.admitAt(0);
    assert.equal((await other.admitAt(60_000)).admitted, true);
  });

  test('is exact across the edge of any fixed window', async () => {
    const { admitAt } = await setup(open, 60);
    for (let request = 0; request < 60; request++) assert.equal((await admitAt(59_000)).admitted, true);
    for (let second = 60; second < 119; second++) assert.equal((await admitAt(second * 1_000)).admitted, false);
  });

  test('a denied request does not count', async () => {
    const { admitAt } = await setup(open, 2);
    await admitAt(0);
    await admitAt(30_000);
    for (let request = 0; request < 5; request++) await admitAt(40_000);
    assert.equal((await admitAt(60_000)).admitted, true);
    assert.equal((await admitAt(60_000)).admitted, false);
    assert.equal((await admitAt(90_000)).admitted, true);
  });

  test('accounts do not share a limit', async () => {
    const { limiter } = await setup(open, 1);
    for (let account = 0; account < 3; account++) {
      const admission = await limiter.admit(newAccountId(), start);
      assert.equal(admission.admitted, true);
    }
  });

  test('reports the remaining requests and when the oldest one leaves the window', async () => {
    const { admitAt } = await setup(open, 3);
    assert.deepEqual(await admitAt(0), admitted({ limit: 3, remaining: 2, resetSeconds: 60 }));
    assert.deepEqual(await admitAt(30_500), admitted({ limit: 3, remaining: 1, resetSeconds: 30 }));
    assert.deepEqual(await admitAt(60_000), admitted({ limit: 3, remaining: 1, resetSeconds: 31 }));
  });
}

/** The additional contract of a limiter whose clock may be set back. */
export function describeClockSetBack(open: OpenRateLimiter): void {
  test('a clock that is set back admits no request beyond the limit', async () => {
    const { admitAt } = await setup(open, 2);
    for (let request = 0; request < 2; request++) await admitAt(0);
    for (const back of [1, 900, 61_000, 3_600_000]) assert.equal((await admitAt(-back)).admitted, false);
  });

  test('a clock that is set back by an hour does not block requests for an hour', async () => {
    const { admitAt } = await setup(open, 1);
    await admitAt(7_200_000);
    assert.equal((await admitAt(3_600_000)).retryAfterSeconds, 60);
    assert.equal((await admitAt(3_660_000)).admitted, true);
    const other = await setup(open, 2);
    await other.admitAt(7_200_000);
    await other.admitAt(3_600_000);
    assert.equal((await other.admitAt(3_600_000)).retryAfterSeconds, 60, 'also where the jump met an admission');
    assert.equal((await other.admitAt(3_660_000)).admitted, true);
  });
}

function describeWaiting(open: OpenRateLimiter): void {
  test('retry_after is in whole seconds, rounded up, and a retry after it succeeds', async () => {
    const { admitAt } = await setup(open, 1);
    await admitAt(250);
    const denial = await admitAt(1_000);
    assert.deepEqual(denial, denied({ limit: 1, resetSeconds: 60, retryAfterSeconds: 60 }));
    assert.equal((await admitAt(1_000 + denial.retryAfterSeconds * 1_000)).admitted, true);
  });

  test('the k-th waiting caller gets the k-th oldest slot, and every one succeeds', async () => {
    const { admitAt } = await setup(open, 3);
    for (const at of [0, 10_000, 20_000]) await admitAt(at);
    const waits: number[] = [];
    for (let waiter = 0; waiter < 3; waiter++) waits.push((await admitAt(30_000)).retryAfterSeconds);
    assert.deepEqual(waits, [30, 40, 50]);
    for (const at of [60_000, 70_000, 80_000]) assert.equal((await admitAt(at)).admitted, true);
  });

  test('callers beyond the slots get times after those already promised', async () => {
    const { admitAt } = await setup(open, 2);
    for (let request = 0; request < 2; request++) await admitAt(0);
    const dues: number[] = [];
    for (let waiter = 0; waiter < 6; waiter++) dues.push((await admitAt(0)).retryAfterSeconds * 1_000);
    assert.ok(dues.every((due, index) => index < 2 || due >= (dues[index - 2] ?? 0) + 60_000));
    for (const due of dues) assert.equal((await admitAt(due)).admitted, true);
  });

  test('a promised slot is not given to a new caller before the promise is due', async () => {
    const { admitAt } = await setup(open, 1);
    await admitAt(0);
    assert.equal((await admitAt(500)).retryAfterSeconds, 60);
    assert.equal((await admitAt(60_200)).admitted, false, 'free since 60.0 s, promised for 60.5 s');
    assert.equal((await admitAt(60_500)).admitted, true);
  });

  test('callers that do not come back block the account only briefly', async () => {
    const { admitAt } = await setup(open, 5);
    for (let request = 0; request < 100; request++) await admitAt(0);
    for (let request = 0; request < 5; request++) assert.equal((await admitAt(70_000)).admitted, true);
    assert.equal((await admitAt(70_000)).admitted, false);
  });
}

async function setup(open: OpenRateLimiter, limit: number) {
  const limiter = await open(limit);
  const accountId = newAccountId();
  return { limiter, admitAt: (ms: number): Promise<RateDecision> => limiter.admit(accountId, start + ms) };
}

function newAccountId(): AccountId {
  return crypto.randomUUID() as string as AccountId;
}

function admitted(told: Pick<RateDecision, 'limit' | 'remaining' | 'resetSeconds'>): RateDecision {
  return { admitted: true, retryAfterSeconds: 0, ...told };
}

function denied(told: Pick<RateDecision, 'limit' | 'resetSeconds' | 'retryAfterSeconds'>): RateDecision {
  return { admitted: false, remaining: 0, ...told };
}
