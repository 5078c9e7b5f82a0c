import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { Backlog } from '../../../src/text/engine/admission.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const runs = { numRuns: propertyRuns('memory', 300) };

describe('backlog', () => {
  test('lets a single share hold half, and the next one half of what is left', () => {
    const backlog = new Backlog(100);
    assert.ok(backlog.admit('one', 50));
    assert.equal(backlog.admit('one', 1), undefined);
    assert.equal(backlog.admit('two', 26), undefined);
    assert.ok(backlog.admit('two', 25));
    assert.ok(backlog.admit('three', 12));
    assert.equal(backlog.amount, 87);
  });

  test('frees room once, when a job is done', () => {
    const backlog = new Backlog(10);
    const first = backlog.admit('one', 5);
    assert.equal(backlog.admit('one', 5), undefined);
    first?.[Symbol.dispose]();
    first?.[Symbol.dispose]();
    assert.equal(backlog.amount, 0);
    assert.ok(backlog.admit('one', 5));
  });
});

const jobs = fc.array(fc.record({ share: fc.nat(6), amount: fc.integer({ min: 1, max: 400 }), ends: fc.nat(8) }), {
  maxLength: 80,
  size: 'max',
});

test('for any load the bound holds, no share has more than half, and a small job of another is admitted', () => {
  fc.assert(
    fc.property(jobs, (arrivals) => {
      const backlog = new Backlog(1_000);
      const held: { readonly share: string; readonly amount: number; readonly admission: Disposable }[] = [];
      for (const { share, amount, ends } of arrivals) {
        for (const { admission } of held.splice(0, ends === 0 ? 1 : 0)) admission[Symbol.dispose]();
        const admission = backlog.admit(`${share}`, amount);
        if (admission !== undefined) held.push({ share: `${share}`, amount, admission });
        const sums = Object.groupBy(held, (job) => job.share);
        const amounts = Object.values(sums).map((own) => (own ?? []).reduce((sum, job) => sum + job.amount, 0));
        const total = amounts.reduce((sum, own) => sum + own, 0);
        assert.equal(backlog.amount, total);
        assert.ok(Math.max(0, ...amounts) <= 500);
        // Seven shares leave at least 1/2^7 free.
        const newcomer = backlog.admit('newcomer', 3);
        assert.ok(newcomer !== undefined);
        newcomer[Symbol.dispose]();
      }
    }),
    runs,
  );
});
