import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { AccountBatches } from '../../../../src/adapters/sql/postgres/account-batches.ts';
import type { AccountId } from '../../../../src/core/accounts/account.ts';
import { propertyRuns } from '../../../support/property-runs.ts';

const [ana, bea] = ['ana', 'bea'] as [AccountId, AccountId];

/** Batches of numbers: each is answered with its double, 13 fails, and a batch with 13 or 7 is refused as a whole. */
function setup(batchMax = 3) {
  const steps: (readonly number[])[] = [];
  const gates: PromiseWithResolvers<void>[] = [];
  const pass = async (items: readonly number[]) => {
    steps.push(items);
    const gate = Promise.withResolvers<void>();
    gates.push(gate);
    await gate.promise;
  };
  const batches = new AccountBatches<number, number>({
    batchMax,
    async together(_, items) {
      await pass(items);
      if (items.includes(13)) throw new Error('refused');
      return items.includes(7) ? undefined : items.map((item) => 2 * item);
    },
    async alone(item) {
      await pass([item]);
      if (item === 13) throw new Error('unlucky');
      return 2 * item;
    },
  });
  /** Completes every step that has begun, and all that follow. */
  const finish = async (all: Promise<unknown>) => {
    const settled = all.then(
      () => true,
      () => true,
    );
    while (!(await Promise.race([settled, new Promise<false>((resolve) => setImmediate(resolve, false))]))) {
      gates.shift()?.resolve();
    }
  };
  return { batches, steps, finish };
}

describe('AccountBatches', () => {
  test('sends the first item immediately, and later items together in order, up to the batch size', async () => {
    const { batches, steps, finish } = setup(3);
    const answers = Promise.all([1, 2, 3, 4, 5].map((item) => batches.submit(ana, item)));
    assert.deepEqual(steps, [[1]]);
    assert.equal(batches.waitingCount, 4);
    await finish(answers);
    assert.deepEqual(await answers, [2, 4, 6, 8, 10]);
    assert.deepEqual(steps, [[1], [2, 3, 4], [5]]);
    assert.equal(batches.waitingCount, 0);
  });

  test('accounts do not wait for each other', async () => {
    const { batches, steps, finish } = setup();
    const answers = Promise.all([batches.submit(ana, 1), batches.submit(bea, 2)]);
    assert.deepEqual(steps, [[1], [2]]);
    await finish(answers);
    assert.deepEqual(await answers, [2, 4]);
  });

  test('when items are refused or fail together, each gets the outcome that it has alone', async () => {
    const { batches, finish } = setup(10);
    const answers = Promise.allSettled([1, 13, 7, 2].map((item) => batches.submit(ana, item)));
    await finish(answers);
    const told = (await answers).map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed'));
    assert.deepEqual(told, [2, 'failed', 14, 4]);
  });

  test('answers every item once with its own answer, in any order of events', async () => {
    const arrivals = fc.array(fc.record({ account: fc.constantFrom(ana, bea), item: fc.nat(20), turn: fc.boolean() }));
    const property = fc.asyncProperty(arrivals, async (items) => {
      const { batches, finish } = setup(4);
      const answers: Promise<number>[] = [];
      for (const { account, item, turn } of items) {
        answers.push(batches.submit(account, item));
        if (turn) await new Promise(setImmediate);
      }
      const settled = Promise.allSettled(answers);
      await finish(settled);
      const told = (await settled).map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed'));
      assert.deepEqual(
        told,
        items.map(({ item }) => (item === 13 ? 'failed' : 2 * item)),
      );
      assert.equal(batches.waitingCount, 0);
    });
    await fc.assert(property, { numRuns: propertyRuns('', 1_000) });
  });
});
