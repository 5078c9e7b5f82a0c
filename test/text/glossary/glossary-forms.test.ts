import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Morphology } from '../../../src/text/glossary/morphology.ts';
import { needsApertium } from '../../adapters/apertium/installed-apertium.ts';
import { lightMorphology } from '../../support/light-morphology.ts';
import { openPatientMorphology } from '../../support/patient-morphology.ts';
import { type MarkedCase, testMarked } from './marked-cases.ts';
import { baseOf, markMatches } from './marked-matches.ts';

const byDictionary: readonly MarkedCase[] = [
  {
    title: 'nouns in the plural, word by word',
    language: 'es',
    entries: ['red neuronal', 'casa', 'base de datos', 'lápiz', 'programador', 'luz'],
    sentences: [
      'Las [redes neuronales/plural] de la [casa] y las [casas/plural].',
      'Dos [bases de datos/plural], [lápices/plural] y [luces/plural].',
      'Nos casamos en casitas; los [programadores/plural].',
      'Las [REDES⏎NEURONALES/plural] y las [redes ◁neuronales/plural]▷.',
      'casadas, lapicero, reducir',
    ],
  },
  {
    title: 'adjectives as they agree with the noun of a term',
    language: 'es',
    entries: ['base blanca', 'número rojo'],
    sentences: ['Las [bases blancas/plural] y la [base blanca].', 'base blanco, [números rojos/plural]'],
  },
  {
    title: 'a noun in another gender is another noun',
    language: 'es',
    entries: ['gato'],
    sentences: ['El [gato], los [gatos/plural], la gata y las gatas.'],
  },
  {
    title: 'a term in the plural as it was entered alone',
    language: 'nb',
    entries: ['husene'],
    sentences: ['Huset og [husene].'],
  },
  {
    title: 'plurals that no ending tells',
    language: 'en',
    entries: ['child', 'mouse', 'leaf', 'analysis', 'state machine', 'point of sale', 'foot'],
    sentences: [
      '[Children/plural], [mice/plural], [leaves/plural] and [analyses/plural].',
      '[State machines/plural] at [points of sale/plural], two [feet/plural].',
      'childish, mousy, pointed of sale',
    ],
  },
  {
    title: 'what is a form of a verb alone is no form of a noun',
    language: 'en',
    entries: ['wind', 'saw'],
    sentences: ['The [winds/plural] [wind], winding and wound.', 'He [saw] and sawed; [saws/plural].'],
  },
  {
    title: 'a modifier in the plural does not make the head plural',
    language: 'en',
    entries: ['system analyst'],
    sentences: ['A [systems analyst] and two [system analysts/plural].'],
  },
  {
    title: 'plurals',
    language: 'fr',
    entries: ['cheval', 'réseau de neurones'],
    sentences: ['Les [chevaux/plural] des [réseaux de neurones/plural].'],
  },
  {
    title: 'plurals',
    language: 'ca',
    entries: ['ordinador', 'col·lecció'],
    sentences: ['Els [ordinadors/plural], les [col·leccions/plural].'],
  },
  { title: 'plurals', language: 'pt', entries: ['rede neural'], sentences: ['As [redes neurais/plural].'] },
  { title: 'plurals', language: 'it', entries: ['albero'], sentences: ["Gli [alberi/plural], dell'[albero]."] },
  { title: 'definite forms', language: 'sv', entries: ['hus'], sentences: ['[Huset] och [husen/plural], husbil'] },
  { title: 'definite forms', language: 'nb', entries: ['hus'], sentences: ['[Huset] og [husene/plural].'] },
  {
    title: 'cases',
    language: 'ru',
    entries: ['сеть', 'база данных'],
    sentences: ['В [сети], [базой данных], [базам данных/plural].'],
  },
  { title: 'cases', language: 'uk', entries: ["комп'ютер"], sentences: ["[комп'ютера] та [комп’ютерами/plural]"] },
  { title: 'plurals in Devanagari', language: 'hi', entries: ['कंप्यूटर'], sentences: ['[कंप्यूटरों/plural]'] },
];

