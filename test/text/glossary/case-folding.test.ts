import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caseFolding } from '../../../src/text/glossary/case-folding.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';

const fold = caseFolding('en' as LanguageTag);
const points = Array.from({ length: 0x1_1000 }, (_, point) => point).filter((point) => (point & 0xf800) !== 0xd800);

/** Whether the two are one by simple case folding, as regular expressions compare letters. */
function isSimplyOne(one: string, other: string): boolean {
  return new RegExp(`^\\u{${one.codePointAt(0)?.toString(16)}}$`, 'iu').test(other);
}

test('each letter, its capital and its small letter fold to the same', () => {
  const wrong = points
    .map((point) => String.fromCodePoint(point))
    .filter((letter) => {
      const forms = [letter.toUpperCase(), letter.toLowerCase()].filter((form) => letter !== 'ı' && form !== letter);
      return forms.some((form) => fold(form) !== fold(letter));
    });
  assert.deepEqual(wrong, []);
});

test('letters that fold to the same single letter are one letter by case folding', () => {
  const byFolded = new Map<string, string[]>();
  for (const point of points) {
    const letter = String.fromCodePoint(point).normalize('NFC');
    const folded = fold(letter);
    if ([...folded].length === 1 && [...letter].length === 1)
      byFolded.set(folded, [...(byFolded.get(folded) ?? []), letter]);
  }
  const wrong = [...byFolded].filter(([folded, letters]) =>
    letters.some((letter) => letter !== folded && !isSimplyOne(folded, letter)),
  );
  assert.deepEqual(wrong, []);
});

test('sharp s is ss, both Greek sigmas are one, and Cherokee has capitals', () => {
  assert.equal(fold('STRASSE'), fold('Straße'));
  assert.equal(fold('STRAẞE'), fold('strasse'));
  assert.equal(fold('ΟΔΟΣ'), fold('οδός'.normalize('NFD').replace('\u0301', '')));
  assert.equal(fold('ꭰꮃꭹ'), fold('ᎠᎳᎩ'));
  assert.equal(fold('ﬁn'), fold('FIN'));
});

test('the dot of an i is kept in languages where it distinguishes two letters', () => {
  const turkish = caseFolding('tr' as LanguageTag);
  assert.equal(turkish('ISI'), turkish('ısı'));
  assert.equal(turkish('İSİ'), turkish('isi'));
  assert.notEqual(turkish('ISI'), turkish('isi'));
  assert.equal(fold('ISI'), fold('isi'));
  assert.notEqual(fold('ısı'), fold('isi'));
  assert.equal(caseFolding('az-Latn' as LanguageTag)('I'), 'ı');
});

test('composed and decomposed letters fold to the same', () => {
  assert.equal(fold('É'.normalize('NFD')), fold('é'));
});
