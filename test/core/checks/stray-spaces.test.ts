import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutStraySpaces } from '../../../src/core/checks/stray-spaces.ts';

test('where a word was left out, one space stands between its neighbours', () => {
  assert.equal(withoutStraySpaces('Se come con leche', 'It eats  with milk'), 'It eats with milk');
  assert.equal(withoutStraySpaces('Uno, dos', 'One,    two'), 'One, two');
});

test('no space stands before a sign that closes', () => {
  assert.equal(withoutStraySpaces('La puerta se abre.', 'The door opens .'), 'The door opens.');
  assert.equal(withoutStraySpaces('(Se fue, y ya)', '(It went , already  )'), '(It went, already)');
});

test('what a language sets apart by a space stays apart, and so does what begins with a point', () => {
  for (const translation of ['Salut !', '« Non »', 'Pourquoi ?', 'The new .NET', 'Of .5 metres']) {
    assert.equal(withoutStraySpaces('Hola', translation), translation);
  }
});

test('a sentence that writes a space before a sign has its translation keep those of the engine', () => {
  assert.equal(withoutStraySpaces('La porte ! Le .NET', 'La puerta ! El .NET'), 'La puerta ! El .NET');
});