const byEndings: readonly MarkedCase[] = [
  {
    title: 'plurals',
    language: 'es',
    entries: ['red neuronal', 'casa'],
    sentences: ['[Redes neuronales/plural], [casas/plural], casado.'],
  },
  {
    title: 'plurals',
    language: 'en',
    entries: ['neural network', 'man'],
    sentences: ['[Neural networks/plural], [MEN/plural], [men/plural], mens, manly.'],
  },
];

describe('entries in inflected forms, by dictionaries', () =>
  testMarked(byDictionary, async (opened) => opened.use(openPatientMorphology()), needsApertium));

describe('entries in inflected forms, by their endings', () => testMarked(byEndings, async () => lightMorphology));

describe('dictionary lookups', () => {
  /** What a dictionary was asked; one that knows nothing unless given. */
  const listen = (dictionary: Pick<Morphology, 'read'> = lightMorphology) => {
    const asked: string[][] = [];
    const read: Morphology['read'] = (language, words) => {
      asked.push([...words]);
      return dictionary.read(language, words);
    };
    return { asked, read };
  };

  test('look up all relevant words of a request at once', async () => {
    const base = baseOf('es', ['red neuronal', 'casa']);
    const { asked, read } = listen();
    await base.match(['Las redes neuronales.', 'Las redes sociales y los perros.', 'Otras redes neuronales'], { read });
    assert.deepEqual(
      asked.map((words) => words.toSorted()),
      [['neuronal', 'neuronales', 'red', 'redes']],
    );
  });

  test('do not look up a word twice', needsApertium, async () => {
    await using morphology = openPatientMorphology();
    const base = baseOf('es', ['red neuronal', 'casa']);
    const { asked, read } = listen(morphology);
    const sentence = 'Las redes neuronales de las casas, de las casadas y de los cases.';
    const first = await base.match([sentence], { read });
    assert.equal(
      markMatches(sentence, first.get(sentence) ?? []),
      'Las [redes neuronales/plural] de las [casas/plural], de las casadas y de los cases.',
    );
    const both = [sentence, 'Otras redes neuronales.'];
    assert.deepEqual(await base.match(both, { read }), await base.match(both, { read }));
    assert.deepEqual((await base.match([sentence], { read })).get(sentence), first.get(sentence));
    assert.equal(asked.length, 1);
  });

  test('repeat a lookup that was evicted, but never for the same text', needsApertium, async () => {
    await using morphology = openPatientMorphology();
    const base = baseOf('es', ['casa']);
    const { asked, read } = listen(morphology);
    const others = Array.from({ length: 600 }, (_, index) => `Palabra${String.fromCodePoint(0x4e00 + index)} allí.`);
    await base.match(['Las casas.', ...others, 'Dos casas.'], { read });
    assert.equal(asked.length, 1);
    await base.match(['Las casas.'], { read });
    assert.equal(asked.length, 2);
    await base.match(['Las casas.'], { read });
    assert.equal(asked.length, 2);
  });

  test('are not needed if no entry can be inflected', async () => {
    const base = baseOf('es', ['red', { term: 'Casa', caseRule: 'exact' }, { term: 'gato', translation: undefined }]);
    const { asked, read } = listen();
    await base.match(['La red y el perro en Casas y gatos.'], { read });
    assert.deepEqual(asked, []);
  });

  test('find the part of speech of a lower-case word that has a capital in an entry', needsApertium, async () => {
    await using morphology = openPatientMorphology();
    const base = baseOf('en', [
      { term: 'Apple', partOfSpeech: 'name' },
      { term: 'Run', partOfSpeech: 'noun' },
    ]);
    const sentence = 'The Apple and the apple, a run.';
    const matches = await base.match([sentence], morphology);
    assert.equal(markMatches(sentence, matches.get(sentence) ?? []), 'The [Apple] and the apple, a [run].');
  });
});
