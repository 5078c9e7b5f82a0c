import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findIssue } from '../../../src/text/checks/check.ts';
import { cutAtClauses, cutAtQuotes, cutProtectedOut } from '../../../src/text/checks/pieces.ts';
import { losesQuotes, withLikeQuotes } from '../../../src/text/checks/quotation-marks.ts';
import { repairTokens } from '../../../src/text/checks/repair-tokens.ts';
import type { Detector } from '../../../src/text/languages/detector.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { readParts } from '../../support/case-file.ts';
import { isProportionate } from '../../support/processor-time.ts';
import { sampled } from '../../support/property-runs.ts';
import { withTokens } from './written-tokens.ts';

const undecided: Detector = { detect: () => ({ kind: 'undecided', candidates: [] }) };
const pair = { source: 'es' as LanguageTag, target: 'ru' as LanguageTag };

test('time is proportional to length for 80,000 characters of any repeated text', () => {
  for (const part of sampled(readParts(import.meta.url, 'repeated.txt')).map(withTokens)) {
    assert.ok(isProportionate(part, 80_000, workOn), JSON.stringify(part));
  }
});

function workOn(text: string): void {
  const sentence = `1 a${text}b`;
  for (const translation of [sentence, `x 7 ${sentence.slice(0, -1)}`]) {
    findIssue({ pair, sentence, translation: repairTokens(sentence, translation), detector: undecided });
  }
  for (const [one, other] of [
    [`"${text}`, text],
    [text, `“${text}”`],
  ] as const) {
    if (losesQuotes(one, withLikeQuotes(one, other))) cutAtQuotes(one)?.join([]);
  }
  const [marksOut, clauses] = [cutProtectedOut(sentence), cutAtClauses(sentence)];
  marksOut?.join(marksOut.texts);
  clauses?.join(clauses.texts);
}
