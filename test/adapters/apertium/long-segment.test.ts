import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { cutSegment } from '../../../src/adapters/apertium/segments.ts';
import { tokenPattern, writeToken } from '../../../src/text/document/token.ts';

test('leaves a short segment in one piece', () => {
  for (const segment of ['', 'a', 'x'.repeat(1_000)]) {
    const { pieces, join } = cutSegment(segment);
    assert.deepEqual(pieces, [segment]);
    assert.equal(join(['translated']), 'translated');
  }
});

test('cuts a long segment between words, and joins it with the same spaces', () => {
  const { pieces, join } = cutSegment('word '.repeat(1_000).trim());
  assert.deepEqual(new Set(pieces.flatMap((piece) => piece.split(' '))), new Set(['word']));
  assert.equal(pieces.length, 5);
  assert.equal(join(['1', '2', '3', '4', '5']), '1 2 3 4 5');
});

test('cuts a long run of words without white space at its signs', () => {
  for (const sign of ['.', '-', '_']) {
    const run = `casa${sign}perro${sign}gato${sign}`.repeat(20);
    const { pieces, join } = cutSegment(`La ${run}`);
    assert.ok(pieces.every((piece) => piece.length <= 123 && piece.endsWith(sign)));
    assert.equal(join(pieces), `La ${run}`);
  }
});

test('makes no piece too long or empty, and loses or splits no character', () => {
  const word = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.constantFrom('😀'.repeat(700), 'é'.repeat(1_700)),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), (words) => {
      const segment = words.join(' ').trim();
      const { pieces, join } = cutSegment(segment);
      assert.ok(pieces.every((piece) => piece.length <= 1_000 && piece.isWellFormed()));
      assert.ok(segment === '' || pieces.every((piece) => piece !== ''));
      const letters = (text: string): string => text.replace(/\s/g, '');
      assert.equal(letters(join(pieces)), letters(segment));
    }),
  );
});

test('keeps a pair in one piece if possible', () => {
  const pair = `${writeToken('open', 0)}blue house${writeToken('close', 0)}`;
  const { pieces } = cutSegment(`${'word '.repeat(198)}${pair} end`);
  assert.deepEqual(pieces, ['word '.repeat(198).trim(), `${pair} end`]);
  const wide = cutSegment(`${writeToken('open', 0)}${'word '.repeat(400)}${writeToken('close', 0)}`);
  assert.deepEqual(new Set(wide.pieces.map((piece) => piece.length > 500)), new Set([true, false]));
  assert.equal(wide.pieces.length, 3);
});

test('splits or loses no token', () => {
  const part = fc.oneof(
    fc.nat(999).map((number) => writeToken('word', number)),
    fc.nat(999).map((number) => writeToken('space', number)),
    fc.nat(9).map((number) => `${writeToken('open', number)}x y${writeToken('close', number)}`),
    fc.constantFrom('word ', ' ', '😀', 'x'.repeat(300), writeToken('point', 3).repeat(300)),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const segment = parts.join('').trim();
      const { pieces, join } = cutSegment(segment);
      const tokens = (text: string): readonly string[] => text.match(tokenPattern) ?? [];
      assert.ok(pieces.every((piece) => piece.length <= 1_000 && piece.isWellFormed()));
      assert.deepEqual(pieces.flatMap(tokens), tokens(segment));
      assert.deepEqual(tokens(join(pieces)), tokens(segment));
    }),
  );
});
