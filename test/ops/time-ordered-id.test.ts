import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeOrderedId } from '../../src/ops/time-ordered-id.ts';

test('ids are UUIDs of version 7, unique, and grow with the clock', () => {
  const ids = Array.from({ length: 5_000 }, timeOrderedId);
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(new Set(ids).size, ids.length);
  const times = ids.map((id) => id.slice(0, 13));
  assert.deepEqual(times, times.toSorted());
});
