import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { keepsNumbers } from '../../../src/text/checks/numbers.ts';
import { cutAtClauses, cutProtectedOut, type Pieces } from '../../../src/text/checks/pieces.ts';
import { keepsProtectedSpans } from '../../../src/text/checks/tokens.ts';
import { tokenPattern } from '../../../src/text/document/token.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { sentenceWithTokens } from './arbitraries.ts';
import { readable, withTokens } from './written-tokens.ts';

function textsOf(pieces: Pieces | undefined): readonly string[] | undefined {
  return pieces?.texts.map(readable);
}

const numRuns = propertyRuns('SQLite', 300);

/** Sentences with figures beside the tokens. */
const sentences = fc
  .tuple(sentenceWithTokens, fc.array(fc.constantFrom('12', '1,000.5', '9:30', '1st', '٣٤', '2020年', 'A4', ', so it')))
  .map(([sentence, figures]) => [sentence, ...figures].join(' '));

describe('a sentence split at its clauses', () => {
  const clauses = (sentence: string) => textsOf(cutAtClauses(withTokens(sentence)));

  test('is split at punctuation; short clauses stay with their neighbours', () => {
    assert.deepEqual(clauses('House|Dog / Cat'), ['House', 'Dog', 'Cat']);
    assert.deepEqual(clauses('The house {p0} the dog, {p1} the cat'), ['The house', 'the dog', 'the cat']);
    assert.deepEqual(clauses('The house{p0} of the dog'), ['The house{p0}', 'of the dog']);
    assert.deepEqual(clauses('When the rain stopped, the children went out; nobody was left.'), [
      'When the rain stopped',
      'the children went out',
      'nobody was left.',
    ]);
    assert.deepEqual(clauses('No, the children (who had waited) went out of the house.'), [
      'No, the children',
      'who had waited',
      'went out of the house.',
    ]);
    assert.deepEqual(clauses('我们的朋友们今天都来了，大家都很高兴。'), ['我们的朋友们今天都来了', '大家都很高兴。']);
  });

  test('is split near the middle if it has no clauses', () => {
    assert.deepEqual(clauses('The quick brown fox jumps over it'), ['The quick brown', 'fox jumps over it']);
    assert.deepEqual(clauses('One long line{s0}another long line'), ['One long line', 'another long line']);
    assert.equal(clauses('我们昨天去了北京然后又去了上海')?.length, 2);
  });

  test('is not split inside a number or a pair', () => {
    assert.equal(clauses('1,000 1 000'), undefined);
    assert.equal(clauses('Nothing'), undefined);
    assert.equal(clauses('{o0}The children, who had waited, went out of the house{c0}'), undefined);
    assert.deepEqual(clauses('The house of 1,000.5 doors, {o0}the garden, the wall{c0} and the gate'), [
      'The house of 1,000.5 doors',
      '{o0}the garden, the wall{c0} and the gate',
    ]);
  });

  test('is joined with the separators, and with the capitals and full stop of one sentence', () => {
    const pieces = cutAtClauses('When the rain stopped, the children went out; nobody was left.');
    const spanish = pieces?.join(['cuando paró de llover.', 'Los niños salieron.', 'No quedó nadie.']);
    assert.equal(spanish, 'Cuando paró de llover, los niños salieron; no quedó nadie.');
    const german = pieces?.join(['Als der Regen aufhörte.', 'Kinder gingen aus dem Haus.', 'I was left.']);
    assert.equal(german, 'Als der Regen aufhörte, Kinder gingen aus dem Haus; I was left.');
  });

  test('has pieces with a letter each and complete pairs, and loses nothing', () =>
    fc.assert(
      fc.property(sentences, (sentence) => {
        const pieces = cutAtClauses(sentence);
        if (pieces === undefined) return;
        assert.ok(pieces.texts.length > 1);
        assert.equal(pieces.join(pieces.texts), sentence);
        for (const text of pieces.texts) {
          assert.match(text.replace(tokenPattern, ''), /\p{L}/u);
          assert.equal(text.trim(), text);
          assert.ok(keepsProtectedSpans(text, text));
        }
      }),
      { numRuns },
    ));
});

describe('a sentence with its tokens cut out', () => {
  const between = (sentence: string) => textsOf(cutProtectedOut(withTokens(sentence)));

  test('has the words between tokens as pieces, without adjacent punctuation', () => {
    assert.deepEqual(between('See {w0}, chapter 3, and ({w1}): thanks.'), ['See', 'chapter', 'and', 'thanks']);
    assert.deepEqual(between('{o0}All inside{c0}'), ['All inside']);
    assert.deepEqual(between('The COVID-19 and the 39C of 1st rank'), ['The COVID', 'and the', 'of', 'rank']);
    assert.deepEqual(between('The house (red) {w0}'), ['The house (red)']);
    assert.deepEqual(between('2020年奥运会在东京'), ['年奥运会在东京']);
  });

  test('is not split if it has none', () => assert.equal(cutProtectedOut('Nothing to cut here'), undefined));

  test('drops tokens and figures that the engine added', () => {
    const pieces = cutProtectedOut(withTokens('See {w0} and chapter 3 of it'));
    const joined = readable(pieces?.join([withTokens('Véase {w0} 7.'), 'Y el capítulo 3', 'De él']) ?? '');
    assert.equal(joined, 'Véase {w0} y el capítulo 3 de él');
  });

  test('keeps its tokens and numbers for any translations of the pieces', () =>
    fc.assert(
      fc.property(
        sentences,
        fc.array(fc.string({ unit: fc.constantFrom(...'aé 12٣我.,{w0}\uFDD0\uE000\uFDD1') })),
        (sentence, said) => {
          const pieces = cutProtectedOut(sentence);
          if (pieces === undefined) return;
          const joined = pieces.join(pieces.texts.map((text, index) => withTokens(said[index] ?? text)));
          const [sent, came] = [sentence, joined].map((segment) => segment.match(tokenPattern)?.join(''));
          assert.equal(came, sent);
          assert.ok(keepsNumbers(sentence, joined), `${sentence} | ${joined}`);
        },
      ),
      { numRuns },
    ));

  test('is unchanged if the pieces are unchanged', () =>
    fc.assert(
      fc.property(sentences, (sentence) => {
        const pieces = cutProtectedOut(sentence);
        if (pieces) assert.equal(pieces.join(pieces.texts), sentence);
      }),
      { numRuns },
    ));
});
