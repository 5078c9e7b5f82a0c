import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { lightMorphology } from '../../support/light-morphology.ts';

describe('number of a noun of several words, by its endings', () => {
  const pairs: readonly (readonly [string, string, string])[] = [
    ['es', 'red neuronal', 'redes neuronales'],
    ['es', 'base de datos', 'bases de datos'],
    ['es', 'contrato digital de compra', 'contratos digitales de compra'],
    ['es', 'pantalla OLED', 'pantallas OLED'],
    ['en', 'neural network', 'neural networks'],
    ['en', 'point of sale', 'points of sale'],
    ['fr', 'réseau neuronal', 'réseaux neuronaux'],
    ['pt', 'rede neural', 'redes neurais'],
    ['es', 'coche-cama', 'coches-cama'],
    ['es', 'ex-alumno', 'ex-alumnos'],
    ['fr', 'arc-en-ciel', 'arcs-en-ciel'],
    ['fr', 'plug-in', 'plug-ins'],
    ['en', 'mother-in-law', 'mothers-in-law'],
    ['en', 'passer-by', 'passers-by'],
    ['en', 'add-on', 'add-ons'],
  ];
  for (const [language, singular, plural] of pairs) {
    test(`has its plural where it shows it: ${plural}`, async () => {
      const tag = language as LanguageTag;
      assert.deepEqual(await lightMorphology.numbersOf(tag, [singular], 'plural'), new Map([[singular, plural]]));
      assert.deepEqual(await lightMorphology.numbersOf(tag, [plural], 'singular'), new Map([[plural, singular]]));
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
