import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { LanguageTag } from '../../../src/core/languages/language.ts';
import {
  joinSegments,
  segmentCharactersMax,
  splitSegments,
  translatableTexts,
} from '../../../src/core/segments/split.ts';
import { countCharacters } from '../../../src/core/units.ts';

const awkward = [
  'a',
  'É',
  'Dr.',
  'p. ej.',
  'J.',
  '3.5',
  '1.',
  '...',
  '. ',
  '! ',
  '? ',
  ' ',
  '  ',
  '\u00a0',
  '\n',
  '\r\n',
  '\t',
  '\0',
  '\u0085',
  '\u2028',
  '\u2029',
  '\u200b',
  '\ufeff',
  '«',
  '»',
  '"',
  '(',
  ')',
  '¿',
  '¡',
  '。',
  '।',
  '…',
  '💬',
  '👨‍👩‍👧',
  'e\u0301',
  '\u0301',
  '文',
  'שלום',
  'مرحبا',
  '\u202e',
  '[',
  ']',
  '{',
  '^',
  '$',
  '/',
  '\\',
  '@',
  '<b>',
  '&amp;',
  'https://example.org/a.b?c=d',
];
const texts = fc.oneof(
  fc.string({ unit: 'binary', size: 'max', maxLength: 300 }),
  fc.array(fc.constantFrom(...awkward), { size: 'max', maxLength: 120 }).map((parts) => parts.join('')),
);
const languages = fc.constantFrom(...('en es de fr ru hi ja he ca-valencia sr-Latn'.split(' ') as LanguageTag[]));

test('the segments of any text are the text again, and only clean sentences are translated', () =>
  fc.assert(
    fc.property(texts, languages, (text, language) => {
      assertSound(text, language);
    }),
    { numRuns: 2_000 },
  ));

const long: Readonly<Record<string, string>> = {
  'nothing but line breaks': '\n'.repeat(100_000),
  'nothing but points': '.'.repeat(100_000),
  'nothing but spaces': ' '.repeat(100_000),
  'a single word': 'a'.repeat(100_000),
  'words of one letter': 'a '.repeat(50_000),
  'words on lines of their own': 'a\n'.repeat(50_000),
  'sentences on lines of their own': 'x.\r\n'.repeat(25_000),
  'clauses without end': 'a, '.repeat(33_333),
  'nothing but initials': 'A. '.repeat(33_333),
  'nothing but abbreviations': 'Sr. '.repeat(25_000),
  'closing marks without end': ') . » '.repeat(16_666),
  'letters outside the basic plane': '𝒳'.repeat(100_000),
  'characters of many code points': `a${'👨‍👩‍👧'.repeat(12_500)}`,
  'one letter with all its accents': `e${'\u0301'.repeat(99_999)}`,
  'a letter far from both ends': `${' '.repeat(50_000)}a${' '.repeat(49_999)}`,
  'a script without spaces': '吾輩は猫である、名前はまだ無い、'.repeat(6_250),
};

for (const [what, text] of Object.entries(long)) {
  test(`100,000 characters are cut soundly: ${what}`, () => {
    for (const language of ['es', 'de', 'ja'] as LanguageTag[]) assertSound(text, language);
  });
}

test('a sentence that is too long is cut where a clause ends', () => {
  const clause = 'una frase que no termina nunca, ';
  for (const text of translatableTexts(splitSegments(clause.repeat(500), 'es' as LanguageTag))) {
    assert.match(text, /^una .* nunca,$/);
  }
});

test('a sentence that is too long and has no clauses is cut between words', () => {
  const pieces = translatableTexts(splitSegments('palabra '.repeat(1_000), 'es' as LanguageTag));
  assert.ok(pieces.length > 1 && pieces.every((piece) => /^palabra( palabra)*$/.test(piece)));
});

test('a character of many code points is never cut', () => {
  const families = translatableTexts(splitSegments(`x${'👨‍👩‍👧x'.repeat(1_000)}`, 'es' as LanguageTag));
  assert.ok(families.length > 1 && families.every((text) => /^(x|👨‍👩‍👧)+$/u.test(text)));
});

test('figures, marks and rules between sentences stay as they are', () => {
  const segments = splitSegments('1. Uno\n2. Dos\n--- 42 ---\n\t* Tres  ', 'es' as LanguageTag);
  assert.deepEqual(
    segments.map(({ translatable, text }) => (translatable ? text : [text])),
    [['1. '], 'Uno', ['\n2. '], 'Dos', ['\n--- 42 ---\n\t'], '* Tres', ['  ']],
  );
});

test('translations are put where the sentences stood', () => {
  const segments = splitSegments('  Uno. Dos.\r\n\r\nTres\t4', 'es' as LanguageTag);
  assert.equal(joinSegments(segments, ['One.', 'Two.', 'Three']), '  One. Two.\r\n\r\nThree\t4');
});

test('any text joined with its own sentences is itself', () =>
  fc.assert(
    fc.property(texts, languages, (text, language) => {
      const segments = splitSegments(text, language);
      assert.equal(joinSegments(segments, translatableTexts(segments)), text);
    }),
  ));

test('a translation too few or too many is a bug', () => {
  const segments = splitSegments('Uno. Dos.', 'es' as LanguageTag);
  assert.throws(() => joinSegments(segments, ['One.']));
  assert.throws(() => joinSegments(segments, ['One.', 'Two.', 'Three.']));
});

function assertSound(text: string, language: LanguageTag): void {
  const segments = splitSegments(text, language);
  assert.equal(segments.map((segment) => segment.text).join(''), text);
  for (const [index, segment] of segments.entries()) {
    if (segment.translatable) assertSentence(segment.text);
    else assert.notEqual(segments[index + 1]?.translatable, false);
    assert.notEqual(segment.text, '');
  }
}

function assertSentence(text: string): void {
  assert.match(text, /\p{L}/u);
  assert.doesNotMatch(text, /[\p{Cc}\u2028\u2029]/u);
  assert.equal(text, text.trim());
  assert.ok(countCharacters(text) <= segmentCharactersMax);
  assert.doesNotMatch(text, /^[\udc00-\udfff]|[\ud800-\udbff]$/);
}
