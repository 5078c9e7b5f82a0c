import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { chrf2 } from '../../../../eval/chrf.ts';
import { writeNumberWords } from '../../../../src/text/checks/number-words.ts';
import { openStarter, translate } from '../opened-engine.ts';
import { openStarterTranslator } from '../segments-with-tokens.ts';
import { names, nouns } from './everyday-words.ts';

const translator = openStarterTranslator();
const engine = await openStarter();
after(() => engine[Symbol.asyncDispose]());

/** The model's translations of `texts` without repairs. */
const bare = (texts: readonly string[]): readonly string[] => translator.translate(texts).map(({ text }) => text);

/** The engine's translations, with repairs. */
const translateNormalised = (segments: readonly string[]) => translate(engine, { segments });

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

describe('A real model', () => {
  for (const [form, write] of [
    ['with a capital', capitalized],
    ['with a capital and a full stop', (word) => `${capitalized(word)}.`],
    ['in capitals', (word) => word.toUpperCase()],
    ['as an exclamation', (word) => `¡${capitalized(word)}!`],
  ] as readonly (readonly [string, (word: string) => string])[]) {
    test(`translates four of five single everyday words ${form}, and without normalisation less than half as many`, async () => {
      const words = Object.keys(nouns);
      const without = countRight(nouns, bare(words.map(write)));
      const normalised = countRight(nouns, await translateNormalised(words.map(write)));
      assert.ok(words.length >= 100);
      assert.ok(normalised > words.length * 0.8, `${normalised} of ${words.length}`);
      assert.ok(without < normalised / 2, `${without} of ${words.length}`);
    });
  }

  test('translates each century as itself, and without normalisation less than one of four', async () => {
    const romans = 'II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI'.split(' ');
    const sources = romans.map((roman) => `El siglo ${roman} fue largo.`);
    const isRight = (translation: string, index: number) =>
      new RegExp(`\\b${index + 2}\\p{Ll}{2} century\\b`, 'u').test(translation);
    assert.ok((await translateNormalised(sources)).every(isRight));
    assert.ok(bare(sources).filter(isRight).length < romans.length / 4);
  });

  test('translates each number from 11 to 99 at the start of a sentence as itself, and without normalisation less than one of four', async () => {
    const values = Array.from({ length: 89 }, (_, index) => index + 11);
    const numbers = values.flatMap((value) => {
      const [spanish, english] = ['es', 'en'].map((language) => writeNumberWords(value, language));
      return spanish === undefined || english === undefined ? [] : [{ spanish, english }];
    });
    const sources = numbers.map(({ spanish }) => `${capitalized(spanish)} soldados salieron.`);
    const isRight = (translation: string, index: number) =>
      translation.startsWith(`${capitalized(numbers[index]?.english ?? '')} soldiers `);
    assert.ok((await translateNormalised(sources)).every(isRight));
    assert.ok(bare(sources).filter(isRight).length < sources.length / 4);
  });

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
      chrf2(bare(capitals), references),
      chrf2(await translateNormalised(capitals), references),
    ];
    assert.ok(without < 30 && normalised > 90, `${without} and ${normalised}`);
  });

  test('translates a question without its opening mark as a question', async () => {
    const sources = Object.keys(questions);
    const references = Object.values(questions);
    const [without, normalised] = [
      chrf2(bare(sources), references),
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
