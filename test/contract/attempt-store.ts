import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { later, type UnixMs } from '../../src/ground/units.ts';
import { type AttemptLimit, Throttle } from '../../src/shop/people/throttle.ts';
import { firstMoment } from '../support/ledger-world.ts';
import { propertyRuns } from '../support/property-runs.ts';
import type { OpenStores } from '../support/stores.ts';

const limit: AttemptLimit = { burst: 3, everyMs: 60_000 };

/** The contract of every `AttemptStore`, and of the throttle on top of it. */
export function describeAttemptStore(name: string, open: () => Promise<OpenStores>): void {
  describe(`${name}: AttemptStore`, () => {
    test('admits exactly the burst of concurrent attempts, and stores at most one row for them', async () => {
      await using stores = await open();
      const attempts = Array.from({ length: 40 }, () => stores.attempts.admit({ bucket: 'a', limit, at: firstMoment }));
      const outcomes = await Promise.all(attempts);
      assert.equal(outcomes.filter(({ kind }) => kind === 'admitted').length, limit.burst);
      assert.equal(await stores.attempts.forgetAttempts(later(firstMoment, 3 * limit.everyMs), 1_000), 1);
    });

    test('never admits more than the burst and one per interval, and admits every caller that waits', async () => {
      await using stores = await open();
      let bucket = 0;
      const waits = fc.array(fc.integer({ min: 0, max: 3 * limit.everyMs }), { minLength: 1, maxLength: 30 });
      const property = fc.asyncProperty(waits, async (steps) => {
        bucket += 1;
        const admitted: UnixMs[] = [];
        let at = firstMoment;
        for (const step of steps) {
          at = later(at, step);
          const outcome = await stores.attempts.admit({ bucket: `p${bucket}`, limit, at });
          if (outcome.kind === 'admitted') {
            admitted.push(at);
            continue;
          }
          assert.ok(outcome.retryAt > at);
          assert.ok(outcome.retryAt <= at + limit.everyMs);
          at = outcome.retryAt;
          const retried = await stores.attempts.admit({ bucket: `p${bucket}`, limit, at });
          assert.equal(retried.kind, 'admitted');
          admitted.push(at);
        }
        for (const [from, first] of admitted.entries()) {
          for (const [to, last] of admitted.entries()) {
            if (to < from) continue;
            assert.ok(to - from + 1 <= limit.burst + Math.floor((last - first) / limit.everyMs));
          }
        }
      });
      await fc.assert(property, { numRuns: propertyRuns(name, 60) });
    });

    test('empty buckets are forgotten, and beyond a number those that are empty soonest', async () => {
      await using stores = await open();
      for (let count = 0; count < 10; count++) {
        await stores.attempts.admit({ bucket: `b${count}`, limit, at: later(firstMoment, count * limit.everyMs) });
      }
      // By now the first five are empty.
      await stores.attempts.forgetAttempts(later(firstMoment, 5 * limit.everyMs), 1_000);
      assert.equal(await countKept(stores, 10), 5);
    });
  });

  describe(`${name}: Throttle`, () => {
    test('refuses a client with too many attempts on any accounts, but not other clients', async () => {
      await using stores = await open();
      const throttle = throttleOf(stores);
      const tried = await countAdmitted(200, (count) => throttle.refusal(attempt(`${count}@example.com`, '192.0.2.1')));
      assert.equal(tried, 50);
      assert.equal(await throttle.refusal(attempt('new@example.com', '192.0.2.2')), undefined);
    });

    test('refuses an account with too many attempts from any clients, but not other accounts', async () => {
      await using stores = await open();
      const throttle = throttleOf(stores);
      const tried = await countAdmitted(40, (count) =>
        throttle.refusal(attempt('ada@example.com', `192.0.2.${count}`)),
      );
      assert.equal(tried, 10);
      assert.equal(await throttle.refusal(attempt('eve@example.com', '192.0.2.99')), undefined);
    });

    test('a refused client locks no other client out', async () => {
      await using stores = await open();
      const throttle = throttleOf(stores);
      await countAdmitted(50, (count) => throttle.refusal(attempt(`${count}@example.com`, '192.0.2.1')));
      await countAdmitted(50, () => throttle.refusal(attempt('ada@example.com', '192.0.2.1')));
      assert.equal(await throttle.refusal(attempt('ada@example.com', '192.0.2.2')), undefined);
    });

    test('all IPv6 addresses of one client count as one', async () => {
      await using stores = await open();
      const throttle = throttleOf(stores);
      const tried = await countAdmitted(80, (count) =>
        throttle.refusal(attempt(`${count}@example.com`, `2001:db8:1:2:${count.toString(16)}::1`)),
      );
      assert.equal(tried, 50);
      assert.equal(await throttle.refusal(attempt('ada@example.com', '2001:db8:1:3::1')), undefined);
    });

    test('an attempt after the reported seconds is admitted', async () => {
      await using stores = await open();
      const clock = { now: firstMoment };
      const throttle = throttleOf(stores, clock);
      await countAdmitted(10, () => throttle.refusal(attempt('ada@example.com', '192.0.2.1')));
      const refusal = await throttle.refusal(attempt('ada@example.com', '192.0.2.1'));
      assert.ok(refusal !== undefined);
      clock.now = later(clock.now, refusal.retryAfterSeconds * 1_000);
      assert.equal(await throttle.refusal(attempt('ada@example.com', '192.0.2.1')), undefined);
    });
  });
}

function throttleOf({ attempts }: OpenStores, clock = { now: firstMoment }): Throttle {
  const keyedHash = (text: string) => createHash('sha256').update(text).digest('hex');
  return new Throttle({ store: attempts, now: () => clock.now, keyedHash });
}

function attempt(account: string, address: string) {
  return { act: 'password', address, accounts: [account] } as const;
}

async function countAdmitted(times: number, ask: (count: number) => Promise<unknown>): Promise<number> {
  let admitted = 0;
  for (let count = 0; count < times; count++) if ((await ask(count)) === undefined) admitted += 1;
  return admitted;
}

/** Returns how many of the test's buckets still count: each has room for two more, unless it was forgotten. */
async function countKept({ attempts }: OpenStores, buckets: number): Promise<number> {
  let kept = 0;
  for (let count = 0; count < buckets; count++) {
    const at = later(firstMoment, count * limit.everyMs);
    let admitted = 0;
    while ((await attempts.admit({ bucket: `b${count}`, limit, at })).kind === 'admitted') admitted += 1;
    if (admitted === limit.burst - 1) kept += 1;
  }
  return kept;
}
