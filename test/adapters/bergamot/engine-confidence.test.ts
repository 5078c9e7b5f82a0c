import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hostBytes, residentBytes } from '../../../src/adapters/bergamot/model-host.ts';
import type { Engine } from '../../../src/core/engine/engine.ts';
import { installedModel } from '../../support/folder-models.ts';
import { never, openMicro, pairOf } from './opened-engine.ts';

const sentences = ['La puerta está abierta.', 'El tren llega tarde.', 'Mi hermana vive en Gante & en Brujas.'];
/** Of which a capital leaves open whether they are names. */
const words = ['Casa', 'Madrid', 'Iglesia', 'Perro'];

function translate(engine: Engine, segments: readonly string[]): Promise<readonly string[]> {
  return engine.translate({ pair: pairOf('es>en'), segments, share: 'one' }, never());
}

describe('how sure a model is', () => {
  test('decides between two wordings of a word, and nothing else depends on it', async () => {
    await using engine = await openMicro();
    const plain = await translate(engine, sentences);
    assert.deepEqual(engine.told.confidences, []);
    const alone: string[] = [];
    for (const word of words) alone.push(...(await translate(engine, [word])));
    assert.equal(alone[0], 'House');
    assert.ok(engine.told.confidences.length >= words.length);
    const mixed = words.flatMap((word, index) => [word, sentences[index] ?? word]);
    const expected = words.flatMap((_, index) => [alone[index], plain[index] ?? alone[index]]);
    assert.deepEqual(await translate(engine, mixed), expected);
  });

  test('is told of every sentence where that is asked for, and changes none', async () => {
    await using silent = await openMicro();
    await using engine = await openMicro({ isScored: true });
    assert.deepEqual(await translate(engine, sentences), await translate(silent, sentences));
    assert.equal(engine.told.confidences.length, sentences.length);
    for (const confidence of engine.told.confidences) assert.ok(confidence > 0 && confidence <= 1, `${confidence}`);
    assert.deepEqual(await translate(engine, words), await translate(silent, words));
  });

  test('is not asked of a text of which nothing is left, upon which the library would fall', async () => {
    for (const isScored of [false, true]) {
      await using engine = await openMicro({ isScored });
      assert.deepEqual(await translate(engine, ['N', 'Casa', 'n', 'de']), ['Next', 'House', '', '']);
      assert.deepEqual(engine.told.restarts, []);
    }
  });

  test('is not asked for where there is no memory for that', async () => {
    const { bytes } = await installedModel('es>en');
    const memoryBytesMax = hostBytes + residentBytes(bytes) + bytes;
    await using engine = await openMicro({ limits: { memoryBytesMax } });
    const translations = await translate(engine, [...words, ...sentences]);
    assert.ok(translations.every((translation) => translation !== ''));
    assert.deepEqual(engine.told.confidences, []);
  });
});
