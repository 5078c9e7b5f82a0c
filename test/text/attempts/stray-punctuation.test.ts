import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutStrayPunctuation, withoutStraySpaces } from '../../../src/text/attempts/hops.ts';

test('removes a hyphen without a word after it, unless the sentence has one', () => {
  assert.equal(withoutStrayPunctuation('« Oui », dit-il.', '« Sí », dice-.'), '« Sí », dice.');
  assert.equal(withoutStrayPunctuation('Pre- y posguerra', 'Pre- and post-war'), 'Pre- and post-war');
  assert.equal(withoutStrayPunctuation('dit-on', 'se-dice - ya'), 'se-dice - ya');
});

test('removes a space after an opening sign, unless the sentence has one', () => {
  assert.equal(withoutStrayPunctuation('“It’s his', '“ Es suyo'), '“Es suyo');
  assert.equal(withoutStrayPunctuation('Say "it’s" and "no"', 'Di " es" y "no "'), 'Di "es" y "no"');
  assert.equal(withoutStrayPunctuation('Say " a " and 5"', 'Di " a " y 5"'), 'Di " a " y 5"');
  assert.equal(withoutStrayPunctuation('« Oui »', '« Sí »'), '« Sí »');
});

test('writes apostrophes and single quotation marks as in the sentence', () => {
  assert.equal(withoutStrayPunctuation('‘Yes,’ he said', "‘Sí,' dijo"), '‘Sí,’ dijo');
  assert.equal(withoutStrayPunctuation("'Yes,' he said", "‘Sí,' dijo"), "'Sí,' dijo");
  assert.equal(withoutStrayPunctuation("The '90s’", "Los '90s'"), "Los '90s'");
});

test('keeps the first of two alternatives with a slash, unless the sentence has a slash', () => {
  assert.equal(withoutStrayPunctuation('YouTube, sí', 'YouTube/Youtube, yes'), 'YouTube, yes');
  assert.equal(withoutStrayPunctuation('60 km por hora', '60 km/h'), '60 km/h');
  assert.equal(withoutStrayPunctuation('blanco/negro', 'white/black'), 'white/black');
});

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
