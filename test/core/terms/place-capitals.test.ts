import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import type { LanguageTag } from '../../../src/core/languages/language.ts';
import { writeToken } from '../../../src/core/marks/token.ts';
import { isAccepted, withCapitalsOfPlace } from '../../../src/core/terms/place-capitals.ts';
import type { CaseRule, TermId } from '../../../src/core/terms/term.ts';
import type { TermUse } from '../../../src/core/terms/term-match.ts';
import { propertyRuns } from '../../support/property-runs.ts';

type Entry = {
  readonly term: string;
  readonly translation?: string | undefined;
  readonly caseRule?: CaseRule;
  readonly pair?: string;
};

/** The use of a term where `words` stand in `sentence`. */
function useOf(entry: Entry, words: string, sentence: string): TermUse {
  const { term, translation, caseRule = 'follow', pair = 'es>en' } = entry;
  const [source = '', target = ''] = pair.split('>');
  const start = sentence.indexOf(words);
  const wanted = translation ?? words;
  return {
    term: {
      id: 'term_1' as TermId,
      source: source as LanguageTag,
      target: target as LanguageTag,
      term,
      translation,
      caseRule,
      partOfSpeech: undefined,
      addedIn: 1,
    },
    start,
    end: start + words.length,
    number: undefined,
    words,
    wanted,
    accepted: [wanted],
  };
}

type Case = Entry & { readonly words: string; readonly sentence: string; readonly before: string };

const written = ({ words, sentence, before, ...entry }: Case): string =>
  withCapitalsOfPlace(useOf(entry, words, sentence), { sentence, before });

const mouse = { term: 'ratón', translation: 'mouse' };
const network = { term: 'red neuronal', translation: 'neural network' };
const [open, word] = [writeToken('open', 0), writeToken('word', 0)];

describe('a term in the capitals of its place', () => {
  const cases: Readonly<Record<string, readonly [Case, string]>> = {
    'is as the term base writes it in the middle of a sentence': [
      { ...mouse, words: 'ratón', sentence: 'Conecte el ratón.', before: 'Connect the ' },
      'mouse',
    ],
    'begins a sentence with a capital': [
      { ...mouse, words: 'ratón', sentence: 'El ratón no responde.', before: '' },
      'Mouse',
    ],
    'begins a sentence with a capital behind signs and tokens': [
      { ...mouse, words: 'ratón', sentence: 'El ratón no responde.', before: `“${open}` },
      'Mouse',
    ],
    'has none behind a token that stands for a word': [
      { ...mouse, words: 'ratón', sentence: `${word} es un ratón.`, before: `${word} ` },
      'mouse',
    ],
    'stays small where the sentence itself begins small': [
      { ...mouse, words: 'ratón', sentence: 'ratón inalámbrico', before: '' },
      'mouse',
    ],
    'loses the capital that it had because it began the sentence': [
      { ...mouse, words: 'Ratón', sentence: 'Ratón no encontrado', before: 'No ' },
      'mouse',
    ],
    'has one behind a colon where it had one there': [
      { ...mouse, words: 'Ratón', sentence: 'Nota: Ratón roto.', before: 'Note: ' },
      'Mouse',
    ],
    'is all capitals where the sentence has it so': [
      { ...mouse, words: 'RATÓN', sentence: 'NO TOQUE EL RATÓN', before: 'DO NOT TOUCH THE ' },
      'MOUSE',
    ],
    'is all capitals beside an acronym that is so anywhere': [
      { term: 'API', translation: 'interface', words: 'API', sentence: 'LA API NO RESPONDE', before: 'THE ' },
      'INTERFACE',
    ],
    'is not all capitals for an acronym by itself': [
      { term: 'API', translation: 'interface', words: 'API', sentence: 'La API no responde', before: 'The ' },
      'interface',
    ],
    'has a capital for each word where the sentence has it so': [
      { ...network, words: 'Red Neuronal', sentence: 'Cómo entrenar una Red Neuronal', before: 'How to Train a ' },
      'Neural Network',
    ],
    'leaves the small words of English titles small': [
      {
        term: 'punto de venta',
        translation: 'point of sale',
        words: 'Punto de Venta',
        sentence: 'Un Punto de Venta',
        before: 'A ',
      },
      'Point of Sale',
    ],
    'has a capital for its first word where the sentence has it so': [
      { ...network, words: 'Red neuronal', sentence: 'La Red neuronal de hoy', before: 'The ' },
      'Neural network',
    ],
    'keeps capitals of its own': [
      { term: 'teléfono', translation: 'iPhone', words: 'Teléfono', sentence: 'Teléfono nuevo', before: '' },
      'iPhone',
    ],
    'has the capitals of German nouns, wherever it stands': [
      { term: 'ratón', translation: 'Maus', pair: 'es>de', words: 'ratón', sentence: 'El ratón roto', before: 'Die ' },
      'Maus',
    ],
    'takes no capital from a German noun': [
      { term: 'maus', translation: 'mouse', pair: 'de>en', words: 'Maus', sentence: 'Die Maus ist da', before: 'The ' },
      'mouse',
    ],
    'begins with the capital of its language: Turkish': [
      { term: 'red', translation: 'iletişim ağı', pair: 'es>tr', words: 'red', sentence: 'La red cae', before: '' },
      'İletişim ağı',
    ],
    'begins with the capital of its language: Dutch': [
      { term: 'hielo', translation: 'ijs', pair: 'es>nl', words: 'hielo', sentence: 'El hielo flota', before: '' },
      'IJs',
    ],
    'is in capitals of its language: German': [
      { term: 'calle', translation: 'Straße', pair: 'es>de', words: 'CALLE', sentence: 'ESTA CALLE', before: 'DIESE ' },
      'STRASSE',
    ],
    'is as it is in a script without capitals': [
      { term: 'red', translation: '网络', pair: 'es>zh-Hans', words: 'RED', sentence: 'LA RED', before: '' },
      '网络',
    ],
    'begins a sentence with a capital out of a script without capitals': [
      { term: '网络', translation: 'network', pair: 'zh-Hans>en', words: '网络', sentence: '网络很慢。', before: '' },
      'Network',
    ],
    'is exactly as it is written where its rule says so': [
      { ...mouse, caseRule: 'exact', words: 'ratón', sentence: 'El ratón roto', before: '' },
      'mouse',
    ],
    'is as it stands where it is not translated': [
      { term: 'kubectl', words: 'Kubectl', sentence: 'Use Kubectl hoy', before: '' },
      'Kubectl',
    ],
  };
  for (const [title, [place, expected]] of Object.entries(cases)) {
    test(title, () => {
      assert.equal(written(place), expected);
      const { words, sentence, before, ...entry } = place;
      assert.ok(isAccepted(expected, useOf(entry, words, sentence), { sentence, before }));
    });
  }
});

