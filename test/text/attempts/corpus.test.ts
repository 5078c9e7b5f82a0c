import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDetector } from '../../../src/adapters/detection/detector.ts';
import { TranslationCache } from '../../../src/text/cache/translation-cache.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { needsApertium, openInstalled } from '../../adapters/apertium/installed-apertium.ts';
import { openTranslator } from '../../shop/sale/translator-world.ts';
import {
  type CorpusFile,
  type CorpusReply,
  corpusFolders,
  findDamage,
  findSlips,
  readCorpus,
} from '../../support/corpus.ts';
import { sampled } from '../../support/property-runs.ts';

const filesMin = 320;
const filesInOtherPairsMin = 60;
const charactersMax = 100_000;

const files = corpusFolders().flatMap(readCorpus);

test(`the corpus has at least ${filesMin} files, ${filesInOtherPairsMin} of them in other pairs than es>en`, () => {
  assert.ok(files.length >= filesMin, String(files.length));
  const others = files.filter(({ expected }) => expected.pair !== 'es>en');
  assert.ok(others.length >= filesInOtherPairsMin, String(others.length));
});

test('every expectation of the corpus fits its source, and a translation can violate it', () => {
  const slips = files.flatMap((file) => findSlips(file).map((slip) => `${file.path}: ${slip}`));
  assert.deepEqual(slips, []);
});

test('an unchanged source is detected unless there is nothing to translate', () => {
  const missed = files.filter((file) => {
    const untranslated = { text: file.text, charged: file.expected.unchanged ? 0 : [...file.text].length };
    return findDamage(file, untranslated).length > 0 !== (file.expected.gone ?? []).length > 0;
  });
  const paths = missed.map(({ path }) => path);
  assert.deepEqual(paths, []);
});

test('each kind of damage is reported as its own issue', () => {
  const text = '<b>La casa</b> de {x}:\n 5 < 6.';
  const intact = '<b>The house</b> of {x}:\n 5 < 6.';
  const enclosed = [['<b>', '</b>']] as const;
  const around = [['<b>', 'house', '</b>']] as const;
  const expected = { pair: 'es>en', marks: ['{x}'], gone: ['casa'], order: ['<b>', '{x}'], enclosed, around };
  const damageOf = (reply: string, charged = [...text].length) =>
    findDamage({ path: '', text, expected }, { text: reply, charged }).map((each) => each.split(':')[0]);
  assert.deepEqual(damageOf(intact), []);
  assert.deepEqual(damageOf(intact, 1), [`It cost 1 characters, not ${[...text].length}.`]);
  assert.deepEqual(damageOf(intact.replace('house', 'casa')), [
    '"casa" was not translated.',
    'No "<b>" stands before "house".',
  ]);
  assert.deepEqual(damageOf(intact.replace('\n ', '\n')), ['Line breaks']);
  assert.deepEqual(damageOf(intact.replace('5', '9')), ['Numbers']);
  assert.deepEqual(damageOf(intact.replace(' <', ' >')), ['Signs']);
  assert.deepEqual(damageOf(intact.replace('of {x}', '{x} of')), []);
  assert.deepEqual(damageOf('{x} <b></b>the house of:\n 5 < 6.'), [
    'Order',
    '"</b>" closes on nothing.',
    'No "<b>" stands before "house".',
  ]);
  assert.deepEqual(damageOf(intact.replace('{x}', '{y}')), ['"{x}" occurs 0 times, not 1.', 'Order']);
});

test(
  'every file of the corpus, or a sample of each folder, is translated by Apertium without damage',
  needsApertium,
  async (t) => {
    await using engine = await openInstalled();
    const parts = { detector: await openDetector(), cache: new TranslationCache(2 ** 24) };
    await using service = await openTranslator(engine, parts);
    await service.buy(charactersMax * 100);
    const translate = async ({ text, expected }: CorpusFile): Promise<CorpusReply> => {
      const [source, target] = expected.pair.split('>') as [LanguageTag, LanguageTag];
      const { translatedText, charged } = await service.translate({ text, source, target });
      return { text: translatedText, charged };
    };
    for (const folder of corpusFolders()) {
      await t.test(
        `marks, numbers, signs and white space of ${folder} are kept, and its words are translated`,
        async () => {
          const damage: string[] = [];
          for (const file of sampled(readCorpus(folder))) {
            const found = await translate(file).then((reply) => findDamage(file, reply), describeFailure);
            damage.push(...found.map((each) => `${file.path}: ${each}`));
          }
          assert.deepEqual(damage, []);
        },
      );
    }
  },
);

function describeFailure(error: unknown): readonly string[] {
  return [`It was not translated: ${String(error)}`];
}
