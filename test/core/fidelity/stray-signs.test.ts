import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutStraySigns } from '../../../src/core/fidelity/stray-signs.ts';

test('a hyphen without a word behind it is taken out, unless the sentence has one', () => {
  assert.equal(withoutStraySigns('« Oui », dit-il.', '« Sí », dice-.'), '« Sí », dice.');
  assert.equal(withoutStraySigns('Pre- y posguerra', 'Pre- and post-war'), 'Pre- and post-war');
  assert.equal(withoutStraySigns('dit-on', 'se-dice - ya'), 'se-dice - ya');
});

test('no space stands behind a sign that opens, unless the sentence has one', () => {
  assert.equal(withoutStraySigns('“It’s his', '“ Es suyo'), '“Es suyo');
  assert.equal(withoutStraySigns('« Oui »', '« Sí »'), '« Sí »');
});

test('apostrophes and single quotation marks are those of the sentence', () => {
  assert.equal(withoutStraySigns('‘Yes,’ he said', "‘Sí,' dijo"), '‘Sí,’ dijo');
  assert.equal(withoutStraySigns("'Yes,' he said", "‘Sí,' dijo"), "'Sí,' dijo");
  assert.equal(withoutStraySigns("The '90s’", "Los '90s'"), "Los '90s'");
});
