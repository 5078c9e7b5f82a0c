import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { readCatalogue } from '../../../src/adapters/apertium/catalogue.ts';
import { frameSentence, readReply } from '../../../src/adapters/apertium/frame.ts';
import { defaultLimits } from '../../../src/adapters/apertium/limits.ts';
import { sentenceWire } from '../../../src/adapters/apertium/mode-faults.ts';
import { translateEntries } from '../../../src/adapters/apertium/placeholder-nouns/entry-translation.ts';
import {
  choosePlaceholderNouns,
  type NounChoice,
} from '../../../src/adapters/apertium/placeholder-nouns/noun-choice.ts';
import { measuredNouns, nounsOf } from '../../../src/adapters/apertium/placeholder-nouns/noun-table.ts';
import { openBudget, Pool } from '../../../src/adapters/apertium/pool.ts';
import { loadConfig } from '../../../src/config.ts';
import { readToken, tokenPattern, writeToken } from '../../../src/text/document/token.ts';
import type { DescribedEngine, SegmentEntry } from '../../../src/text/engine/engine.ts';
import type { LanguagePair } from '../../../src/text/languages/language.ts';
import { readCases } from '../../support/case-file.ts';
import { openPatientMorphology } from '../../support/patient-morphology.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { needsApertium, openInstalled, readSentences } from './installed-apertium.ts';
import { carrying } from './plain-carrying.ts';

type Told = Omit<SegmentEntry, 'number'>;

/** A noun in the singular. */
function one(words: string, wanted: string | undefined): Told {
  return { words, wanted, isNoun: true };
}

function many(words: string, wanted: string): Told {
  return { ...one(words, wanted), isPlural: true };
}

/** `{0}` is the word token 0. */
function withTokens(text: string): string {
  return text.replace(/\{(\d+)\}/g, (_, number: string) => writeToken('word', Number(number)));
}

function numbered(entries: readonly Told[]): readonly SegmentEntry[] {
  return entries.map((entry, number) => ({ ...entry, number }));
}

describe('the placeholder noun of a term', () => {
  const nouns = nounsOf(
    {
      'other x': { 'singular m': 'no:m:no' },
      'spa-cat y': {
        'singular f': 'mesa:f:taula tejado:m:teulada isla:f:illa',
        'singular m': 'árbol:m:arbre nariz:f:nas',
        'plural f': 'mesas:f:taules',
      },
    },
    'spa-cat',
  );
  const choice: NounChoice = {
    pair: { source: 'es', target: 'ca' } as LanguagePair,
    nouns,
    known: { source: new Map(), target: new Map() },
  };
  const chosen = (text: string, ...entries: readonly Told[]): readonly (string | undefined)[] => {
    const placeholders = choosePlaceholderNouns(withTokens(text), numbered(entries), choice);
    return entries.map((_, number) => placeholders?.get(number)?.source);
  };

  const cases: readonly (readonly [
    what: string,
    text: string,
    terms: readonly Told[],
    nouns: readonly (string | undefined)[],
  ])[] = [
    ['one of the gender that the wanted words have', 'la {0}', [one('casa', 'finca')], ['mesa']],
    ['one whose own gender is that of the words that it stands for', 'el {0}', [one('piso', 'finca')], ['tejado']],
    ['one of the other gender', 'la {0}', [one('casa', 'pis')], ['nariz']],
    ['one that begins as the wanted words do, with a vowel or not', 'la {0}', [one('casa', 'eina')], ['isla']],
    ['one in the plural', 'las {0}', [many('casas', 'finques')], ['mesas']],
    ['none that the sentence already has', 'la {0} y la mesa', [one('casa', 'finca')], ['isla']],
    ['none for two terms', 'la {0} y la {1}', [one('casa', 'finca'), one('casa', 'finca')], ['mesa', 'isla']],
    ['any gender where nothing is wanted yet', 'la {0}', [one('casa', undefined)], ['mesa']],
    [
      'none where there is none of the number',
      'los {0}, las {1}',
      [many('a', 'pisos'), many('b', 'finques')],
      ['mesas', undefined],
    ],
    ['none for a word that is not a noun', 'la {0}', [{ ...one('x', 'y'), isNoun: false }], [undefined]],
    [
      'none for what looks like a name',
      'la {0}',
      [{ ...one('Finca Roja', 'Finca Roja'), isNoun: undefined }],
      [undefined],
    ],
    [
      'one for a capital that begins the sentence',
      '¿{0} roja?',
      [{ ...one('Casa', 'finca'), isNoun: undefined }],
      ['mesa'],
    ],
    ['none for a term that has no word token', 'la casa', [one('casa', 'finca')], [undefined]],
  ];
  for (const [what, text, entries, expected] of cases) {
    test(what, () => assert.deepEqual(chosen(text, ...entries), expected));
  }

  test('has single words for every mode, each once', () => {
    for (const mode of Object.keys(measuredNouns).flatMap((names) => names.split(' '))) {
      const all = nounsOf(measuredNouns, mode);
      assert.ok(all.length > 0, mode);
      for (const { source, target } of all) assert.match(`${source} ${target}`, /^[\p{L}\p{M}]+ [\p{L}\p{M}]+$/u, mode);
      assert.equal(new Set(all.map(({ source, number }) => `${source} ${number}`)).size, all.length, mode);
    }
  });
});

