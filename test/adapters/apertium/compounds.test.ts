import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spacedCompounds, withSpacesOf } from '../../../src/adapters/apertium/segments.ts';

test('separates the compounds of a segment if the translation has fewer hyphens', () => {
  assert.equal(spacedCompounds('a low-carbohydrate diet', 'una dietadecarbohidrato bajo'), 'a low - carbohydrate diet');
  assert.equal(spacedCompounds('a 5-year-old boy - here', 'un chicode5años - aquí'), 'a 5 - year - old boy - here');
  assert.equal(spacedCompounds('rock-n-roll', 'rock-n-corro'), undefined);
  assert.equal(spacedCompounds('no hyphen', 'sin guion'), undefined);
});

test('adds only missing spaces to a translation', () => {
  assert.equal(withSpacesOf('El actorbiensabido, ya', 'El actor bien sabido, ya'), 'El actor bien sabido, ya');
  assert.equal(
    withSpacesOf('Un chicode5años y leído-lima', 'un chico de 5 años y leído - lima'),
    'Un chico de 5 años y leído-lima',
  );
});

test('does not change a translation with other words', () => {
  assert.equal(withSpacesOf('Su suegra', 'Su madre - en - ley'), 'Su suegra');
  assert.equal(withSpacesOf('Moderno', 'Estatal - de - el - arte'), 'Moderno');
  assert.equal(withSpacesOf('Veinticinco', ''), 'Veinticinco');
});
