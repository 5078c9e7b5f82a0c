import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { readModeName } from '../../../src/adapters/apertium/language-tags.ts';
import { properIn, withoutAddedCapitals } from '../../../src/adapters/apertium/mode-faults.ts';
import { propertyRuns } from '../../support/property-runs.ts';

function repaired(mode: string, sentence: string, translation: string): string {
  const languages = readModeName(mode);
  assert.ok(languages !== undefined);
  return withoutAddedCapitals(translation, sentence, properIn(languages));
}

test('removes capitals that the sentence lacks', () => {
  for (const [mode, sentence, translation, wanted] of [
    ['swe-isl', 'Hunden sover i huset.', 'Hundurinn SEFUR Í Húsinu.', 'Hundurinn sefur í húsinu.'],
    ['swe-isl', 'Anna bor i Stockholm.', 'Anna BÝR í Stokkhólmi.', 'Anna býr í Stokkhólmi.'],
    ['spa-eng', 'Gracias a todos', 'THANKS TO all', 'Thanks to all'],
    ['spa-eng', 'es de Kruti', 'Is of Kruti', 'is of Kruti'],
    ['fr-es', "L'eau est froide", 'EL agua es fría', 'El agua es fría'],
  ] as const) {
    assert.equal(repaired(mode, sentence, translation), wanted);
  }
});

test('keeps the capitals of names, acronyms, quoted sentences and titles', () => {
  for (const [mode, sentence, translation] of [
    ['eng-spa', "Spain's economy is big", 'La economía de España es grande'],
    ['eng-spa', 'The EU and the U.S. agree', 'La Unión Europea y los EE UU están de acuerdo'],
    ['spa-eng', 'Dijo: "La casa de Londres"', 'He said: "The house of London"'],
    ['spa-eng', 'Casa Grande Con Jardín', 'Big House With Garden'],
    ['spa-eng', 'el lunes llega un francés con sida', 'on Monday arrives a French with AIDS'],
    ['fra-cat', "L'Union européenne", 'La Unió Europea'],
    ['swe-isl', 'Idag är HIV, sade NATO', 'Í dag er HIV, sagði NATO'],
  ] as const) {
    assert.equal(repaired(mode, sentence, translation), translation);
  }
});

test('changes no letter but its case', () => {
  const text = fc.stringMatching(/^(?:[A-ZÀ-Ü]?[a-zà-ü]{0,3}[ .,]|[A-Z]{1,3} ){0,12}$/);
  fc.assert(
    fc.property(text, text, (sentence, translation) => {
      assert.equal(repaired('spa-eng', sentence, translation).toLowerCase(), translation.toLowerCase());
    }),
    { numRuns: propertyRuns('SQLite', 200) },
  );
});