describe('the placeholder noun in the translation', () => {
  const placeholders = new Map([
    [4, { source: 'mesa', target: 'taula', isCapital: false }],
    [7, { source: 'libros', target: 'llibres', isCapital: true }],
  ]);
  const framed = (text: string) => ({ text: withTokens(text), number: 1, placeholders });
  for (const { title, rows } of readCases(import.meta.url, 'placeholder-nouns.txt')) {
    test(title, () => {
      for (const [reply = '', translation] of rows) {
        const read = readReply(`${reply}[.].[1]`, framed('{4} {7}'), carrying) ?? '';
        const shown = read.replace(tokenPattern, (token) => `{${readToken(token).number}}`);
        assert.equal(shown, translation);
      }
    });
  }

  test('has a capital if the term begins the sentence with one', () => {
    const sent = frameSentence(framed('{7}, {4} {2}'), carrying);
    assert.equal(sent, '[[w0]]Libros[[/]], [[w1]]mesa[[/]] [[w2]]Zubrowka[[/]][.].[1]\0');
    const starts = { ...carrying, capitalizesStart: true };
    assert.equal(frameSentence(framed('{7}'), starts), '[[w0]]Libros[[/]][.].[1]\0');
    assert.equal(frameSentence(framed('{4}'), starts), ', [[w0]]mesa[[/]][.].[1]\0');
  });
});

const never = (): AbortSignal => new AbortController().signal;

async function translate(engine: DescribedEngine, name: string, work: readonly (readonly [string, readonly Told[]])[]) {
  const [source = '', target = ''] = name.split('>');
  return engine.translate(
    {
      pair: { source, target } as LanguagePair,
      segments: work.map(([text]) => withTokens(text)),
      entries: work.map(([, entries]) => numbered(entries)),
      share: 'one',
    },
    never(),
  );
}

/** Opened on the dictionaries too. */
async function openWithDictionaries() {
  const morphology = openPatientMorphology();
  const engine = await openInstalled({ morphology });
  return {
    engine,
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]();
      await morphology[Symbol.asyncDispose]();
    },
  };
}

describe('the words around a term agree with the wanted words', needsApertium, () => {
  const cases: readonly (readonly [pair: string, text: string, terms: readonly Told[], translation: string])[] = [
    ['en>es', 'The red {0} is new.', [one('house', 'vivienda')], 'La vivienda roja es nueva.'],
    ['en>es', 'The red {0} is new.', [one('house', 'piso')], 'El piso rojo es nuevo.'],
    ['en>es', 'The old {0} are expensive.', [many('houses', 'viviendas')], 'Las viviendas viejas son caras.'],
    [
      'en>ca',
      'The white {0} are old.',
      [many('tables', 'taules de fusta')],
      'Les taules de fusta blanques són velles.',
    ],
    ['en>gl', 'The white {0} is old.', [one('table', 'mesa')], 'A mesa branca é vella.'],
    ['es>en', 'Las {0} rojas son bonitas.', [many('viviendas', 'dwellings')], 'The red dwellings are beautiful.'],
    ['es>ca', 'Compra la {0} roja.', [one('vivienda', 'pis')], 'Compra el pis vermell.'],
    ['es>ca', 'Los {0} rojos son suaves.', [many('tejidos', 'teles')], 'Les teles vermelles són suaus.'],
    ['es>fr', 'La {0} nueva es cara.', [one('herramienta', 'logiciel')], 'Le logiciel nouveau est cher.'],
    ['es>it', 'El precio del {0} rojo.', [one('coche', 'vettura')], 'Il prezzo della vettura rossa.'],
    ['es>pt', 'El {0} nuevo.', [one('coche', 'viatura')], 'A viatura nova.'],
    ['fr>ca', 'Il a vendu la petite {0}.', [one('maison', 'pis')], 'Ha venut el petit pis.'],
    ['ro>es', 'O {0} nouă.', [one('mașină', 'vehículo')], 'Un vehículo nuevo.'],
    ['bg>mk', 'Новата {0}.', [one('кола', 'автомобил')], 'Новиот автомобил.'],
  ];
  test('in its article, its adjective and its verb', async () => {
    await using opened = await openWithDictionaries();
    for (const [pair, text, entries, expected] of cases) {
      const [translation = ''] = await translate(opened.engine, pair, [[text, entries]]);
      assert.equal(filled(translation, entries), expected, `${pair} ${text}`);
    }
  });
});

