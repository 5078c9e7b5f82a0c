import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutAtQuotes } from '../../../src/text/checks/pieces.ts';
import { losesQuotes, withLikeQuotes } from '../../../src/text/checks/quotation-marks.ts';
import { readCases } from '../../support/case-file.ts';

for (const { title, rows } of readCases(import.meta.url, 'quotation-marks.txt')) {
  test(title, () => {
    for (const [sentence = '', given = '', written] of rows) assert.equal(withLikeQuotes(sentence, given), written);
  });
}

test('a lost pair is missed in speech and in short sentences', () => {
  assert.ok(losesQuotes('"Hola", dijo.', 'Hola—dijo.'));
  assert.ok(losesQuotes('La casa "roja" es mía', 'My house'));
  assert.ok(!losesQuotes('La casa "roja" es mía', 'The "red" house is mine'));
  assert.ok(!losesQuotes('Una de 15"', 'A 15-inch one'));
  assert.ok(!losesQuotes(`La casa "roja" ${'y blanca '.repeat(10)}`, 'The red house'));
});

test('quoted words are cut out, unless a tag crosses a quotation mark', () => {
  const pieces = cutAtQuotes('“Hola”, dijo la "vieja" casa.');
  assert.deepEqual(pieces?.texts, ['Hola', 'dijo la', 'vieja', 'casa.']);
  assert.equal(pieces.join(['Hello', 'Said the', 'Old.', 'House.']), '“Hello”, said the "old" house.');
  assert.deepEqual(cutAtQuotes('"Hola", dijo \uFDD1\uE000Ana\uFDD2\uE000.')?.texts.length, 2);
  assert.equal(cutAtQuotes('\uFDD1\uE000Di "hola\uFDD2\uE000".'), undefined);
});
