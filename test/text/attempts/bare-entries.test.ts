import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { locateInBare } from '../../../src/text/attempts/glossary-variants.ts';
import type { EntryUse } from '../../../src/text/glossary/glossary-entry.ts';
import type { Restored } from '../../../src/text/glossary/restored-entries.ts';
import { entryUse, type WantedEntry } from '../../support/entry-uses.ts';

const sentence = 'Compro tejido azul.';

const useOf = (translation: string, options: Partial<WantedEntry> = {}) =>
  entryUse(sentence, { start: 7, end: 13, translation, ...options });

/** A translation that has all of `uses`, in order, as wanted. */
function marked(translation: string, uses: readonly EntryUse[]): Restored {
  let from = 0;
  const entries = uses.map((use) => {
    const start = translation.indexOf(use.wanted, from);
    assert.notEqual(start, -1);
    from = start + use.wanted.length;
    return { use, start, end: from, how: 'natural' as const };
  });
  return { translation, entries, missed: new Set(), isValid: true, isDoubtful: false };
}

/** The words of `bare` at the located entries; undefined if they are not located. */
const wordsFound = (bare: string, restored: Restored) =>
  locateInBare(bare, restored, sentence)?.map(({ start, end }) => bare.slice(start, end));

describe('entries in a translation without tokens', () => {
  test('are found at their positions, in the order of the translation', () => {
    const restored = marked('I buy fabric in blue.', [useOf('fabric'), useOf('blue')]);
    assert.deepEqual(wordsFound('In blue I buy fabric.', restored), ['blue', 'fabric']);
  });

  test('are found with any signs inside', () => {
    const sign = fc.constantFrom(...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~…–’');
    const form = fc.string({ unit: sign, minLength: 1, maxLength: 5 }).map((signs) => `a${signs}b`);
    fc.assert(
      fc.property(fc.oneof(form, fc.constantFrom('e-mail', 'C++', '.NET', '$HOME')), (wanted) => {
        const restored = marked(`I buy ${wanted} here.`, [useOf(wanted)]);
        assert.deepEqual(wordsFound(`Here I buy ${wanted} now.`, restored), [wanted]);
      }),
    );
  });

  test('are not found if one occurs less or more often than in the sentence', () => {
    const twice = marked('I buy fabric, blue fabric.', [useOf('fabric'), useOf('fabric')]);
    assert.equal(wordsFound('I buy blue fabric.', twice), undefined);
    assert.equal(wordsFound('I buy fabric, fabric, blue fabric.', twice), undefined);
    assert.deepEqual(wordsFound('I buy blue fabric, fabric.', twice), ['fabric', 'fabric']);
  });

  test("are distinguished from the engine's own equal words by how many of them come before", () => {
    const restored = marked('I buy fabric, blue fabric.', [useOf('blue'), useOf('fabric')]);
    assert.equal(locateInBare('I buy fabric, blue fabric.', restored, sentence)?.at(-1)?.start, 19);
    const first = { ...restored, entries: marked('I buy fabric, blue fabric.', [useOf('fabric')]).entries };
    assert.equal(locateInBare('So I buy fabric, blue fabric.', first, sentence)?.[0]?.start, 9);
  });

  test('are found as whole words only', () => {
    const restored = marked('I buy a pan now.', [useOf('pan')]);
    assert.equal(wordsFound('I buy pancakes now.', restored), undefined);
    assert.equal(wordsFound('I buy a Japan now.', restored), undefined);
  });

  test('are not found with capitals that do not fit their position or their case rule `exact`', () => {
    assert.equal(wordsFound('I buy FABRIC now.', marked('I buy fabric.', [useOf('fabric')])), undefined);
    const exact = useOf('fabric', { caseRule: 'exact' });
    assert.equal(wordsFound('Fabric I buy.', marked('I buy fabric.', [exact])), undefined);
    assert.deepEqual(wordsFound('Fabric I buy.', marked('I buy fabric.', [useOf('fabric')])), ['Fabric']);
  });

  test('are found in another valid number', () => {
    const use = useOf('fabric', { others: ['fabrics'] });
    assert.deepEqual(wordsFound('I buy fabrics now.', marked('I buy fabric.', [use])), ['fabrics']);
  });

  test('are not located if one of them is only part of another', () => {
    const restored = marked('I buy blue fabric and fabric.', [useOf('blue fabric'), useOf('fabric')]);
    assert.equal(wordsFound('I buy blue fabric.', restored), undefined);
  });
});
