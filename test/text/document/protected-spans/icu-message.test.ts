import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findInlineSpans } from '../../../../src/text/document/protected-spans/inline-spans.ts';
import { inlineMarks } from '../../../support/inline-marks.ts';

/** Messages, each with the stretches of it that are translated by themselves. */
const messages: readonly (readonly [message: string, ...inner: string[]])[] = [
  ['{count, plural, one {# libro} other {# libros}}', '# libro', '# libros'],
  ['{n,plural,=0{Nada}=1{Uno}other{ Muchos }}', 'Nada', 'Uno', 'Muchos'],
  [
    '{guests, plural, offset:1 =0 {Nadie} one {{host} y alguien} other {{host} y # más}}',
    'Nadie',
    '{host} y alguien',
    '{host} y # más',
  ],
  ['{gender, select, male {Él vino} female {Ella vino} other {Vino}}', 'Él vino', 'Ella vino', 'Vino'],
  ['{n, selectordinal, one {#er} two {#do} other {#o}}', '#er', '#do', '#o'],
  [
    '{a, select, x {{n, plural, one {un pan} other {# panes}}} other {nada}}',
    '{n, plural, one {un pan} other {# panes}}',
    'nada',
  ],
  ["{n, plural, one {Dice '{'hola'}' y l'agua} other {It''s #}}", "Dice '{'hola'}' y l'agua", "It''s #"],
  ['{n, plural,\n  one {Una\n    casa}\n  other {Casas}\n}', 'Una\n    casa', 'Casas'],
  ['{0,choice,0#no hay|1#una|1<{0,number,integer} casas}', 'no hay', 'una', '{0,number,integer} casas'],
  ['{1, choice, -1#menos | 0.5≤{0,choice,0#x|1#y} }', 'menos', '{0,choice,0#x|1#y}'],
  ['{n, plural, =0 {} one {#} other {<b>{{x}}</b> casas}}', '<b>{{x}}</b> casas'],
];

for (const [message, ...inner] of messages) {
  test(`an ICU argument is one mark, and its texts are translated: ${message}`, () => {
    const text = `La ${message}.`;
    const [mark, ...others] = findInlineSpans(text).spans;
    assert.ok(mark);
    assert.equal(text.slice(mark.start, mark.end), message);
    assert.equal(mark.role, 'word');
    const parts = mark.inner?.map(({ start, end }) => text.slice(start, end));
    assert.deepEqual(parts, inner);
    assert.deepEqual(others, []);
  });
}

test('nested arguments are found up to a depth of eight', () => {
  const nested = (depth: number): string =>
    depth === 0 ? 'casa' : `{a, select, x {${nested(depth - 1)}} other {pan}}`;
  assert.deepEqual(inlineMarks(nested(8)), [nested(8)]);
  // The outermost is text, and its contents are found separately.
  assert.deepEqual(inlineMarks(nested(9)), [nested(8), '{pan}']);
});

test('`#` in the text of a case is protected', () => {
  assert.deepEqual(inlineMarks('# libros'), ['#']);
  assert.deepEqual(inlineMarks('{host} y # más'), ['{host}', '#']);
});

for (const [text, ...spans] of [
  ['{count, plural, one {# libro} oth', '#'],
  ['{count, plural, }'],
  ['{count, plural, one {un libro} other {# libros}', '#'],
  ['{count, plural, {libro}}', '{libro}'],
  ['{a b, plural, one {x y} other {z w}}'],
  ['{n, plural, one {sin {cerrar} other {libros}', '{cerrar}', '{libros}'],
  ['{0,choice,0#uno|dos}'],
  ['{0,choice,0#uno|1#dos'],
  ["{n, plural, one {un '{libro x} other {libros}}", '{libros}'],
] as const) {
  test(`an incomplete ICU message is text, with placeholders: ${text}`, () =>
    assert.deepEqual(inlineMarks(text), spans));
}
