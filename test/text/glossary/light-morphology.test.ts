import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { readCases } from '../../support/case-file.ts';
import { lightMorphology } from '../../support/light-morphology.ts';

describe('number of a noun of several words, by its endings', () => {
  for (const { title, rows } of readCases(import.meta.url, 'numbers-of-nouns.txt')) {
    test(`has its plural where it shows it in ${title}`, async () => {
      const language = title as LanguageTag;
      for (const [singular = '', plural = ''] of rows) {
        assert.deepEqual([...(await lightMorphology.numbersOf(language, [singular], 'plural')).values()], [plural]);
        assert.deepEqual([...(await lightMorphology.numbersOf(language, [plural], 'singular')).values()], [singular]);
      }
    });
  }

  test('is unknown if the words may agree otherwise, or for an unknown language', async () => {
    assert.deepEqual(
      await lightMorphology.numbersOf('es' as LanguageTag, ['software libre', 'llave en mano x'], 'plural'),
      new Map([['llave en mano x', 'llaves en mano x']]),
    );
    assert.deepEqual(await lightMorphology.numbersOf('de' as LanguageTag, ['neuronales Netz'], 'plural'), new Map());
    assert.deepEqual(await lightMorphology.numbersOf('ja' as LanguageTag, ['網'], 'plural'), new Map());
  });
});
