import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutStraySpaces } from '../../../src/text/checks/stray-spaces.ts';

test('leaves one space in place of an omitted word', () => {
  assert.equal(withoutStraySpaces('Se come con leche', 'It eats  with milk'), 'It eats with milk');
  assert.equal(withoutStraySpaces('Uno, dos', 'One,    two'), 'One, two');
});

test('removes a space before a closing sign', () => {
  assert.equal(withoutStraySpaces('La puerta se abre.', 'The door opens .'), 'The door opens.');
  assert.equal(withoutStraySpaces('(Se fue, y ya)', '(It went , already  )'), '(It went, already)');
});

test('keeps spaces that the language writes before a sign, and before words that begin with a point', () => {
  for (const translation of ['Salut !', '« Non »', 'Pourquoi ?', 'The new .NET', 'Of .5 metres']) {
    assert.equal(withoutStraySpaces('Hola', translation), translation);
  }
});

test('keeps the engine’s spaces before signs if the sentence has such spaces', () => {
  assert.equal(withoutStraySpaces('La porte ! Le .NET', 'La puerta ! El .NET'), 'La puerta ! El .NET');
});
