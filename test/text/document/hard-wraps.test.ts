import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCases } from '../../support/case-file.ts';
import { parse, sentencesOf } from './parsed.ts';

/** A language, a text, and its sentences if they are not its lines; `↵` is a line break inside a sentence. */
for (const { title, rows } of readCases(import.meta.url, 'hard-wraps.txt')) {
  test(title, () => {
    for (const [language, lines = '', ...sentences] of rows) {
      for (const text of [lines, lines.replaceAll('\n', '\r\n')]) {
        const found = sentencesOf(text, language).map((sentence) => sentence.replaceAll(/\{[sp]\d+\}/g, '↵'));
        assert.deepEqual(found, sentences.length > 0 ? sentences : lines.split('\n'));
        assert.equal(parse(text, language).render(parse(text, language).sentences), text);
      }
    }
  });
}

test('a line break with its quotation sign is rendered completely, at any position in the translation', () => {
  const { sentences, render } = parse('> La llave de\n> la casa.');
  const [wrap] = sentences[0]?.match(/[\uFDD4]./u) ?? [];
  assert.ok(wrap);
  assert.equal(render([`The house${wrap}key.`]), '> The house\n> key.');
});
