import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { type Decision, decide, type UnitState } from '../src/decision.ts';
import { matchInOrder } from '../src/standing.ts';

/** A unit with the source `old` of the last run; `ours` is the translation as we wrote it, `theirs` a correction. */
const cases: readonly (readonly [claim: string, state: UnitState, decision: Decision])[] = [
  ['a new text is sent', { source: 'new' }, { send: true, why: 'missing' }],
  [
    'a text whose translation was removed is sent',
    { source: 'old', record: ['old', 'ours'] },
    { send: true, why: 'missing' },
  ],
  [
    'a translation without a record is adopted',
    { source: 'old', target: 'theirs' },
    { send: false, record: ['old', 'theirs'] },
  ],
  [
    'source and translation unchanged: nothing happens',
    { source: 'old', target: 'ours', record: ['old', 'ours'] },
    { send: false, record: ['old', 'ours'] },
  ],
  [
    'a correction is kept and recorded',
    { source: 'old', target: 'theirs', record: ['old', 'ours'] },
    { send: false, record: ['old', 'ours', 'theirs'] },
  ],
  [
    'a second correction replaces the recorded one',
    { source: 'old', target: 'theirs2', record: ['old', 'ours', 'theirs'] },
    { send: false, record: ['old', 'ours', 'theirs2'] },
  ],
  [
    'a correction that was taken back is none',
    { source: 'old', target: 'ours', record: ['old', 'ours', 'theirs'] },
    { send: false, record: ['old', 'ours'] },
  ],
  [
    'a changed source is sent',
    { source: 'new', target: 'ours', record: ['old', 'ours'] },
    { send: true, why: 'stale' },
  ],
  [
    'source and translation changed together: the correction is kept',
    { source: 'new', target: 'theirs', record: ['old', 'ours'] },
    { send: false, why: 'correction_kept', record: ['new', 'ours', 'theirs'] },
  ],
  [
    'the source changed after a run has seen the correction: it is replaced',
    { source: 'new', target: 'theirs', record: ['old', 'ours', 'theirs'] },
    { send: true, why: 'correction_replaced' },
  ],
  [
    'source and a recorded correction changed again: the new correction is kept',
    { source: 'new', target: 'theirs2', record: ['old', 'ours', 'theirs'] },
    { send: false, why: 'correction_kept', record: ['new', 'ours', 'theirs2'] },
  ],
  [
    'a text that could not be translated is sent again',
    { source: 'old', target: 'old', isSourceText: true, record: ['old'] },
    { send: true, why: 'missing' },
  ],
  [
    'a translation by hand of such a text is kept',
    { source: 'old', target: 'theirs', isSourceText: false, record: ['old'] },
    { send: false, record: ['old', 'old', 'theirs'] },
  ],
];

describe('a unit', () => {
  for (const [claim, state, decision] of cases) {
    test(claim, () => assert.deepEqual(decide(state), decision));
  }
});

describe('units without keys', () => {
  const hashes = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 12 });
  const counts = (all: readonly string[]) => Map.groupBy(all, (hash) => hash);

  test('as many equal ones are matched as both lists have, and no old one twice', () => {
    fc.assert(
      fc.property(hashes, hashes, (now, before) => {
        const found = matchInOrder(now, before);
        const used = found.filter((index) => index !== undefined);
        assert.equal(found.length, now.length);
        assert.equal(new Set(used).size, used.length);
        assert.ok(used.every((index) => index >= 0 && index < before.length));
        const [ours, theirs] = [counts(now), counts(before)];
        for (const [hash, all] of ours) {
          const equal = now.filter((each, at) => each === hash && before[found[at] ?? -1] === hash).length;
          assert.equal(equal, Math.min(all.length, theirs.get(hash)?.length ?? 0));
        }
      }),
    );
  });

  test('a moved one is matched', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { minLength: 1 }), fc.nat(), fc.nat(), (before, from, to) => {
        const at = from % before.length;
        const now = before.toSpliced(at, 1).toSpliced(to % before.length, 0, ...before.slice(at, at + 1));
        const indexes = now.map((hash) => before.indexOf(hash));
        assert.deepEqual(matchInOrder(now, before), indexes);
      }),
    );
  });

  test('changed ones between equal neighbours are matched by their places', () => {
    assert.deepEqual(matchInOrder(['a', 'B', 'C', 'd'], ['a', 'b', 'c', 'd']), [0, 1, 2, 3]);
    assert.deepEqual(matchInOrder(['a', 'new', 'B', 'c'], ['a', 'b', 'c']), [0, undefined, undefined, 2]);
    assert.deepEqual(matchInOrder(['c', 'B', 'a'], ['a', 'b', 'c']), [2, undefined, 0]);
  });
});
