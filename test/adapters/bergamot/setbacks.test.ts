import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Setbacks } from '../../../src/adapters/bergamot/setbacks.ts';

/** With the number of changes that were reported. */
function openSetbacks() {
  let changes = 0;
  const setbacks = new Setbacks({ withdrawMs: 60_000, changed: () => changes++ });
  return { setbacks, changes: () => changes };
}

describe('circuit breaker', () => {
  test('pauses before each further try, and opens after the third failure', () => {
    const { setbacks, changes } = openSetbacks();
    using _ = setbacks;
    const seen = [1, 2, 3].map((time) => {
      setbacks.failed(`failure ${time}`);
      return [setbacks.isPausing, setbacks.reason];
    });
    assert.deepEqual(seen, [
      [true, undefined],
      [true, undefined],
      [true, 'failure 3'],
    ]);
    assert.equal(changes(), 1);
  });

  test('opens at once if another try would fail as well', () => {
    const { setbacks, changes } = openSetbacks();
    using _ = setbacks;
    setbacks.failed('damaged', { isFinal: true });
    assert.deepEqual([setbacks.isPausing, setbacks.reason, changes()], [true, 'damaged', 1]);
  });

  test('counts from 0 again after a success', () => {
    const { setbacks } = openSetbacks();
    using _ = setbacks;
    for (const round of [1, 2]) {
      for (const time of [1, 2]) setbacks.failed(`failure ${time} of round ${round}`);
      setbacks.succeeded();
    }
    assert.equal(setbacks.reason, undefined);
  });

  test('closes after a while, and opens again on the next failure', async () => {
    const { promise: again, resolve } = Promise.withResolvers<void>();
    const setbacks: Setbacks = new Setbacks({
      withdrawMs: 1,
      changed: () => {
        if (setbacks.reason === undefined) resolve();
      },
    });
    using _ = setbacks;
    setbacks.failed('damaged', { isFinal: true });
    // Its own timer keeps no process alive.
    const alive = setInterval(() => {}, 1_000);
    await again;
    clearInterval(alive);
    assert.deepEqual([setbacks.isPausing, setbacks.reason], [false, undefined]);
    setbacks.failed('still damaged');
    assert.equal(setbacks.reason, 'still damaged');
  });

  test('does not pause after it was disposed', () => {
    const { setbacks } = openSetbacks();
    setbacks.failed('a failure');
    setbacks[Symbol.dispose]();
    assert.equal(setbacks.isPausing, false);
  });
});
