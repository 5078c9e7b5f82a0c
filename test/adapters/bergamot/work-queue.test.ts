import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { PendingJob, type TextRequest } from '../../../src/adapters/bergamot/pending-job.ts';
import { WorkQueue } from '../../../src/adapters/bergamot/work-queue.ts';

/** A job of texts of these lengths, none of which is cut or marked. */
function jobOf(lengths: readonly number[], share = 'one'): PendingJob {
  const segments = lengths.map((length) => {
    const text = 'a'.repeat(length);
    const carried = { texts: [{ text, isHtml: false }], read: ([translation = '']: readonly string[]) => translation };
    return {
      eased: { text, other: undefined, restore: (translation: string) => translation },
      carried,
      other: undefined,
    };
  });
  return new PendingJob({
    segments,
    share,
    shortUnitsMax: 0,
    lengthOf: ({ text }) => (text.length > 50 ? undefined : text.length),
  });
}

function lengthsIn(requests: readonly TextRequest[]): readonly number[] {
  return requests.map(({ text }) => text.text.length);
}

describe('texts that wait for a model', () => {
  test('of one job come by length, the longest first', () => {
    const queue = new WorkQueue();
    queue.add(jobOf([5, 60, 5, 9, 80, 9]));
    assert.deepEqual(lengthsIn(queue.takeBatch(10_000)), [80, 60, 9, 9, 5, 5]);
    assert.ok(queue.isEmpty);
    assert.equal(queue.units, 0);
  });

  test('of one length are taken before others whose turn comes sooner, and those come first the next time', () => {
    const queue = new WorkQueue();
    queue.add(jobOf([20, 20, 20], 'one'));
    queue.add(jobOf([7, 7], 'two'));
    // Room for two of the first length.
    assert.deepEqual(lengthsIn(queue.takeBatch(75)), [20, 20]);
    assert.deepEqual(lengthsIn(queue.takeBatch(50)), [7, 7]);
    assert.deepEqual(lengthsIn(queue.takeBatch(75)), [20]);
  });

  test('and that may be what a worker ended over go alone, every other time', () => {
    const queue = new WorkQueue();
    queue.add(jobOf([10, 10, 10, 10, 10]));
    const struck = queue.takeBatch(60);
    assert.equal(struck.length, 2);
    queue.addSuspects(struck);
    const sizes: number[] = [];
    while (!queue.isEmpty) sizes.push(queue.takeBatch(60).length);
    assert.deepEqual(sizes, [2, 1, 1, 1]);
  });

  test('are each handed out once, none is passed over for ever, and nothing stays of what was removed', () => {
    const jobs = fc.array(
      fc.record({
        lengths: fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 12 }),
        share: fc.constantFrom('one', 'two', 'three'),
        isRemoved: fc.boolean(),
      }),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(jobs, fc.integer({ min: 1, max: 400 }), (given, unitsMax) => {
        const queue = new WorkQueue();
        const added = given.map(({ lengths, share, isRemoved }) => ({
          job: jobOf(lengths, share),
          lengths,
          isRemoved,
        }));
        for (const { job } of added) queue.add(job);
        for (const { job, isRemoved } of added) if (isRemoved) queue.remove(job);
        const taken = new Set<TextRequest>();
        while (!queue.isEmpty) {
          const batch = queue.takeBatch(unitsMax);
          assert.ok(batch.length > 0);
          const units = batch.reduce((sum, request) => sum + request.units, 0);
          assert.ok(batch.length === 1 || units <= unitsMax);
          for (const request of batch) {
            assert.ok(!taken.has(request));
            taken.add(request);
          }
        }
        const expected = added.filter(({ isRemoved }) => !isRemoved).flatMap(({ lengths }) => lengths);
        const sorted = (lengths: readonly number[]) => lengths.toSorted((one, other) => one - other);
        assert.deepEqual(sorted(lengthsIn([...taken])), sorted(expected));
        assert.equal(queue.units, 0);
      }),
    );
  });
});
