import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findInlineMarks } from '../../../src/core/marks/inline-marks.ts';

/** By what they show: each mark of the text as `role:mark`. */
const cases: readonly (readonly [what: string, text: string, ...marks: string[]])[] = [
  ['an emoji', 'Hola 😀 mundo', 'point:😀'],
  ['a family, a flag and a skin tone', '👨‍👩‍👧 y 🇪🇸 y 👍🏽', 'point:👨‍👩‍👧', 'point:🇪🇸', 'point:👍🏽'],
  ['a sign that is text by use', '© 2020 Marca™'],
  ['private use', 'a \uE001\uE002 b', 'point:\uE001\uE002'],
];

for (const [what, text, ...expected] of cases) {
  test(`finds ${what}: ${text}`, () => {
    const { marks } = findInlineMarks(text, 0, text.length);
    assert.deepEqual(
      marks.map(({ role, start, end }) => `${role}:${text.slice(start, end)}`),
      expected,
    );
  });
}
