import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { openDetector } from '../../../src/adapters/detection/detector.ts';
import { findIssue, type Issue, losesWordsAtPoint } from '../../../src/text/checks/check.ts';
import { emptiesPair } from '../../../src/text/checks/tokens.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { readCases } from '../../support/case-file.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { sentenceWithTokens, translationOf } from './arbitraries.ts';
import { tokensOf, withTokens } from './written-tokens.ts';

const detector = await openDetector();

function faultOf(pair: string, sentence: string, translation: string): Issue | undefined {
  const [source, target] = pair.split('>') as [LanguageTag, LanguageTag];
  return findIssue({
    pair: { source, target },
    sentence: withTokens(sentence),
    translation: withTokens(translation),
    detector,
  });
}

for (const { title, rows } of readCases(import.meta.url, 'check.txt')) {
  const [issue] = title.split(':');
  test(title, () => {
    for (const row of rows) {
      const [pair = '', sentence = '', translation = ''] = row;
      assert.equal(faultOf(pair, sentence, translation) ?? 'no issue', issue, row.join(' | '));
    }
  });
}

test('a translation may lack the words on one side of a point, if it has fewer words', () => {
  const loses = (sentence: string, translation: string) =>
    losesWordsAtPoint(withTokens(sentence), withTokens(translation));
  const [lost, kept] = [
    [
      ['hola {p0} adiós', 'goodbye {p0}'],
      ['Términos {p0} condiciones', '{p0} Conditions'],
      ['Ayer {p0} hoy.', 'Yesterday {p0}.'],
      ['Casa {p0} perro {p1} gato', 'House {p0} {p1} cat'],
    ],
    [
      ['hola {p0} adiós', 'hello {p0} goodbye'],
      ['hello {p0} goodbye', '你好 {p0} 再见'],
      ['coche{p0} rojo', 'red car{p0}'],
      ['La mujer abre la puerta {p0} de la iglesia.', 'The woman opens the church door {p0}.'],
      ['casa {p0}', 'house {p0}'],
    ],
  ] as const;
  for (const [sentence, translation] of lost) assert.ok(loses(sentence, translation), translation);
  for (const [sentence, translation] of kept) assert.ok(!loses(sentence, translation), translation);
});

test('each innermost pair of a sentence with words has words of its own in the translation', () => {
  const empties = (sentence: string, translation: string) => emptiesPair(withTokens(sentence), withTokens(translation));
  assert.ok(empties('{o0}rojo{c0}{o1}verde{c1}', '{o0}redgreen{c0}{o1}{c1}'));
  assert.ok(empties('{o0}rojo{c0}{o1}verde{c1}', '{o0}{o1}red green{c1}{c0}'));
  assert.ok(!empties('{o0}rojo{c0}{o1}{w2}{c1}', '{o1}{w2}{c1} {o0}red{c0}'));
  assert.ok(!empties('{o0}La {o1}casa{c1}{c0}', '{o0}{o1}house{c1}{c0}'));
  assert.ok(!empties('{o0}¿{c0}Qué?', '{o0}{c0}What?'));
});

describe('any sentence and translation', () => {
  const languages = fc.constantFrom('en>es', 'ru>en', 'en>ja', 'nb>da', 'zh-Hans>zh-Hant', 'hi>ur', 'en>qya');
  const numRuns = propertyRuns('SQLite', 300);

  test('can be checked without an error', () =>
    fc.assert(
      fc.property(languages, fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (pair, one, other) => {
        faultOf(pair, one, other);
        faultOf(pair, one, one);
      }),
      { numRuns },
    ));

  test('pass the check of tokens exactly if each is there once and pairs are nested', () =>
    fc.assert(
      fc.property(sentenceWithTokens, translationOf, (sentence, translate) => {
        const translation = translate(sentence);
        const fault = faultOf('en>es', sentence, `Hola ${translation}`);
        const isRight =
          tokensOf(sentence).toSorted().join() === tokensOf(translation).toSorted().join() && nests(translation);
        assert.equal(fault === 'tokens', !isRight);
      }),
      { numRuns },
    ));
});

/** By taking out pairs without a pair inside, until none is left. */
function nests(segment: string): boolean {
  let halves = (segment.match(/[\uFDD1\uFDD2][\uE000-\uEF9F]/g) ?? []).join('');
  for (let before = ''; before !== halves; ) {
    before = halves;
    halves = halves.replace(/\uFDD1(.)\uFDD2\1/g, '');
  }
  return halves === '';
}
