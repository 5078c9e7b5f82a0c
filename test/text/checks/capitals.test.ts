import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withLikeCapitals } from '../../../src/text/checks/capitals.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { readCases } from '../../support/case-file.ts';
import { readable, withTokens } from './written-tokens.ts';

for (const { title, rows } of readCases(import.meta.url, 'capitals.txt')) {
  test(title, () => {
    for (const [sentence = '', given = '', written] of rows) {
      assert.equal(readable(likeCapitals(sentence, given, 'en')), written, sentence);
    }
  });
}

test('German keeps the capital of a noun that begins the sentence', () => {
  for (const [sentence, given] of [
    ['proton beam', 'Protonenstrahl'],
    ['house', 'Haus'],
    ['el perro y el gato', 'Der Hund und die Katze'],
    ['{w0} items', '{w0} Elemente'],
  ] as const) {
    for (const target of ['de', 'de-CH', 'lb']) assert.equal(readable(likeCapitals(sentence, given, target)), given);
    assert.equal(readable(likeCapitals('Open', 'öffnen', 'de')), 'Öffnen');
  }
});

function likeCapitals(sentence: string, given: string, target: string): string {
  return withLikeCapitals(withTokens(sentence), withTokens(given), target as LanguageTag);
}