test('replaces a noun that is not found in the reply by an unknown name', needsApertium, async () => {
  const { served } = await readCatalogue();
  const mode = served.find(({ mode: { name } }) => name === 'spa-cat')?.mode;
  assert.ok(mode !== undefined);
  const limits = { ...defaultLimits(), ...loadConfig({}).apertium };
  await using pool = new Pool({
    mode,
    wire: sentenceWire(mode),
    taggerData: undefined,
    bytesEstimated: 1,
    budget: openBudget(limits),
    limits,
    restarted: () => undefined,
    availabilityChanged: () => undefined,
  });
  const pair = { source: 'es', target: 'ca' } as LanguagePair;
  const wrong = nounsOf({ 'spa-cat': { 'singular m': 'mesa:f:gos puerta:f:gat' } }, 'spa-cat');
  const route = { pool, pair, prepare: (segment: string) => segment, morphology: undefined };
  const texts = ['La {0} roja.', 'La {0} y la {1} rojas.', 'La casa roja.'];
  const entry = one('casa', 'pis');
  const job = {
    pair,
    segments: texts.map(withTokens),
    entries: [[entry], [entry, entry], []].map(numbered),
    share: 'one',
  };
  const expected = await translateEntries({ ...route, nouns: [] }, job, never());
  assert.deepEqual(await translateEntries({ ...route, nouns: wrong }, job, never()), expected);
});

function filled(translation = '', entries: readonly Told[]): string {
  return translation.replace(tokenPattern, (token) => entries[readToken(token).number]?.wanted ?? '');
}

describe('random sentences with random terms', needsApertium, () => {
  for (const name of ['es>en', 'en>es', 'fr>ca', 'sv>nb', 'es>ast', 'it>ca']) {
    test(`${name}: return each token once, and the same translation again`, async () => {
      const sentences = await readSentences(name.slice(0, 2));
      await using opened = await openWithDictionaries();
      const words = fc.constantFrom(...sentences).map((sentence) => sentence.split(' '));
      const told = fc.record({
        words: fc.constantFrom('casa', 'Casa', 'houses', 'x', 'hus'),
        wanted: fc.constantFrom('piso', 'vivienda', 'taules', 'new house', 'x', undefined),
        isPlural: fc.boolean(),
        isNoun: fc.constantFrom(true, true, false, undefined),
      });
      const drawn = fc.array(fc.tuple(words, fc.array(fc.tuple(fc.nat(30), told), { minLength: 1, maxLength: 5 })), {
        maxLength: 6,
      });
      await fc.assert(
        fc.asyncProperty(drawn, async (cases) => {
          const work = cases.map(
            ([parts, entries]) => [putIn(parts, entries), entries.map(([, entry]) => entry)] as const,
          );
          const translations = await translate(opened.engine, name, work);
          work.forEach(([text, entries], index) => {
            const tokens = (translations[index] ?? '').match(tokenPattern) ?? [];
            const expected = entries.map((_, number) => writeToken('word', number));
            assert.deepEqual(tokens.toSorted(), expected.toSorted(), `${text}\n${translations[index]}`);
          });
          assert.deepEqual((await translate(opened.engine, name, work.toReversed())).toReversed(), translations);
        }),
        { numRuns: propertyRuns('Apertium', 10) },
      );
    });
  }
});

/** Puts a token for each term in the place of a word, or of several one after another. */
function putIn(words: readonly string[], entries: readonly (readonly [number, Told])[]): string {
  const put = words.map((word) => [word]);
  entries.forEach(([at], number) => {
    const place = put[at % put.length];
    if (place?.length === 1 && !place[0]?.startsWith('{')) place.splice(0, 1, `{${number}}`);
    else place?.push(`{${number}}`);
  });
  return put.flat().join(' ');
}
