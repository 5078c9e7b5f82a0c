import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { extent } from './extent.ts';
import { countOf, MutatedProject } from './mutated-project.ts';
import { mutations } from './mutations.ts';

const played = mutations.filter(({ inShort }) => extent.isLong || inShort);

test('the text that a mutation replaces occurs exactly once in its statement', () => {
  const edits = mutations.flatMap((mutation) => mutation.edits);
  assert.deepEqual(
    edits.filter((edit) => countOf(edit) !== 1),
    [],
  );
});

describe('tests of the ledger with a missing rule', { concurrency: 2 }, () => {
  for (const suite of new Set(played.map((mutation) => mutation.suite))) {
    test(`pass without a mutation: ${suite}`, async () => {
      using project = new MutatedProject([]);
      const ofSuite = played.filter((mutation) => mutation.suite === suite);
      const titles = [...new Set(ofSuite.flatMap(({ caughtBy, spared }) => [...caughtBy, spared]))];
      const run = await project.test(suite, titles);
      assert.deepEqual(run.passed.toSorted(), titles.toSorted(), run.output);
      assert.equal(run.status, 0, run.output);
    });
  }

  for (const { rule, edits, suite, caughtBy, spared, atLength } of played) {
    test(`fail without ${rule}: ${suite}`, async () => {
      using project = new MutatedProject(edits);
      const run = await project.test(suite, [...caughtBy, spared], atLength);
      assert.deepEqual(run.failed.toSorted(), caughtBy.toSorted(), run.output);
      assert.deepEqual(run.passed, [spared], run.output);
      assert.notEqual(run.status, 0);
    });
  }
});
