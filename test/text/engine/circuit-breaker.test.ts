import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CircuitBreaker } from '../../../src/text/engine/circuit-breaker.ts';

/** With the number of reported changes. */
function openBreaker() {
  let changes = 0;
  const breaker = new CircuitBreaker({ withdrawMs: 60_000, changed: () => changes++ });
  return { breaker, changes: () => changes };
}

describe('circuit breaker', () => {
  test('pauses before each further attempt, and opens after the third failure', () => {
    const { breaker, changes } = openBreaker();
    using _ = breaker;
    const seen = [1, 2, 3].map((time) => {
      breaker.failed(`failure ${time}`);
      return [breaker.isPausing, breaker.reason];
    });
    assert.deepEqual(seen, [
      [true, undefined],
      [true, undefined],
      [true, 'failure 3'],
    ]);
    assert.equal(changes(), 1);
  });

  test('opens immediately if another attempt would fail as well', () => {
    const { breaker, changes } = openBreaker();
    using _ = breaker;
    breaker.failed('damaged', { isFinal: true });
    assert.deepEqual([breaker.isPausing, breaker.reason, changes()], [true, 'damaged', 1]);
  });

  test('counts from 0 again after a success', () => {
    const { breaker } = openBreaker();
    using _ = breaker;
    for (const round of [1, 2]) {
      for (const time of [1, 2]) breaker.failed(`failure ${time} of round ${round}`);
      breaker.succeeded();
    }
    assert.equal(breaker.reason, undefined);
  });

  test('closes after a while, and opens again on the next failure', async () => {
    const { promise: again, resolve } = Promise.withResolvers<void>();
    const breaker: CircuitBreaker = new CircuitBreaker({
      withdrawMs: 1,
      changed: () => {
        if (breaker.reason === undefined) resolve();
      },
    });
    using _ = breaker;
    breaker.failed('damaged', { isFinal: true });
    // Its own timer does not keep the process alive.
    const alive = setInterval(() => {}, 1_000);
    await again;
    clearInterval(alive);
    assert.deepEqual([breaker.isPausing, breaker.reason], [false, undefined]);
    breaker.failed('still damaged');
    assert.equal(breaker.reason, 'still damaged');
  });

  test('does not pause after it was disposed', () => {
    const { breaker } = openBreaker();
    breaker.failed('a failure');
    breaker[Symbol.dispose]();
    assert.equal(breaker.isPausing, false);
  });
});
