import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { sortInSteps } from '../../src/ground/steps.ts';

test('a long list is sorted in steps of a few thousand comparisons', () => {
  const anyList = fc.array(fc.record({ at: fc.nat(9_000) }), { minLength: 2_000, maxLength: 9_000, size: 'max' });
  fc.assert(
    fc.property(anyList, (items) => {
      let [comparisons, most] = [0, 0];
      const order = (one: { at: number }, other: { at: number }) => {
        most = Math.max(most, ++comparisons);
        return one.at - other.at;
      };
      const steps = sortInSteps(items, order);
      let step = steps.next();
      for (; !step.done; step = steps.next()) comparisons = 0;
      assert.deepEqual(
        step.value,
        items.toSorted((one, other) => one.at - other.at),
      );
      assert.ok(most < 10_000, String(most));
    }),
    { numRuns: 20 },
  );
});
