import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repairFor } from '../../../src/adapters/apertium/mode-faults.ts';

test('removes numbers of meanings from words, and keeps those of the sentence', () => {
  assert.equal(repairFor('ukr-rus')('Штат¹⁻²ов 2019', 'Штатів 2019'), 'Штатов 2019');
  assert.equal(repairFor('rus-ukr')('впасти¹ на', 'упавших на'), 'впасти на');
  assert.equal(repairFor('rus-ukr')('м² штат¹а', 'м² штата'), 'м² штат¹а');
});

test('keeps straight quotation marks straight', () => {
  assert.equal(repairFor('nld-afr')("'n ‘green card'", "een 'green card'"), "'n 'green card'");
  assert.equal(repairFor('nld-afr')('‘green card’', '‘green card’'), '‘green card’');
});

test('keeps one form of an ordinal', () => {
  assert.equal(repairFor('bul-mkd')('од 1200-те/1200-тите', 'от 1200-те'), 'од 1200-те');
  assert.equal(repairFor('bul-mkd')('1-ви/2-ри', '1-ви/2-ри'), '1-ви/2-ри');
});
