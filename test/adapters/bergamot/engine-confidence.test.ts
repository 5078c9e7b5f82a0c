import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Engine } from '../../../src/text/engine/engine.ts';
import { never, openStarter, pairOf } from './opened-engine.ts';

const sentences = ['La puerta está abierta.', 'El tren llega tarde.', 'Mi hermana vive en Gante & en Brujas.'];
/** With a capital they may be names or not. */
const words = ['Casa', 'Alemania', 'Piano', 'Perro'];

function translate(engine: Engine, segments: readonly string[]): Promise<readonly string[]> {
  return engine.translate({ pair: pairOf('es>en'), segments, share: 'one' }, never());
}

describe('confidence of a translation', () => {
  test('decides between two variants of a word, and changes no other translation', async () => {
    await using engine = await openStarter();
    const plain = await translate(engine, sentences);
    const alone: string[] = [];
    for (const word of words) alone.push(...(await translate(engine, [word])));
    assert.deepEqual(alone, ['House', 'Germany', 'Piano', 'Dog']);
    const mixed = words.flatMap((word, index) => [word, sentences[index] ?? word]);
    const expected = words.flatMap((_, index) => [alone[index], plain[index] ?? alone[index]]);
    assert.deepEqual(await translate(engine, mixed), expected);
  });

  test('is undefined for an empty translation of either variant', async () => {
    await using engine = await openStarter();
    const translations = await translate(engine, ['Siquiera', 'Casa', 'Boxes', 'despedir']);
    assert.deepEqual(translations, ['Siquiera', 'House', 'Boxes', '']);
    assert.deepEqual(engine.reported.restarts, []);
  });
});
