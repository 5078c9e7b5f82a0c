import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { AccountWindow, windowMs } from '../../../src/shop/limits/account-window.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const limits = fc.integer({ min: 1, max: 6 });
const gapsMs = fc.array(
  fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1_500 }), fc.integer({ min: 0, max: 70_000 })),
  { maxLength: 200, size: 'max' },
);

test('a window restored from its state before each request decides like one that was not', () =>
  fc.assert(
    fc.property(limits, gapsMs, (limit, gaps) => {
      const kept = new AccountWindow(limit);
      let restored = new AccountWindow(limit);
      let now = 0;
      for (const gap of gaps) {
        now += gap;
        restored = new AccountWindow(limit, restored.state);
        assert.deepEqual(restored.admit(now), kept.admit(now));
        assert.deepEqual(restored.state, kept.state);
      }
    }),
    { numRuns: propertyRuns('', 1_500) },
  ));

test('a state lists admitted requests and promises in order, each within its bound', () =>
  fc.assert(
    fc.property(limits, gapsMs, (limit, gaps) => {
      const window = new AccountWindow(limit);
      let now = 0;
      for (const gap of gaps) {
        now += gap;
        window.admit(now);
        const { times, promises } = window.state;
        assert.ok(times.length <= limit && times.every((time) => time > now - windowMs && time <= now));
        assert.deepEqual(
          times,
          times.toSorted((a, b) => a - b),
        );
        assert.deepEqual(
          promises,
          promises.toSorted((a, b) => a - b),
        );
        assert.ok(promises.length <= limit * 4);
      }
    }),
    { numRuns: propertyRuns('', 1_500) },
  ));

test('a window whose limit changes between requests never admits more than the current limit', () =>
  fc.assert(
    fc.property(
      fc.array(fc.record({ limit: limits, gap: fc.integer({ min: 0, max: 20_000 }) }), { maxLength: 200, size: 'max' }),
      (steps) => {
        let window = new AccountWindow(1);
        let now = 0;
        const admittedAt: number[] = [];
        for (const { limit, gap } of steps) {
          now += gap;
          window = new AccountWindow(limit, { times: admittedAt, promises: window.state.promises });
          const { admitted, remaining, retryAfterSeconds } = window.admit(now);
          if (admitted) admittedAt.push(now);
          if (admitted) assert.ok(admittedAt.filter((at) => at > now - windowMs).length <= limit);
          assert.ok(remaining >= 0);
          assert.ok(admitted || retryAfterSeconds >= 1);
        }
      },
    ),
    { numRuns: propertyRuns('', 1_500) },
  ));
