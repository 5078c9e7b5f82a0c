import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { chrf2 } from '../../../../eval/chrf.ts';
import { isMoreConfident, normaliseSegment } from '../../../../src/adapters/bergamot/post-edit/normalised-segment.ts';
import type { EngineTranslation } from '../../../../src/adapters/bergamot/worker.ts';
import { WorkerThread } from '../../../../src/adapters/bergamot/worker-thread.ts';
import type { LanguagePair, LanguageTag } from '../../../../src/text/languages/language.ts';
import { microFiles } from '../../../support/folder-models.ts';
import { names, nouns } from './everyday-words.ts';

const pair: LanguagePair = { source: 'es' as LanguageTag, target: 'en' as LanguageTag };
const thread = await WorkerThread.start();
const { model } = await thread.load({ files: microFiles, threads: 1, scratchBytes: 2 ** 24 });
after(() => thread[Symbol.asyncDispose]());

/** The model's translations of `texts` without repairs. */
async function bare(texts: readonly string[]): Promise<readonly string[]> {
  return (await translate(texts)).map(({ text }) => text);
}

/** As it does with what it gets wrong put right around it. */
async function translateNormalised(texts: readonly string[]): Promise<readonly string[]> {
  const segments = texts.map((text) => normaliseSegment(text, pair));
  const [first, second] = [
    await translate(segments.map(({ text }) => text)),
    await translate(segments.map(({ text, other }) => other ?? text)),
  ];
  return segments.map(({ restore }, index) => {
    const [one, other] = [first[index], second[index]];
    const isOther = isMoreConfident(other?.confidence, one?.confidence);
    return restore((isOther ? other : one)?.text ?? '');
  });
}

async function translate(texts: readonly string[]): Promise<readonly EngineTranslation[]> {
  const task = { key: 1, model, isScored: true, texts: texts.map((text) => ({ text, isAligned: false })) };
  return (await thread.translate(task, 60_000)) ?? assert.fail('the call was abandoned');
}

/** How many words came out as one of their meanings, whatever stands around them. */
function countRight(words: Readonly<Record<string, string>>, translations: readonly string[]): number {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L} ]/gu, '')
      .trim();
  return Object.values(words).filter((meanings, index) => {
    return meanings
      .toLowerCase()
      .split('|')
      .includes(plain(translations[index] ?? ''));
  }).length;
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

describe('A real small model', () => {
  for (const [form, write] of [
    ['with a capital', capitalized],
    ['with a capital and a full stop', (word) => `${capitalized(word)}.`],
    ['in capitals', (word) => word.toUpperCase()],
    ['as an exclamation', (word) => `¡${capitalized(word)}!`],
  ] as readonly (readonly [string, (word: string) => string])[]) {
    test(`translates four of five single everyday words ${form}, and without normalisation less than one of four`, async () => {
      const words = Object.keys(nouns);
      const [without, normalised] = [await bare(words.map(write)), await translateNormalised(words.map(write))];
      assert.ok(words.length >= 100);
      assert.ok(countRight(nouns, without) < words.length / 4, `${countRight(nouns, without)} of ${words.length}`);
      assert.ok(
        countRight(nouns, normalised) > words.length * 0.8,
        `${countRight(nouns, normalised)} of ${words.length}`,
      );
    });
  }

  test('translates single names', async () => {
    const words = Object.keys(names);
    const right = countRight(names, await translateNormalised(words));
    assert.ok(right > words.length * 0.8, `${right} of ${words.length}`);
  });

  test('translates a sentence in capitals as well as in small letters', async () => {
    const sources = Object.keys(sentences);
    const references = Object.values(sentences).map((sentence) => sentence.toUpperCase());
    const capitals = sources.map((sentence) => sentence.toUpperCase());
    const [without, normalised] = [
      chrf2(await bare(capitals), references),
      chrf2(await translateNormalised(capitals), references),
    ];
    assert.ok(without < 25 && normalised > 75, `${without} and ${normalised}`);
  });

  test('translates a question without its opening mark as a question', async () => {
    const sources = Object.keys(questions);
    const references = Object.values(questions);
    const [without, normalised] = [
      chrf2(await bare(sources), references),
      chrf2(await translateNormalised(sources), references),
    ];
    assert.ok(without < 70 && normalised > 80, `${without} and ${normalised}`);
  });

  test('ends a translation as the segment ends', async () => {
    const ends = ['', '.', '!', '?', '…', ':'];
    const segments = Object.keys(sentences).flatMap((sentence) => ends.map((end) => sentence.replace(/\.$/, end)));
    const translations = await translateNormalised(segments);
    for (const [index, segment] of segments.entries()) {
      const end = /[.!?…:]*$/.exec(segment)?.[0];
      assert.equal(/[.!?…:]*$/.exec(translations[index] ?? '')?.[0], end, `${segment} > ${translations[index]}`);
    }
  });
});

const sentences: Readonly<Record<string, string>> = {
  'El perro negro duerme.': 'The black dog is sleeping.',
  'Mi hermano vive en una casa grande.': 'My brother lives in a big house.',
  'Tengo tres gatos y un perro.': 'I have three cats and a dog.',
  'No quiero ir a la escuela mañana.': "I don't want to go to school tomorrow.",
  'Ella trabaja en un hospital.': 'She works in a hospital.',
  'El tren llega a las ocho.': 'The train arrives at eight.',
  'Me gusta el café con leche.': 'I like coffee with milk.',
  'Los niños juegan en el jardín.': 'The children are playing in the garden.',
  'Hace mucho frío en invierno.': 'It is very cold in winter.',
  'La puerta está abierta.': 'The door is open.',
};

const questions: Readonly<Record<string, string>> = {
  'Cuándo vienes?': 'When are you coming?',
  'Por qué lloras?': 'Why are you crying?',
  'Tienes hambre?': 'Are you hungry?',
  'Hablas inglés?': 'Do you speak English?',
  'Cuánto cuesta?': 'How much does it cost?',
  'Te gusta el café?': 'Do you like coffee?',
  'Puedes ayudarme?': 'Can you help me?',
  'Vives aquí?': 'Do you live here?',
  'De dónde eres?': 'Where are you from?',
  'Estás casado?': 'Are you married?',
  'Has comido?': 'Have you eaten?',
  'Qué quieres?': 'What do you want?',
  'Hola, cómo estás?': 'Hello, how are you?',
};
