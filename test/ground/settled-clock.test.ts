import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { acceptedMs, SettledClock } from '../../src/ground/settled-clock.ts';
import { type UnixMs, unixMs } from '../../src/ground/units.ts';

const start = Date.UTC(2026, 0, 31, 12);
const hourMs = 3_600_000;

/** A clock with an error of `wrongBy`, and a way to let time pass. */
function setup(startsAt: UnixMs = unixMs(start)) {
  let [elapsed, wrongBy] = [0, 0];
  const clock = new SettledClock(
    () => unixMs(startsAt + elapsed + wrongBy),
    () => elapsed,
  );
  return {
    clock,
    step(byMs: number) {
      wrongBy += byMs;
    },
    /** Reads the clock every ten seconds, as a server does. */
    pass(byMs: number) {
      for (let left = byMs; left > 0; left -= 10_000) {
        elapsed += Math.min(left, 10_000);
        clock.settled();
      }
    },
    right: () => startsAt + elapsed,
  };
}

describe('SettledClock', () => {
  test('returns the time of a correct clock', () => {
    const { clock, pass, right } = setup();
    pass(86_400_000);
    assert.equal(clock.now(), right());
    assert.equal(clock.settled(), right());
  });

  for (const byMs of [61_000, 23 * hourMs, 400 * 24 * hourMs, -61_000, -400 * 24 * hourMs]) {
    test(`a clock that is wrong by ${byMs} ms for twelve seconds does not change the settled time`, () => {
      const { clock, step, pass, right } = setup();
      pass(1_000_000);
      step(byMs);
      pass(12_000);
      const lateMs = right() - clock.settled();
      assert.ok(lateMs >= 0 && lateMs <= 1_200, `${lateMs} ms`);
      step(-byMs);
      pass(20_000);
      assert.equal(clock.now(), right());
      assert.equal(clock.settled(), right());
    });
  }

  test('now follows a step ahead of up to a day immediately, and rejects a longer one', () => {
    const { clock, step, right } = setup();
    step(acceptedMs);
    assert.equal(clock.now(), right() + acceptedMs);
    step(1);
    assert.equal(clock.now(), right());
  });

  test('now advances at nine tenths of real time after a step back, until the clock has caught up', () => {
    const { clock, step, pass, right } = setup();
    step(-60_000);
    assert.equal(clock.now(), right());
    pass(500_000);
    assert.equal(clock.now(), right() - 50_000);
    pass(100_000);
    assert.equal(clock.now(), right() - 60_000);
    pass(100_000);
    assert.equal(clock.now(), right() - 60_000);
  });

  test('a step of up to a day settles after an hour without another step, a longer one never', () => {
    const { clock, step, pass, right } = setup();
    step(hourMs);
    pass(hourMs - 10_000);
    assert.equal(clock.settled(), right());
    step(10_000);
    pass(hourMs - 10_000);
    assert.equal(clock.settled(), right());
    pass(20_000);
    assert.equal(clock.settled(), right() + hourMs + 10_000);
    step(acceptedMs + 60_000);
    pass(10 * acceptedMs);
    assert.equal(clock.settled(), right() + hourMs + 10_000);
    assert.equal(clock.aheadMs(), acceptedMs + 60_000);
  });

  test('at a start the settled time continues from its last value, and now follows the clock', () => {
    const { clock, pass, right } = setup();
    const before = unixMs(start - 40 * acceptedMs);
    clock.startFrom(before);
    pass(20_000);
    assert.equal(clock.settled(), before + 20_000);
    assert.equal(clock.now(), right());
    assert.equal(clock.doubtedMs(), 40 * acceptedMs);
    clock.moveTo(unixMs(right()));
    assert.equal(clock.settled(), right());
  });

  test('for any clock errors of less than an hour, the settled time is never ahead of the correct time', () => {
    const move = fc.record({ step: fc.integer({ min: -2 * acceptedMs, max: 2 * acceptedMs }), pass: fc.nat(600_000) });
    const moves = fc.array(move, { maxLength: 5 });
    fc.assert(
      fc.property(moves, (wrong) => {
        const { clock, step, pass, right } = setup();
        for (const { step: byMs, pass: forMs } of wrong) {
          step(byMs);
          pass(forMs);
          // Up to two seconds, a step cannot be distinguished from a fast clock.
          assert.ok(clock.settled() <= right() + 2_000);
        }
      }),
    );
  });
});
