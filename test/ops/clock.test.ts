import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStopwatch } from '../../src/ops/clock.ts';

test('a stopwatch counts elapsed time, never backwards, and at most ten minutes between two readings', () => {
  let readMs = 5_000;
  const elapsedMs = openStopwatch(() => readMs);
  assert.equal(elapsedMs(), 0);
  readMs += 700;
  assert.equal(elapsedMs(), 700);
  readMs -= 60_000;
  assert.equal(elapsedMs(), 700);
  readMs += 86_400_000;
  assert.equal(elapsedMs(), 600_700);
});
