import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { openClock } from '../../src/ops/clock.ts';

test('the clock tells the time of the machine in whole milliseconds', () => {
  const now = openClock();
  const before = Date.now();
  const told = now();
  assert.ok(Number.isSafeInteger(told));
  assert.ok(told >= before && told <= Date.now());
});

test('the clock follows a step forward at once', () => {
  let wall = 1_000;
  const now = openClock({ wallMs: () => wall, steadyMs: () => 0 });
  wall = 900_000;
  assert.equal(now(), 900_000);
});

test('after a step back the clock goes on at nine tenths of real time until the wall clock has caught up', () => {
  let wall = 100_000;
  let steady = 0;
  const now = openClock({ wallMs: () => wall, steadyMs: () => steady });
  wall = 99_000;
  assert.equal(now(), 100_000);
  wall += 5_000;
  steady += 5_000;
  assert.equal(now(), 104_500);
  wall += 5_000;
  steady += 5_000;
  assert.equal(now(), 109_000, 'both clocks agree after ten seconds for each second of the step');
  wall += 5_000;
  steady += 5_000;
  assert.equal(now(), 114_000);
});

test('whatever happens to the wall clock, the clock never runs backwards and never falls behind it', () => {
  const tick = fc.record({ wallBy: fc.integer({ min: -10_000, max: 10_000 }), steadyBy: fc.nat(5_000) });
  fc.assert(
    fc.property(fc.array(tick, { maxLength: 50 }), (ticks) => {
      let wall = 1_000_000;
      let steady = 0;
      const now = openClock({ wallMs: () => wall, steadyMs: () => steady });
      let last = now();
      for (const { wallBy, steadyBy } of ticks) {
        wall += wallBy;
        steady += steadyBy;
        const told = now();
        assert.ok(told >= last && told >= wall);
        last = told;
      }
    }),
  );
});
