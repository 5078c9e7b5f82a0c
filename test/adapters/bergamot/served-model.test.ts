import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import type { AlignedText } from '../../../src/adapters/bergamot/aligned-text.ts';
import { defaultLimits } from '../../../src/adapters/bergamot/limits.ts';
import { PendingJob, type TextRequest } from '../../../src/adapters/bergamot/pending-job.ts';
import { ServedModel } from '../../../src/adapters/bergamot/served-model.ts';
import type { Lane } from '../../../src/core/engine-runtime/lane-queue.ts';
import { installedModel } from '../../support/folder-models.ts';

type Given = { readonly share?: string; readonly lane?: Lane };

/** A job of texts of these lengths. */
function jobOf(lengths: readonly number[], { share = 'one', lane = 'long' }: Given = {}): PendingJob {
  const segments = lengths.map((length) => {
    const text = 'a'.repeat(length);
    const carried = {
      texts: [{ text, isAligned: false }],
      read: ([translation]: readonly AlignedText[]) => translation?.text ?? '',
    };
    const eased = { text, other: undefined, restore: (translation: string) => translation };
    return { eased, carried, other: undefined };
  });
  return new PendingJob({
    segments,
    share,
    shortUnitsMax: lane === 'short' ? 10_000 : 0,
    further: () => assert.fail('each segment has one text'),
  });
}

const callUnits = 10_000;
const installed = await installedModel('es>en');

function modelOf(...jobs: readonly PendingJob[]): ServedModel {
  const limits = { ...defaultLimits(), callUnits };
  const model = new ServedModel(installed, { limits, changed: () => undefined });
  for (const job of jobs) model.queue.add(job);
  return model;
}

/** @param unitsMax work of the call, but for its last text */
function take(model: ServedModel, unitsMax = callUnits): readonly TextRequest[] {
  return model.takeBatch(callUnits / unitsMax);
}

function lengthsIn(requests: readonly TextRequest[]): readonly number[] {
  return requests.map(({ text }) => text.text.length);
}

describe('texts that wait for a model', () => {
  test('are taken from each share in turn, and from each job of a share in turn', () => {
    const model = modelOf(jobOf([1, 2, 3]), jobOf([4, 5]), jobOf([6, 7, 8], { share: 'two' }));
    assert.deepEqual(lengthsIn(take(model)), [1, 6, 4, 7, 2, 8, 5, 3]);
  });

  test('are taken from short jobs and from long ones in turn, never together', () => {
    const model = modelOf(jobOf([10, 10, 10]), jobOf([1, 2, 3], { lane: 'short' }));
    const batches = Array.from({ length: 4 }, () => lengthsIn(take(model, 40)));
    assert.deepEqual(batches, [[1, 2, 3], [10, 10], [10], []]);
  });

  test('are at most 64 in a call, of the given work except for the last one', () => {
    const model = modelOf(jobOf(Array<number>(100).fill(1)));
    assert.deepEqual(
      [10_000, 35, 10_000].map((units) => take(model, units).length),
      [64, 3, 33],
    );
  });

  test('are sent alone every other time, if a thread may have ended over them', () => {
    const model = modelOf(jobOf([1, 2, 3, 4, 5]));
    model.queue.addSuspects(take(model, 30));
    const batches: (readonly number[])[] = [];
    while (!model.queue.isEmpty) batches.push(lengthsIn(take(model, 30)));
    assert.deepEqual(batches, [[3, 4], [1], [5], [2]]);
  });

  test('come first if they are added again, unless their caller has gone', () => {
    const [gone, other] = [jobOf([1, 2], { share: 'gone' }), jobOf([3, 4])];
    const model = modelOf(gone, other);
    const taken = take(model, 60);
    assert.deepEqual(lengthsIn(taken), [1, 3, 2, 4]);
    gone.promise.catch(() => undefined);
    gone.fail(new Error('the caller hung up'));
    model.queue.add(jobOf([5]));
    model.queue.addAgain(taken);
    assert.deepEqual(lengthsIn(take(model)), [3, 4, 5]);
  });

  test('are each taken once, however they are taken, except those of removed jobs', () => {
    const jobs = fc.array(
      fc.record({
        lengths: fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 12 }),
        share: fc.constantFrom('one', 'two', 'three'),
        lane: fc.constantFrom('short' as const, 'long' as const),
        isRemoved: fc.boolean(),
      }),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(jobs, fc.integer({ min: 25, max: callUnits }), (given, idle) => {
        const added = given.map((one) => ({ ...one, job: jobOf(one.lengths, one) }));
        const model = modelOf(...added.map(({ job }) => job));
        for (const { job, isRemoved } of added) if (isRemoved) model.queue.remove(job);
        const taken: TextRequest[] = [];
        while (!model.queue.isEmpty) {
          const batch = model.takeBatch(idle);
          assert.ok(batch.length > 0);
          const units = batch.slice(0, -1).reduce((sum, request) => sum + request.units, 0);
          assert.ok(units < callUnits / idle);
          taken.push(...batch);
        }
        const expected = added.filter(({ isRemoved }) => !isRemoved).flatMap(({ lengths }) => lengths);
        const sorted = (lengths: readonly number[]) => lengths.toSorted((one, other) => one - other);
        assert.deepEqual(sorted(lengthsIn(taken)), sorted(expected));
      }),
    );
  });
});
