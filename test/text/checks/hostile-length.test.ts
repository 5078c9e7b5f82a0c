import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findIssue } from '../../../src/text/checks/check.ts';
import { cutAtClauses, cutProtectedOut } from '../../../src/text/checks/pieces.ts';
import { repairTokens } from '../../../src/text/checks/repair-tokens.ts';
import type { Detector } from '../../../src/text/languages/detector.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { processorMs } from '../../support/processor-time.ts';
import { sampled } from '../../support/property-runs.ts';
import { withTokens } from './written-tokens.ts';

const undecided: Detector = { detect: () => ({ kind: 'undecided', candidates: [] }) };
const pair = { source: 'es' as LanguageTag, target: 'ru' as LanguageTag };

/** What repeats so often that a search starting over at each place would take its length squared. */
const repeated = [
  ...[
    '<',
    '{',
    '&',
    '*',
    '[',
    '(',
    '"',
    '$',
    '.',
    '-',
    ' ',
    '1',
    '1,',
    '1 000 ',
    '1 2 ',
    'XI ',
    'a¹',
    'a, ',
    'a,',
    'ab ',
    'mil ',
    'a hundred and ',
  ],
  ...['我', '十', 'é', '\uFDD0', '{w0}', '{p0} ', '{o0}', '{o0}a{c0}', '{s0}'].map(withTokens),
];

const [shortLength, longLength] = [5_000, 80_000];
const timesLonger = longLength / shortLength;

test('time does not grow quadratically with length, for any repeated text', () => {
  for (const unit of sampled(repeated)) {
    const msFor = (length: number, times: number) => {
      const sentence = `1 a${unit.repeat(length / unit.length)}b`;
      return Math.min(...[1, 2].map(() => processorMs(() => workOn(sentence), times)));
    };
    const [short, long] = [msFor(shortLength, 4), msFor(longLength, 1)];
    // A millisecond more, so that noise in a short measurement does not count.
    assert.ok(long + 1 < (timesLonger ** 2 / 2) * (short + 1), `${JSON.stringify(unit)}: ${short} and ${long} ms`);
  }
});

function workOn(sentence: string): void {
  for (const translation of [sentence, `x 7 ${sentence.slice(0, -1)}`]) {
    findIssue({ pair, sentence, translation: repairTokens(sentence, translation), detector: undecided });
  }
  const [marksOut, clauses] = [cutProtectedOut(sentence), cutAtClauses(sentence)];
  marksOut?.join(marksOut.texts);
  clauses?.join(clauses.texts);
}
