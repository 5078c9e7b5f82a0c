import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mendTranslation } from '../../../src/adapters/apertium/mode-faults.ts';

test('words that were handed the capital of the first word give it back, names keep theirs', () => {
  const mended = (translation: string, sentence: string) => mendTranslation('swe-isl', translation, sentence);
  assert.equal(
    mended('Hundurinn SEFUR Í Húsinu og Barnið Les.', 'Hunden sover i huset och barnet läser.'),
    'Hundurinn sefur í húsinu og barnið les.',
  );
  assert.equal(mended('Anna BÝR í Stokkhólmi.', 'Anna bor i Stockholm.'), 'Anna býr í Stokkhólmi.');
  assert.equal(mended('„Í Dag er HIV“ sagði NATO.', '"Idag är HIV" sade NATO.'), '„Í dag er HIV“ sagði NATO.');
});

test('other modes keep their capitals', () => {
  assert.equal(mendTranslation('isl-swe', 'Hunden SOVER', 'Hundurinn sefur'), 'Hunden SOVER');
});
