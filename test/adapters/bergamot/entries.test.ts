import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { type ModelInput, modelInputOf } from '../../../src/adapters/bergamot/model-input.ts';
import type { SegmentEntry } from '../../../src/text/engine/engine.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { assertKeepsTokens, withUnnumberedTokens } from '../../text/checks/written-tokens.ts';
import { never, openStarter, pairOf } from './opened-engine.ts';
import { alignedWith, shown } from './segments-with-tokens.ts';

/** What is wanted for each term, by the number of its token; undefined on a hop that is not the last one. */
type Wanted = Readonly<Record<number, string | undefined>>;

function entriesIn(segment: string, wanted: Wanted): readonly SegmentEntry[] {
  return Object.entries(wanted).map(([number, words]) => {
    const [, own = ''] =
      new RegExp(`\uFDD1${String.fromCharCode(0xe000 + Number(number))}([^\uFDD2]*)`).exec(segment) ?? [];
    return { number: Number(number), words: own, wanted: words };
  });
}

type Case = {
  readonly text: string;
  readonly wanted?: Wanted;
  /** The translation of each text, in request order. */
  readonly translations: readonly string[];
  readonly target?: string;
};

function read({ text, wanted = {}, translations, target = 'en' }: Case): string {
  const segment = withUnnumberedTokens(text);
  let carried: ModelInput | string = modelInputOf(
    { segment, entries: entriesIn(segment, wanted) },
    target as LanguageTag,
  );
  const left = [...translations];
  while (typeof carried !== 'string') {
    carried = carried.read(carried.texts.map((one) => alignedWith(one.text, left.shift() ?? assert.fail(one.text))));
  }
  assert.deepEqual(left, [], 'no more is requested');
  return shown(carried);
}

const busStop = '¿Dónde está la parada del <b>autobús</b>?';
const whereIs = 'Where is the/1 bus/5 stop?/5';
const weBuy = 'We buy/0 a/1 new/2 car./3';

const cases: Readonly<Record<string, Case & { readonly expected: string }>> = {
  'the wanted words, whatever else is aligned with it': {
    ...{ text: busStop, wanted: { 0: 'bus' }, translations: [whereIs] },
    expected: 'Where is the <b>bus</b> stop?',
  },
  'the wanted words where they are, if the alignment points to others': {
    ...{ text: 'Compramos un <b>coche</b> nuevo.', wanted: { 0: 'car' }, translations: [weBuy] },
    expected: 'We buy a new <b>car</b>.',
  },
  'the wanted words in another number and with other capitals': {
    ...{ text: 'Las <b>ciudades</b> crecen.', wanted: { 0: 'city' }, translations: ['The Cities grow.'] },
    expected: 'The <b>Cities</b> grow.',
  },
  'several wanted words': {
    ...{ text: 'La <b>base</b> funciona.', wanted: { 0: 'data base' }, translations: ['The data base works.'] },
    expected: 'The <b>data base</b> works.',
  },
  'a word without its possessive ending': {
    text: 'En la casa de nuestro <b>tío</b>.',
    ...{ wanted: { 0: 'uncle' }, translations: ['At our/0 uncle’s/1 house./2'] },
    expected: 'At our <b>uncle</b>’s house.',
  },
  'the wanted words in a target without spaces': {
    ...{ text: 'Abra el <b>archivo</b> ahora mismo.', wanted: { 0: '文件' }, target: 'zh-Hans' },
    ...{ translations: ['现在就打开文件。'], expected: '现在就打开<b>文件</b>。' },
  },
  'its own words where two terms want the same': {
    ...{ text: 'Una <b>caja</b> en una <b>caja</b>.', wanted: { 0: 'box', 1: 'box' } },
    ...{ translations: ['A box in a/2 box.'], expected: 'A <b>box</b> in a <b>box</b>.' },
  },
  'all aligned words, if the wanted words are absent': {
    ...{ text: 'Es la <b>respuesta correcta</b>.', wanted: { 0: 'proper reply' } },
    translations: ['It is/0 the/0 right answer./2'],
    expected: 'It is the <b>right answer</b>.',
  },
  'the aligned words without articles': {
    ...{ text: 'Se secó los <b>ojos</b>.', wanted: { 0: 'peepers' } },
    ...{ translations: ['He dried/0 his/3 optics.'], expected: 'He dried his <b>optics</b>.' },
  },
  'nothing, if no word is aligned with it': {
    ...{ text: 'Esto es de <b>manera</b> fácil.', wanted: { 0: 'way' } },
    ...{ translations: ['This/1 is/2 easy./4'], expected: 'This is<b></b> easy.' },
  },
  'its words together with the pair around it': {
    ...{ text: 'Compramos un <b><b>coche</b></b> nuevo.', wanted: { 1: 'car' }, translations: [weBuy] },
    expected: 'We buy a new <b><b>car</b></b>.',
  },
};

