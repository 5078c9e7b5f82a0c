import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spacedCompounds, withSpacesOf } from '../../../src/adapters/apertium/compounds.ts';

test('where a translation has lost a hyphen, the compounds of its segment are taken apart', () => {
  assert.equal(spacedCompounds('a low-carbohydrate diet', 'una dietadecarbohidrato bajo'), 'a low - carbohydrate diet');
  assert.equal(spacedCompounds('a 5-year-old boy - here', 'un chicode5años - aquí'), 'a 5 - year - old boy - here');
  assert.equal(spacedCompounds('rock-n-roll', 'rock-n-corro'), undefined);
  assert.equal(spacedCompounds('no hyphen', 'sin guion'), undefined);
});

test('a translation gets the spaces that it lacks, and nothing else', () => {
  assert.equal(withSpacesOf('El actorbiensabido, ya', 'El actor bien sabido, ya'), 'El actor bien sabido, ya');
  assert.equal(
    withSpacesOf('Un chicode5años y leído-lima', 'un chico de 5 años y leído - lima'),
    'Un chico de 5 años y leído-lima',
  );
});

test('a translation in other words stays', () => {
  assert.equal(withSpacesOf('Su suegra', 'Su madre - en - ley'), 'Su suegra');
  assert.equal(withSpacesOf('Moderno', 'Estatal - de - el - arte'), 'Moderno');
  assert.equal(withSpacesOf('Veinticinco', ''), 'Veinticinco');
});
