import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { placesMax } from '../../../src/shop/glossaries/candidate-tally.ts';
import { findCandidates } from '../../../src/shop/glossaries/candidates.ts';
import { writeToken } from '../../../src/text/document/token.ts';
import type { Morphology, WordReading } from '../../../src/text/glossary/morphology.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { propertyRuns } from '../../support/property-runs.ts';

type Morph = Pick<Morphology, 'read'>;

/** What is known of a language for which no dictionary is installed. */
const withoutDictionary: Morph = { read: () => Promise.resolve({ known: false, readings: new Map() }) };

/** A dictionary of so many words: `panel solar/adjective paneles/plural`. */
function dictionaryOf(entries: Readonly<Record<string, Partial<WordReading>>>): Morph {
  const readings = new Map(
    Object.entries(entries).map(([word, reading]): [string, readonly WordReading[]] => {
      return [word, [{ lemma: word, partOfSpeech: 'noun', number: 'singular', gender: undefined, ...reading }]];
    }),
  );
  return { read: () => Promise.resolve({ known: true, readings }) };
}

async function candidatesIn(
  texts: readonly string[],
  { language = 'en', morphology = withoutDictionary, countMin = 2 } = {},
) {
  const sentences = texts.map((text, index) => ({ text, document: 0, index }));
  return await findCandidates({ language: language as LanguageTag, sentences, morphology, countMin });
}

const wordsOf = (found: Awaited<ReturnType<typeof candidatesIn>>) => found.map(({ words, count }) => [words, count]);

describe('findCandidates', () => {
  test('finds names by capitals that occur not only at the start of sentences', async () => {
    const found = await candidatesIn([
      'Yesterday the board of Acme Corp met.',
      'Yesterday Acme Corp sold it.',
      'Yesterday it rained.',
    ]);
    assert.deepEqual(wordsOf(found), [['Acme Corp', 2]]);
    assert.equal(found[0]?.kind, 'name');
  });

  test('does not include the first word of a sentence in a name if it is in lower case elsewhere', async () => {
    const found = await candidatesIn(['Old Madrid is quiet.', 'We saw old houses, and Madrid.', 'Nobody left Madrid.']);
    assert.deepEqual(wordsOf(found), [['Madrid', 3]]);
  });

  test('finds names joined by function words as a whole and in parts', async () => {
    const found = await candidatesIn([
      'They asked Ana Ruiz of the Bank of Spain.',
      'They trust the Bank of Spain.',
      'They met Ana Ruiz.',
    ]);
    assert.deepEqual(wordsOf(found), [
      ['Bank of Spain', 2],
      ['Ana Ruiz', 2],
    ]);
  });

  test('finds no names in headings, and does not treat German nouns as names', async () => {
    assert.deepEqual(await candidatesIn(['Terms and Conditions', 'Terms and Conditions']), []);
    const german = await candidatesIn(['Wir sehen das Haus.', 'Er sieht das Haus.'], { language: 'de' });
    assert.deepEqual(german, []);
  });

  test('finds repeated phrases between function words and punctuation without a dictionary', async () => {
    const found = await candidatesIn([
      'the solar panel is here, panel by panel',
      'it needs a solar panel',
      'a solar, panel of wood',
    ]);
    assert.deepEqual(wordsOf(found), [['solar panel', 2]]);
  });

  test('gives a phrase that mostly occurs inside a longer one a lower score', async () => {
    const found = await candidatesIn(
      ['a', 'b', 'c'].map((each) => `the credit card number of ${each}`).concat('the credit card', 'no card number'),
    );
    assert.deepEqual(wordsOf(found), [
      ['credit card number', 3],
      ['card number', 4],
      ['credit card', 4],
    ]);
    assert.ok((found[0]?.score ?? 0) > (found[1]?.score ?? 0));
  });

  test('omits a phrase that occurs only inside a longer one', async () => {
    const found = await candidatesIn(['the credit card number', 'the credit card number']);
    assert.deepEqual(wordsOf(found), [['credit card number', 2]]);
  });

  test('uses nouns and adjectives with a dictionary, and returns a phrase in the singular', async () => {
    const morphology = dictionaryOf({
      panel: {},
      paneles: { lemma: 'panel', number: 'plural' },
      solar: { partOfSpeech: 'adjective', number: undefined },
      solares: { lemma: 'solar', partOfSpeech: 'adjective', number: 'plural' },
      brilla: { partOfSpeech: 'verb' },
      tarjeta: {},
      crédito: {},
    });
    const found = await candidatesIn(
      [
        'los paneles solares y los paneles solares',
        'el panel solar brilla',
        'la tarjeta de crédito brilla',
        'sin tarjeta de crédito',
      ],
      { language: 'es', morphology },
    );
    assert.deepEqual(wordsOf(found), [
      ['panel solar', 3],
      ['tarjeta de crédito', 2],
    ]);
  });

  test('finds a single word that is not in the dictionary', async () => {
    const morphology = dictionaryOf({ panel: {}, works: { partOfSpeech: 'verb' } });
    const found = await candidatesIn(['the inverter works', 'a panel and an inverter'], { morphology });
    assert.deepEqual(wordsOf(found), [['inverter', 2]]);
  });

  test('finds phrases in languages without spaces', async () => {
    const found = await candidatesIn(['太阳能电池板很便宜。', '太阳能电池板需要阳光。'], { language: 'zh-Hans' });
    assert.deepEqual(wordsOf(found), [['太阳能电池板', 2]]);
  });

  test('continues a phrase across a line break inside a sentence, and across no other token', async () => {
    const [space, point] = [writeToken('space', 0), writeToken('point', 0)];
    const found = await candidatesIn([`a solar${space}panel`, 'a solar panel', `a wind${point}mill and a wind mill`]);
    assert.deepEqual(wordsOf(found), [['solar panel', 2]]);
  });

  test('omits what is too long for a term', async () => {
    const long = 'ab-'.repeat(100).slice(0, -1);
    assert.deepEqual(await candidatesIn([`the ${long} panel`, `a ${long} panel`, `${long} panel`]), []);
  });

  test('returns its first positions, at most one for each sentence and five in total', async () => {
    const found = await candidatesIn(Array.from({ length: 9 }, (_, at) => `${at}: a solar panel, a solar panel`));
    const [candidate] = found;
    assert.equal(candidate?.count, 18);
    assert.deepEqual(
      candidate.places.map(({ sentence }) => sentence.index),
      Array.from({ length: placesMax }, (_, at) => at),
    );
    for (const { sentence, start, end } of candidate.places) {
      assert.equal(sentence.text.slice(start, end), 'solar panel');
    }
  });

  test('every position of a candidate contains its words, in any text', async () => {
    const word = fc.constantFrom(
      'Acme',
      'solar',
      'panel',
      'the',
      'of',
      '7',
      "l'eau",
      'Ünï',
      '電池',
      'ไทย',
      '-',
      '"',
      '\u0301',
    );
    const sentence = fc.array(fc.oneof(word, fc.string({ unit: 'grapheme', maxLength: 5 })), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(fc.array(sentence, { maxLength: 8 }), async (sentences) => {
        const found = await candidatesIn(
          sentences.map((words) => words.join(' ')),
          { language: 'fr' },
        );
        for (const { words, places, count, score } of found) {
          assert.ok(count >= 2 && score > 0 && words.length > 0 && places.length > 0);
          for (const { sentence: held, start, end } of places) {
            assert.equal(held.text.slice(start, end).toLowerCase().length, words.length);
          }
        }
      }),
      { numRuns: propertyRuns('memory', 200) },
    );
  });
});
