import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import {
  loadModel,
  type ModelFiles,
  probeArithmetics,
  type Translation,
  Translator,
  UnusableModel,
} from '../src/index.ts';
import { type Pair, readStarterModel } from './starter-model.ts';
import type { ThreadTask } from './translating-thread.ts';

/** Translations of the starter models by @browsermt/bergamot-translator 0.4.9, without a shortlist. */
const recorded: Readonly<Record<Pair, readonly (readonly [source: string, target: string])[]>> = JSON.parse(
  readFileSync(new URL('fixtures/translations.json', import.meta.url), 'utf8'),
);
const { shortlist, vocabulary, ...weights } = readStarterModel('es-en');
const files: ModelFiles = { ...weights, vocabularies: [vocabulary] };
const withShortlist = { ...files, shortlist };
const sentences = [
  ...recorded['es-en'].map(([source]) => source),
  ...['', ' ', 'Sí', '¿Qué?', '🙂 ñandú ⟨x⟩', 'a'.repeat(70), 'La casa. '.repeat(20)],
];
const everything = { hasScores: true, hasAlignments: true };
const kinds = probeArithmetics();
/** Every fourth sentence in a quick run. */
const some = sentences.filter((_, index) => Number(process.env['FC_RUNS'] || 1) >= 1 || index % 4 === 0);

describe('Translator', () => {
  for (const [pair, differences] of Object.entries({
    'es-en': ['types name after you want to eat.', 'My sister lives in Gante & in Brujas.'],
    'en-es': [],
  })) {
    it(`translates ${pair} like the Bergamot library, except where the library saturates sums`, () => {
      const starter = readStarterModel(pair as Pair);
      const known = recorded[pair as Pair];
      const translator = new Translator(loadModel({ model: starter.model, vocabularies: [starter.vocabulary] }));
      const translations = translator.translate(known.map(([source]) => source));
      const others = translations.filter(({ text }, index) => text !== known[index]?.[1]);
      assert.deepEqual(
        others.map(({ text }) => text),
        differences,
      );
    });
  }

  for (const [name, given] of Object.entries({ 'all pieces': files, 'a shortlist': withShortlist })) {
    it(`gives the same result in batches of any size with any arithmetic, choosing from ${name}`, () => {
      const results = kinds.flatMap((arithmetic) => {
        const translator = new Translator(loadModel(given, { arithmetic }));
        return [1, 8, 32].map((size) => {
          const batches = Array.from({ length: Math.ceil(some.length / size) }, (_, index) =>
            some.slice(index * size, (index + 1) * size),
          );
          return batches.flatMap((batch) => translator.translate(batch, everything));
        });
      });
      for (const result of results) assert.deepEqual(result, results[0]);
    });
  }

  it('gives the same result in two threads at once, on one memory', async () => {
    const model = loadModel(withShortlist, { threads: 3, scratchBytes: 2 ** 22 });
    const expected = new Translator(model, 2).translate(some, everything);
    const awaited = new Int32Array(new SharedArrayBuffer(4)).fill(2);
    const received = [0, 1].map(async (slot) => {
      const workerData: ThreadTask = { model, slot, sentences: some, rounds: 3, awaited };
      const worker = new Worker(new URL('translating-thread.ts', import.meta.url), { workerData });
      const translations: (readonly Translation[])[] = [];
      worker.on('message', (message: readonly Translation[]) => translations.push(message));
      await once(worker, 'exit');
      return translations;
    });
    assert.deepEqual(
      await Promise.all(received),
      [0, 1].map(() => [expected, expected, expected]),
    );
  });

  it('aligns each piece with the source pieces that it translates', () => {
    const source = 'El perro negro duerme.';
    const [translation] = new Translator(loadModel(files)).translate([source], everything);
    assert.ok(translation);
    const { text, starts, sourceStarts, alignment } = translation;
    const aligned = Array.from(starts, (start, index) => {
      const row = alignment.subarray(index * sourceStarts.length, (index + 1) * sourceStarts.length);
      const best = row.indexOf(Math.max(...row));
      return [text.slice(start, starts[index + 1]), source.slice(sourceStarts[best], sourceStarts[best + 1])];
    });
    assert.deepEqual(aligned, [
      ['The', 'El'],
      [' black', ' negro'],
      [' dog', ' perro'],
      [' is', ' duerme'],
      [' sleeping', ' duerme'],
      ['.', '.'],
    ]);
  });

  it('scores a usual sentence higher than an unusual one', () => {
    const [usual, unusual] = new Translator(loadModel(files))
      .translate(['Muchas gracias.', 'Perro mesa azul por que de.'], everything)
      .map(({ scores }) => scores.reduce((sum, score) => sum + score, 0) / scores.length);
    assert.ok(usual !== undefined && unusual !== undefined && usual > 0.5 * unusual);
  });

  it('ends a translation at its limit, and refuses too long sentences before it begins', () => {
    const translator = new Translator(loadModel(files, { scratchBytes: 2 ** 21 }));
    const [cut] = translator.translate(['Tengo tres gatos y un perro.'], { lengthFactor: 0.5 });
    assert.equal(cut?.isComplete, false);
    assert.throws(() => translator.translate(['Hola.', 'No. '.repeat(200)]), /^RangeError: a sentence needs \d+ bytes/);
    assert.throws(
      () => translator.translate(['Hola.', 'No. '.repeat(2000)]),
      /^RangeError: a sentence must have 1 to 1024/,
    );
    assert.throws(() => new Translator(loadModel(files), 1), RangeError);
  });
});

describe('loadModel', () => {
  it('refuses files that do not belong together, and unsuitable sizes of scratch space', () => {
    for (const wrong of [
      { ...files, vocabularies: [shortlist] as const },
      { ...files, model: vocabulary },
      { ...files, shortlist: vocabulary },
    ]) {
      assert.throws(() => loadModel(wrong), UnusableModel);
    }
    for (const options of [{ scratchBytes: 1000 }, { threads: 0 }, { threads: 1.5 }, { scratchBytes: 2 ** 33 }]) {
      assert.throws(() => loadModel(files, options), RangeError);
    }
  });

  it('reports the memory that the model takes', () => {
    const { bytes } = loadModel(files, { threads: 2, scratchBytes: 2 ** 20 });
    assert.ok(bytes > 2 * 2 ** 20 + files.model.length && bytes < 2 * 2 ** 20 + 2 * files.model.length);
  });
});
