import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutStraySigns } from '../../../src/core/checks/stray-signs.ts';

test('a hyphen without a word behind it is taken out, unless the sentence has one', () => {
  assert.equal(withoutStraySigns('« Oui », dit-il.', '« Sí », dice-.'), '« Sí », dice.');
  assert.equal(withoutStraySigns('Pre- y posguerra', 'Pre- and post-war'), 'Pre- and post-war');
  assert.equal(withoutStraySigns('dit-on', 'se-dice - ya'), 'se-dice - ya');
});

test('no space stands behind a sign that opens, unless the sentence has one', () => {
  assert.equal(withoutStraySigns('“It’s his', '“ Es suyo'), '“Es suyo');
  assert.equal(withoutStraySigns('Say "it’s" and "no"', 'Di " es" y "no "'), 'Di "es" y "no"');
  assert.equal(withoutStraySigns('Say " a " and 5"', 'Di " a " y 5"'), 'Di " a " y 5"');
  assert.equal(withoutStraySigns('« Oui »', '« Sí »'), '« Sí »');
});

test('apostrophes and single quotation marks are those of the sentence', () => {
  assert.equal(withoutStraySigns('‘Yes,’ he said', "‘Sí,' dijo"), '‘Sí,’ dijo');
  assert.equal(withoutStraySigns("'Yes,' he said", "‘Sí,' dijo"), "'Sí,' dijo");
  assert.equal(withoutStraySigns("The '90s’", "Los '90s'"), "Los '90s'");
});

test('of two words for one the first is left, unless the sentence has a slash', () => {
  assert.equal(withoutStraySigns('YouTube, sí', 'YouTube/Youtube, yes'), 'YouTube, yes');
  assert.equal(withoutStraySigns('60 km por hora', '60 km/h'), '60 km/h');
  assert.equal(withoutStraySigns('blanco/negro', 'white/black'), 'white/black');
});
