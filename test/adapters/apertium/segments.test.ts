import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  cutSegment,
  figureForToken,
  knownOwners,
  spacedCompounds,
  withSpacesOf,
} from '../../../src/adapters/apertium/segments.ts';
import { writeToken } from '../../../src/text/document/token.ts';
import { tokensOf, withTokens } from '../../text/checks/written-tokens.ts';

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

test('keeps a pair in one piece if possible', () => {
  const pair = `${writeToken('open', 0)}blue house${writeToken('close', 0)}`;
  const { pieces } = cutSegment(`${'word '.repeat(198)}${pair} end`);
  assert.deepEqual(pieces, ['word '.repeat(198).trim(), `${pair} end`]);
  const wide = cutSegment(`${writeToken('open', 0)}${'word '.repeat(400)}${writeToken('close', 0)}`);
  assert.deepEqual(new Set(wide.pieces.map((piece) => piece.length > 500)), new Set([true, false]));
  assert.equal(wide.pieces.length, 3);
});

test('cuts at an ampersand unless it is inside a word, and joins with the same spaces', () => {
  const segment = 'salt & pepper &co. (& R&D) a && b&';
  const { pieces, join } = cutSegment(segment);
  assert.deepEqual(pieces, ['salt', 'pepper', 'co. (', 'R&D) a', 'b', '']);
  assert.equal(join(pieces), segment);
});

test('makes no piece too long or empty, and loses or splits no character and no token', () => {
  const part = fc.oneof(
    fc.nat(999).map((number) => writeToken('word', number)),
    fc.nat(999).map((number) => writeToken('space', number)),
    fc.nat(9).map((number) => `${writeToken('open', number)}x y${writeToken('close', number)}`),
    fc.constantFrom('word ', ' ', '😀', ' & ', 'x'.repeat(300), writeToken('point', 3).repeat(300)),
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.constantFrom('😀'.repeat(700), 'é'.repeat(1_700)),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), fc.constantFrom('', ' '), (parts, gap) => {
      const segment = parts.join(gap).trim();
      const { pieces, join } = cutSegment(segment);
      assert.ok(pieces.every((piece) => piece.length <= 1_000 && piece.isWellFormed()));
      assert.ok(segment === '' || segment.includes('&') || pieces.every((piece) => piece !== ''));
      assert.deepEqual(pieces.flatMap(tokensOf), tokensOf(segment));
      const letters = (text: string): string => text.replace(/\s/g, '');
      assert.equal(letters(join(pieces)), letters(segment));
    }),
    { numRuns: 200 },
  );
});

test('separates the compounds of a segment if the translation has fewer hyphens', () => {
  assert.equal(spacedCompounds('a low-carbohydrate diet', 'una dietadecarbohidrato bajo'), 'a low - carbohydrate diet');
  assert.equal(spacedCompounds('a 5-year-old boy - here', 'un chicode5años - aquí'), 'a 5 - year - old boy - here');
  assert.equal(spacedCompounds('rock-n-roll', 'rock-n-corro'), undefined);
  assert.equal(spacedCompounds('no hyphen', 'sin guion'), undefined);
});

test('adds only missing spaces to a translation', () => {
  assert.equal(withSpacesOf('El actorbiensabido, ya', 'El actor bien sabido, ya'), 'El actor bien sabido, ya');
  const spaced = withSpacesOf('Un chicode5años y leído-lima', 'un chico de 5 años y leído - lima');
  assert.equal(spaced, 'Un chico de 5 años y leído-lima');
});

test('does not change a translation with other words', () => {
  assert.equal(withSpacesOf('Su suegra', 'Su madre - en - ley'), 'Su suegra');
  assert.equal(withSpacesOf('Moderno', 'Estatal - de - el - arte'), 'Moderno');
  assert.equal(withSpacesOf('Veinticinco', ''), 'Veinticinco');
});

test('gives an unknown owner a known name, and uses a translation with a genitive only', () => {
  const segment = withTokens("{w0}'s photo and {o0}Kruti{c0}’s");
  const first = withTokens('{w0} la foto y {o0}Kruti{c0}');
  const retry = knownOwners(segment, first);
  assert.equal(retry?.segment, withTokens("Peter's photo and {o0}David{c0}’s"));
  const right = 'La foto de Peter y la de {o0}David{c0}';
  assert.equal(retry.merge(withTokens(right)), withTokens('La foto de {w0} y la de {o0}Kruti{c0}'));
  for (const wrong of [
    'Peter la foto de {o0}David{c0}',
    'La foto de Peter',
    'La foto de Peter, de Peter, de David',
    '',
  ]) {
    assert.equal(retry.merge(withTokens(wrong)), first);
  }
});

test('asks again for no genitive that is one already, or that is a verb of a pronoun', () => {
  for (const [segment, translation] of [
    ["{w0}'s photo", 'La foto de {w0}'],
    ["{w0}'s photo", "la foto de l'{w0}"],
    ["It's red", 'Es rojo'],
    ["The cat's house", 'La casa del gato'],
    ['A {w0} here', 'Un {w0} aquí'],
  ] as const) {
    assert.equal(knownOwners(withTokens(segment), withTokens(translation)), undefined, segment);
  }
});

test('sends a figure for the token after a word that came back unchanged', () => {
  const retry = figureForToken(withTokens('¡Llama {w3} hoy!'), withTokens('Llama {w3} today!'));
  assert.equal(retry?.segment, '¡Llama 88 hoy!');
  assert.equal(retry.merge('It calls 88 today!'), withTokens('It calls {w3} today!'));
  assert.equal(retry.merge('I call 88 today!'), withTokens('Llama {w3} today!'));
  assert.equal(retry.merge('It calls eighty-eight'), withTokens('Llama {w3} today!'));
  assert.equal(figureForToken(withTokens('Pesa {w3}'), withTokens('It weighs {w3}')), undefined);
  assert.equal(figureForToken(withTokens('Llama 88 {w3}'), withTokens('Llama 88 {w3}')), undefined);
});
