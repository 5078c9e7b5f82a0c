import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutStrayPunctuation } from '../../../src/text/checks/stray-punctuation.ts';

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
