import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { repairTokens } from '../../../src/text/checks/repair-tokens.ts';
import { tokenPattern } from '../../../src/text/document/token.ts';
import { readCases } from '../../support/case-file.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { sentenceWithTokens, translationOf } from './arbitraries.ts';
import { readable, withTokens } from './written-tokens.ts';

function mended(sentence: string, translation: string): string {
  return readable(repairTokens(withTokens(sentence), withTokens(translation)));
}

for (const { title, rows } of readCases(import.meta.url, 'repair-tokens.txt')) {
  test(title, () => {
    for (const [sentence = '', translation = '', expected] of rows) {
      assert.equal(mended(sentence, translation), expected, `${sentence} | ${translation}`);
    }
  });
}

test('a line break is put back into text without spaces', () => {
  const result = mended('Yesterday we all went{s0}to the great city', '昨天我们都去了那个大城市');
  assert.match(result, /^\p{L}{3,}\{s0\}\p{L}{3,}$/u);
  assert.equal(result.replace('{s0}', ''), '昨天我们都去了那个大城市');
});

describe('any translation of a sentence', () => {
  const pairs = fc.tuple(sentenceWithTokens, translationOf);
  const numRuns = propertyRuns('SQLite', 400);

  test('keeps its words, their order and all tokens', () =>
    fc.assert(
      fc.property(pairs, ([sentence, translate]) => {
        const translation = translate(sentence);
        const result = repairTokens(sentence, translation);
        assert.equal(wordsOf(result).join(''), wordsOf(translation).join(''));
        const kept = new Set(result.match(tokenPattern));
        for (const token of translation.match(tokenPattern) ?? []) assert.ok(kept.has(token));
      }),
      { numRuns },
    ));

  test('has no words joined', () =>
    fc.assert(
      fc.property(pairs, ([sentence, translate]) => {
        const translation = translate(sentence);
        // The words of pairs that touch are apart.
        const apart = (segment: string) =>
          segment
            .replace(/[\uFDD0\uFDD4][\uE000-\uEF9F]|\uFDD2[\uE000-\uEF9F](?=\uFDD1)/g, ' ')
            .replace(tokenPattern, '');
        const before = apart(translation).split(/\s+/).filter(Boolean);
        const after = apart(repairTokens(sentence, translation)).split(/\s+/).filter(Boolean);
        assert.ok(after.length >= before.length, readable(`${sentence} | ${translation}`));
      }),
      { numRuns },
    ));

  test('does not change when it is repaired again', () =>
    fc.assert(
      fc.property(pairs, ([sentence, translate]) => {
        const once = repairTokens(sentence, translate(sentence));
        assert.equal(readable(repairTokens(sentence, once)), readable(once));
      }),
      { numRuns },
    ));

  test('does not change if it equals the sentence', () =>
    fc.assert(
      fc.property(sentenceWithTokens, (sentence) => assert.equal(repairTokens(sentence, sentence), sentence)),
      { numRuns },
    ));
});

function wordsOf(segment: string): readonly string[] {
  return segment.replace(tokenPattern, ' ').split(/\s+/).filter(Boolean);
}