describe('what an engine wrote for a term', () => {
  const place = { sentence: 'Conecte el ratón.', before: 'Connect the ' };
  const inside = useOf(mouse, 'ratón', place.sentence);

  test('is accepted in the capitals of the place, and in any of the accepted forms', () => {
    assert.ok(isAccepted('mouse', inside, place));
    assert.ok(isAccepted('mice', { ...inside, accepted: ['mouse', 'mice'] }, place));
    assert.ok(!isAccepted('rat', inside, place));
    assert.ok(!isAccepted('Mouse', inside, place));
    assert.ok(!isAccepted('MOUSE', inside, place));
    assert.ok(!isAccepted('', inside, place));
  });

  test('may begin a sentence with either letter, and with no other capitals', () => {
    const start = { sentence: 'Ratón roto', before: '' };
    const use = useOf(mouse, 'Ratón', start.sentence);
    assert.ok(isAccepted('Mouse', use, start));
    assert.ok(isAccepted('mouse', use, start));
    assert.ok(!isAccepted('MOUSE', use, start));
    assert.ok(!isAccepted('mOuse', use, start));
  });

  test('is the same however its accents are encoded', () => {
    const use = useOf({ term: 'mouse', translation: 'ratón', pair: 'en>es' }, 'mouse', 'the mouse');
    assert.ok(isAccepted('rato\u0301n', use, { sentence: 'the mouse', before: 'el ' }));
  });

  test('is held to every letter by the exact rule', () => {
    const use = useOf({ ...mouse, caseRule: 'exact' }, 'ratón', 'Ratón o ratón');
    assert.ok(isAccepted('mouse', use, { sentence: 'Ratón o ratón', before: '' }));
    assert.ok(!isAccepted('Mouse', use, { sentence: 'Ratón o ratón', before: '' }));
  });
});

test('whatever stands in a sentence, a written term is accepted there and only its capitals have changed', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('Ñandú', 'ßa', 'ŉ', 'ij', 'A. '),
  );
  const target = fc.constantFrom('en', 'tr', 'nl', 'de', 'el', 'lt', 'zh-Hans');
  const parts = { lead: text, words: text, translation: text, before: text, target };
  fc.assert(
    fc.property(fc.record(parts), ({ lead, words, translation, before, target: language }) => {
      const sentence = lead + words;
      const use = useOf({ term: words.toLowerCase(), translation, pair: `es>${language}` }, words, sentence);
      const place = { sentence, before };
      const form = withCapitalsOfPlace({ ...use, start: lead.length }, place);
      assert.ok(isAccepted(form, { ...use, start: lead.length }, place));
      const folded = (one: string): string =>
        one.toLocaleUpperCase(language).toLocaleLowerCase(language).normalize('NFC');
      assert.equal(folded(form), folded(translation));
    }),
    { numRuns: propertyRuns('', 2_000) },
  );
});