describe('the pair of a glossary entry encloses', () => {
  for (const [claim, { expected, ...given }] of Object.entries(cases)) {
    test(claim, () => assert.equal(read(given), expected));
  }
});

test('a pair without a glossary entry encloses all aligned words', () => {
  assert.equal(read({ text: busStop, translations: [whereIs] }), 'Where is the <b>bus stop</b>?');
});

test('a glossary entry that is one token is not searched for', () => {
  const given = { text: 'El {w} llega.', wanted: { 0: 'train' }, translations: ['The David/0 arrives.'] };
  assert.equal(read(given), 'The {w0} arrives.');
});

test('each token is in any translation once, and pairs are nested', () => {
  const words = 'el tren azul <b>coche</b> <b>la_casa</b> {w} <b>un_<b>sol</b></b> {p}'.split(' ');
  const written = 'the car cars house sun David X24 Watson of blue. l’eau'.split(' ');
  const word = fc.tuple(fc.constantFrom(...written), fc.nat(9)).map(([target, number]) => `${target}/${number}`);
  const translation = fc.array(word, { minLength: 1, maxLength: 9 }).map((all) => all.join(' '));
  const source = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 }).map((all) => all.join(' '));
  fc.assert(
    fc.property(source, fc.tuple(translation, translation, translation, translation), fc.boolean(), (...drawn) => {
      const [text, translations, isLast] = drawn;
      const segment = withUnnumberedTokens(`Es ${text.replaceAll('_', ' ')}`);
      const open = [...segment.matchAll(/\uFDD1(.)[^\uFDD1]*?\uFDD2\1/g)].map(
        ([, number = '']) => number.charCodeAt(0) - 0xe000,
      );
      const wanted = Object.fromEntries(
        open.map((number, index) => [number, isLast ? ['car', 'sun'][index % 2] : undefined]),
      );
      let carried: ModelInput | string = modelInputOf(
        { segment, entries: entriesIn(segment, wanted) },
        'en' as LanguageTag,
      );
      for (let round = 0; typeof carried !== 'string'; round++) {
        assert.ok(round < 4, 'at most four rounds');
        carried = carried.read(carried.texts.map((one) => alignedWith(one.text, translations[round] ?? '')));
      }
      assertKeepsTokens(segment, carried);
    }),
    { numRuns: propertyRuns('SQLite', 500) },
  );
});

test('a real model translates the glossary entry between its tokens, alone and in any batch', async () => {
  await using engine = await openStarter();
  const expected: Readonly<Record<string, readonly [wanted: string, translation: string]>> = {
    [busStop]: ['bus', 'Where is the <b>bus</b> stop?'],
    'Él volvió a perder su <b>paraguas</b>.': ['umbrella', 'He lost his <b>umbrella</b> again.'],
    '¿Nos podemos permitir un <b>coche</b> nuevo?': ['car', 'Can we afford a new <b>car</b>?'],
    '¿Cómo llego a la <b>oficina</b> de correos?': ['bureau', 'How do I get to the post <b>office</b>?'],
    '¿Te cepillas bien los <b>dientes</b>?': ['fangs', 'Do you brush your <b>teeth</b> well?'],
    'Tom fue despedido el <b>lunes</b>.': ['first day of the week', 'Tom was fired on <b>Monday</b>.'],
    'Oí que ella es una <b>actriz famosa</b>.': ['film star', 'I heard that she is a <b>famous actress</b>.'],
  };
  const translate = async (texts: readonly string[]): Promise<readonly string[]> => {
    const segments = texts.map((text) => withUnnumberedTokens(text));
    const entries = segments.map((segment, index) => entriesIn(segment, { 0: expected[texts[index] ?? '']?.[0] }));
    const translated = await engine.translate({ pair: pairOf('es>en'), segments, entries, share: 'ana' }, never());
    return translated.map(shown);
  };
  const texts = Object.keys(expected);
  const translations = Object.values(expected).map(([, translation]) => translation);
  assert.deepEqual(await translate(texts), translations);
  for (const [index, text] of texts.entries()) assert.deepEqual(await translate([text]), [translations[index]]);
});
