import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { countCharacters } from '../../../src/ground/units.ts';
import { alignmentOf, render as renderWithMap } from '../../../src/text/document/render.ts';
import { segmentCharactersMax } from '../../../src/text/document/sentence.ts';
import { noncharacter, readToken, tokenPattern, tokensMax } from '../../../src/text/document/token.ts';
import { readParts } from '../../support/case-file.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { parse } from './parsed.ts';

const fragments = readParts(import.meta.url, 'fragments.txt');
const texts = fc.oneof(
  fc.string({ unit: 'binary', size: 'max', maxLength: 300 }),
  fc.array(fc.constantFrom(...fragments), { size: 'max', maxLength: 80 }).map((parts) => parts.join('')),
);
const languages = fc.constantFrom(...'es en de fr ru el hi ja he ca-valencia'.split(' '));
const parameters = { numRuns: propertyRuns('', 2_000) };

test('any text rendered with its own sentences is unchanged', () =>
  fc.assert(
    fc.property(texts, languages, (text, language) => {
      const { sentences, render } = parse(text, language);
      assert.equal(render(sentences), text);
    }),
    parameters,
  ));

test('sentences for engines are clean, and their tokens complete, distinct and nested', () =>
  fc.assert(
    fc.property(texts, languages, (text, language) => {
      for (const sentence of parse(text, language).sentences) assertSentence(sentence);
    }),
    parameters,
  ));

test('the same holds with protected spans left as text, and their reported positions are right', () =>
  fc.assert(
    fc.property(texts, languages, fc.integer({ min: 1, max: 4 }), (text, language, every) => {
      const isSpared = (written: string, at: number) => at % every === 0 && !written.includes('{');
      const { segments, sentences, render } = parse(text, language, { writesOut: isSpared });
      assert.equal(render(sentences), text);
      for (const sentence of sentences) assertSentence(sentence);
      for (const segment of segments) {
        for (const { start, end, at } of segment.writtenOut) {
          const shown = segment.text.slice(start, end);
          assert.match(shown, /^\S/);
          if (!noncharacter.test(shown)) assert.equal(shown, text.slice(at, at + shown.length));
          assert.equal(alignmentOf(segment).locate({ start, end }).start, at);
        }
      }
    }),
    parameters,
  ));

test('the map has the position of each piece of a translation', () =>
  fc.assert(
    fc.property(texts, languages, (text, language) => {
      const document = parse(text, language);
      const same = renderWithMap(document, document.sentences);
      const other = renderWithMap(
        document,
        document.sentences.map((sentence) => `[x]${sentence.replaceAll(' ', ' [x]')}`),
      );
      for (const [index, segment] of document.segments.entries()) {
        const [source, translated] = [alignmentOf(segment), other.map[index]];
        assert.deepEqual(same.map[index]?.pieces, source.pieces);
        assert.deepEqual(source.span, { start: segment.start, end: segment.end });
        let at = segment.start;
        for (const { from, to, start, end, passes } of source.pieces) {
          assert.equal(start, at);
          if (passes?.flat().length === 0) assert.equal(text.slice(start, end), segment.text.slice(from, to));
          at = end;
        }
        const first = translated?.locate({ start: 0, end: 3 });
        const isLabel = segment.spelled.some(({ spelling }) => spelling === 'mnemonic');
        const written = other.text.slice(first?.start, first?.end);
        // The sign of a key may be before any letter.
        assert.equal(isLabel ? written.replace(/&amp;|[&_]/, '') : written, '[x]');
      }
    }),
    parameters,
  ));

test('a translation with the tokens of its sentence can always be rendered, and the text between sentences is unchanged', () => {
  // Without entities and soft hyphens: a translation encodes letters as its sentence does, and has no soft hyphens.
  const unspelled = texts.filter((text) => !/[&\u00AD]|plural/.test(text));
  fc.assert(
    fc.property(unspelled, languages, (text, language) => {
      const { sentences, render } = parse(text, language);
      const [first, last] = [render(sentences.map((sentence) => `[x]${sentence}`)), render(sentences)];
      assert.equal(last, text);
      assert.equal(first.replaceAll('[x]', '').length, text.replaceAll('[x]', '').length);
    }),
    parameters,
  );
});

const long: Readonly<Record<string, string>> = {
  'nothing but points': '.'.repeat(100_000),
  'a single word': 'a'.repeat(100_000),
  'words of one letter': 'a '.repeat(50_000),
  'lines of one word': 'a\n'.repeat(50_000),
  'clauses without end': 'a, '.repeat(33_333),
  'nothing but initials': 'A. '.repeat(33_333),
  'letters outside the basic plane': '𝒳'.repeat(50_000),
  'characters of many code points': `a${'👨‍👩‍👧'.repeat(12_500)}`,
  'one letter with all its accents': `e${'\u0301'.repeat(99_999)}`,
  'a letter far from both ends': `${' '.repeat(50_000)}a${' '.repeat(49_999)}`,
  'a script without spaces': '吾輩は猫である、名前はまだ無い、'.repeat(6_250),
  'a tag at each letter': '<b>a'.repeat(25_000),
  'a pair around each letter': 'a <b>b</b> '.repeat(9_000),
  'one pair around all': `El <b>${'perro y el '.repeat(9_000)}</b> gato`,
  'pairs in pairs': `a${'<b>a'.repeat(6_000)}${'a</b>'.repeat(6_000)}`,
  'odd white space everywhere': 'a  '.repeat(33_333),
  'control characters everywhere': 'a\0'.repeat(50_000),
  'placeholders everywhere': 'a {b} '.repeat(16_666),
};

for (const [what, text] of Object.entries(long)) {
  test(`100,000 characters are cut soundly: ${what}`, () => {
    const { sentences, render } = parse(text, 'de');
    for (const sentence of sentences) assertSentence(sentence);
    assert.equal(render(sentences), text);
    assert.equal(sentences.length > 0, what !== 'nothing but points');
  });
}

test('an overlong sentence is split at the end of a clause', () => {
  const { sentences } = parse('una frase que no termina nunca, '.repeat(500));
  for (const sentence of sentences) assert.match(sentence, /^una .* nunca,$/);
});

test('an overlong sentence without clauses is split between words', () => {
  const { sentences } = parse('palabra '.repeat(1_000));
  assert.ok(sentences.length > 1 && sentences.every((piece) => /^palabra( palabra)*$/.test(piece)));
});

function assertSentence(sentence: string): void {
  const words = sentence.replaceAll(tokenPattern, '');
  assert.match(words, /\p{L}/u);
  assert.doesNotMatch(words, /[\p{Cc}\p{Cs}\u2028\u2029\uFDD0-\uFDEF\uFFFE\uFFFF]/u);
  assert.equal(sentence, sentence.trim());
  assert.ok(countCharacters(sentence) <= segmentCharactersMax);
  assertTokens((sentence.match(tokenPattern) ?? []).map(readToken));
}

function assertTokens(tokens: readonly ReturnType<typeof readToken>[]): void {
  const open: number[] = [];
  const seen = new Set<number>();
  for (const { role, number } of tokens) {
    if (role === 'close') {
      assert.equal(open.pop(), number, 'pairs are nested');
      continue;
    }
    assert.equal(number % tokensMax, seen.size, 'tokens are numbered in their order, and none stands there twice');
    seen.add(number);
    if (role === 'open') open.push(number);
  }
  assert.deepEqual(open, []);
}
