import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { defaultLimits } from '../../../src/adapters/bergamot/limits.ts';
import type { TextToTranslate } from '../../../src/adapters/bergamot/segment-translation.ts';
import { ServedModel, type TextRequest, unitsPerText } from '../../../src/adapters/bergamot/served-model.ts';
import type { EngineTranslation } from '../../../src/adapters/bergamot/worker.ts';
import { type JobSize, PendingJob } from '../../../src/text/engine/waiting-requests.ts';
import { installedModel } from '../../support/folder-models.ts';

type Given = { readonly share?: string; readonly size?: JobSize };

type Job = PendingJob<TextToTranslate, EngineTranslation>;

/** A job of texts of these lengths. */
function jobOf(lengths: readonly number[], { share = 'one', size = 'long' }: Given = {}): Job {
  const job: Job = new PendingJob({
    share,
    unitsOf: ({ text }) => text.text.length + unitsPerText,
    further: () => assert.fail('all texts are known at first'),
  });
  for (const length of lengths) void job.ask({ text: { text: 'a'.repeat(length), isAligned: false }, isScored: false });
  job.close({ requests: 100, units: size === 'short' ? 10_000 : 0 });
  return job;
}

const callUnits = 10_000;
const installed = await installedModel('es>en');

function modelOf(...jobs: readonly Job[]): ServedModel {
  const limits = { ...defaultLimits(), workersMax: 1, memoryBytesMax: 2 ** 30, downloadWaitMs: 0, callUnits };
  const ignore = () => undefined;
  const hooks = { obstacle: ignore, wake: ignore, abandoned: ignore, retired: ignore, changed: ignore };
  const model = new ServedModel(installed, { engine: 'bergamot', limits, bytesEstimated: 0, ...hooks });
  for (const job of jobs) model.queue.waiting.add(job);
  return model;
}

/** @param unitsMax work of the call, but for its last text */
function take(model: ServedModel, unitsMax = callUnits): readonly TextRequest[] {
  return model.takeBatch(callUnits / unitsMax);
}

function lengthsIn(requests: readonly TextRequest[]): readonly number[] {
  return requests.map(({ input }) => input.text.text.length);
}

describe('texts that wait for a model', () => {
  test('are taken from short jobs and from long ones in turn, never together', () => {
    const model = modelOf(jobOf([10, 10, 10]), jobOf([1, 2, 3], { size: 'short' }));
    const batches = Array.from({ length: 4 }, () => lengthsIn(take(model, 40)));
    assert.deepEqual(batches, [[1, 2, 3], [10, 10], [10], []]);
  });

  test('are at most 64 in a call, of the given work except for the last one', () => {
    const model = modelOf(jobOf(Array<number>(100).fill(1)));
    const counts = [10_000, 35, 10_000].map((units) => take(model, units).length);
    assert.deepEqual(counts, [64, 3, 33]);
  });

  test('are sent alone every other time, if a thread may have ended over them', () => {
    const model = modelOf(jobOf([1, 2, 3, 4, 5]));
    model.queue.waiting.addSuspects(take(model, 30));
    const batches: (readonly number[])[] = [];
    while (!model.queue.waiting.isEmpty) batches.push(lengthsIn(take(model, 30)));
    assert.deepEqual(batches, [[3, 4], [1], [5], [2]]);
  });

  test('are each taken once, however they are taken, except those of removed jobs', () => {
    const jobs = fc.array(
      fc.record({
        lengths: fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 12 }),
        share: fc.constantFrom('one', 'two', 'three'),
        size: fc.constantFrom('short' as const, 'long' as const),
        isRemoved: fc.boolean(),
      }),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(jobs, fc.integer({ min: 25, max: callUnits }), (given, idle) => {
        const added = given.map((one) => ({ ...one, job: jobOf(one.lengths, one) }));
        const model = modelOf(...added.map(({ job }) => job));
        for (const { job, isRemoved } of added) if (isRemoved) model.queue.waiting.remove(job);
        const taken: TextRequest[] = [];
        while (!model.queue.waiting.isEmpty) {
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
