import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inlineMarks } from '../../support/inline-marks.ts';

const marked: readonly (readonly [text: string, ...marks: string[]])[] = [
  ['Hola 😀 mundo', '〈😀〉'],
  ['👨‍👩‍👧 y 🇪🇸 y 👍🏽 y 🏴󠁧󠁢󠁥󠁮󠁧󠁿', '〈👨‍👩‍👧〉', '〈🇪🇸〉', '〈👍🏽〉', '〈🏴󠁧󠁢󠁥󠁮󠁧󠁿〉'],
  ['fin😀😂🎉 ya', '〈😀😂🎉〉'],
  ['❤️ ☺ ✈️ ☎ ♥', '〈❤️〉', '〈☺〉', '〈✈️〉', '〈☎〉', '〈♥〉'],
  ['1️⃣ uno, #️⃣ y *️⃣', '〈1️⃣〉', '〈#️⃣〉', '〈*️⃣〉'],
  ['©️ y ™️', '〈©️〉', '〈™️〉'],
  [':smile: y :+1:', '〈:smile:〉'],
  ['Hola :) y :-( y ;-) y :D <3', '〈:)〉', '〈:-(〉', '〈;-)〉', '〈:D〉', '〈<3〉'],
  ['¡Gracias!:) ^_^ -_- ¯\\_(ツ)_/¯', '〈:)〉', '〈^_^〉', '〈-_-〉', '〈¯\\_(ツ)_/¯〉'],
  ['a\uE001\uE002b \uFDD0\uE000 \u{F0000}', '〈\uE001\uE002〉', '〈\uFDD0\uE000〉', '〈\u{F0000}〉'],
  [
    'a\u200Bb \u202Eabc\u202C \uFEFF \uFFFC in\u00ADfor',
    '〈\u200B〉',
    '〈\u202E〉',
    '〈\u202C〉',
    '〈\uFEFF〉',
    '〈\uFFFC〉',
    '〈\u00AD〉',
  ],
  ['la ni\uFFFDa y el �rbol, ni\uFFFD\uFFFDo; \uFFFD', 'ni\uFFFDa', '\uFFFDrbol', 'ni\uFFFD\uFFFDo', '〈\uFFFD〉'],
];

for (const [text, ...expected] of marked) {
  test(`keeps signs that say nothing to a grammar: ${JSON.stringify(text)}`, () =>
    assert.deepEqual(inlineMarks(text), expected));
}

const unmarked: readonly string[] = [
  '© 2020 Marca™ y Otra®, ¡¿Qué?! ‼',
  '→ ← ★ ✓ • ◦ – — … « » „ “ ½ ² ∞ ≤ € £',
  'می‌خواهم, क्‍ष, ক্‌ষ',
  '(véase la nota:) y (fin;) x=) 8)',
  'a < b > c | d ~ e ^ f \\ g [ h ] i { j k} k @ l $ m / n',
  '𠮷野家で𝐇ola 𐌰',
  'a <3a, a<3, 3<5',
];

for (const text of unmarked) {
  test(`takes for text the other signs: ${text}`, () => assert.deepEqual(inlineMarks(text), []));
}
