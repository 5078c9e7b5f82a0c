import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figureForToken, knownOwners } from '../../../src/adapters/apertium/segments.ts';
import { withTokens } from '../../text/checks/written-tokens.ts';

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
