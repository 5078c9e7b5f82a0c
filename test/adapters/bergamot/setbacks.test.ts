import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Setbacks } from '../../../src/adapters/bergamot/setbacks.ts';

/** With how often it was said that something has changed. */
function openSetbacks() {
  let changes = 0;
  const setbacks = new Setbacks({ withdrawMs: 60_000, changed: () => changes++ });
  return { setbacks, changes: () => changes };
}

describe('what fails again and again', () => {
  test('pauses before each further try, and is given up for a while after the third', () => {
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

  test('is given up at once where another try would fail as well', () => {
    const { setbacks, changes } = openSetbacks();
    using _ = setbacks;
    setbacks.failed('damaged', { isFinal: true });
    assert.deepEqual([setbacks.isPausing, setbacks.reason, changes()], [true, 'damaged', 1]);
  });

  test('counts anew once it has succeeded', () => {
    const { setbacks } = openSetbacks();
    using _ = setbacks;
    for (const round of [1, 2]) {
      for (const time of [1, 2]) setbacks.failed(`failure ${time} of round ${round}`);
      setbacks.succeeded();
    }
    assert.equal(setbacks.reason, undefined);
  });

  test('may be tried again after a while, and is given up over the next failure', async () => {
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

  test('pauses no more once nobody asks for it', () => {
    const { setbacks } = openSetbacks();
    setbacks.failed('a failure');
    setbacks[Symbol.dispose]();
    assert.equal(setbacks.isPausing, false);
  });
});
