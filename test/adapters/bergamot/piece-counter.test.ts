import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { UnusableModel } from '../../../src/adapters/bergamot/model-format.ts';
import { compileLibrary, startModule } from '../../../src/adapters/bergamot/module.ts';
import { openPieceCounter } from '../../../src/adapters/bergamot/piece-counter.ts';
import { readVocabulary } from '../../../src/adapters/bergamot/vocabulary.ts';
import { microFiles } from '../../support/folder-models.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { widened } from './altered-model.ts';

async function openMicroCounter() {
  const count = openPieceCounter(readVocabulary(await readFile(microFiles.vocabularies[0])));
  assert.ok(count);
  return count;
}

/** Says how many pieces the library itself cuts a text into: told to cut texts after each, it says how many it got. */
async function openOracle(): Promise<(text: string) => number> {
  const module = await startModule(await compileLibrary(), () => undefined);
  const aligned = (bytes: Uint8Array, alignment: number) => {
    const memory = new module.AlignedMemory(bytes.byteLength, alignment);
    memory.getByteArrayView().set(bytes);
    return memory;
  };
  const vocabularies = new module.AlignedMemoryList();
  vocabularies.push_back(aligned(await readFile(microFiles.vocabularies[0]), 64));
  const config = [
    'gemm-precision: int8shiftAlphaAll\nbeam-size: 1\nnormalize: 1.0\nword-penalty: 0\nalignment: soft\ncpu-threads: 0\n',
    'max-length-break: 2\nmini-batch-words: 128\nmax-length-factor: 2.0\nworkspace: 128\nssplit-mode: sentence\n',
    'skip-cost: true\nquiet: true\nquiet-translation: true\n',
  ].join('');
  const model = aligned(await readFile(microFiles.model), 256);
  const loaded = new module.TranslationModel(config, model, aligned(new Uint8Array(0), 64), vocabularies, null);
  const service = new module.BlockingService({ cacheSize: 0 });
  return (text) => {
    const input = new module.VectorString();
    const options = new module.VectorResponseOptions();
    input.push_back(text);
    options.push_back({ alignment: false, html: false, qualityScores: false });
    const response = service.translate(loaded, input, options).get(0) as unknown as { size(): number };
    return response.size();
  };
}

test('a text has as many pieces as the library makes of it', async () => {
  const [count, oracle] = await Promise.all([openMicroCounter(), openOracle()]);
  const texts = [
    'Hola.',
    '¿Dónde está la biblioteca?',
    'El 23 de julio de 1999, a las 4:30, Andrés pagó 1.250 € (unos $1,390).',
    'Desoxirribonucleico, otorrinolaringólogo y https://example.org/a?b=c&d=%20',
    'MAYÚSCULAS, ñandú, pingüino, façade, naïve, Łódź, Ελλάδα, Москва',
    '“Comillas” ‘simples’ «angulares» —raya— 漢字 かな 한국어 🙂',
    '<> & @ # § a_b {c} [d] \\e / ~ ^ `',
  ];
  for (const text of texts) assert.equal(count(text), oracle(text), text);
  const word = fc.string({
    unit: fc.constantFrom(...'aeosrnidltcuáéñüqwxkz.,;¿?¡!0123456789漢é🙂ßЖ'),
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
      const text = words.join(' ');
      assert.equal(count(text), oracle(text), text);
    }),
    { numRuns: propertyRuns('', 60) },
  );
});

test('where normalising may change a text, or the library would cut it, nothing is claimed', async () => {
  const count = await openMicroCounter();
  const uncertain = [
    '',
    ' a',
    'a ',
    'a  b',
    'a\u00a0b',
    'a\u00adb',
    'a\u200bb',
    'e\u0301',
    '½',
    'ﬁn',
    '１２',
    '\u2581',
    '\u{fffd}',
    'a\ud800',
  ];
  for (const text of uncertain) assert.equal(count(text), undefined, JSON.stringify(text));
  assert.equal(count('漢'.repeat(60)), undefined);
  assert.equal(count('hola '.repeat(1_000_000).trim()), undefined);
});

test('a vocabulary cut short, damaged or of another kind is refused', async () => {
  const file = await readFile(microFiles.vocabularies[0]);
  assert.equal(readVocabulary(file).pieces.length, 6_000);
  assert.equal(readVocabulary((await widened(6_010)).vocabulary).pieces.length, 6_010);
  for (const bytes of [
    Buffer.alloc(0),
    file.subarray(0, 50_000),
    file.subarray(0, -1),
    Buffer.from('{"vocabulary":[]}'),
  ]) {
    assert.throws(() => readVocabulary(bytes), UnusableModel);
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      assert.throws(() => readVocabulary(bytes), UnusableModel);
    }),
    { numRuns: propertyRuns('', 300) },
  );
});
