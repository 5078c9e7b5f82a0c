import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { writeToken } from '../../../src/text/document/token.ts';
import type { CaseRule, EntryUse } from '../../../src/text/glossary/glossary-entry.ts';
import { isAccepted, withCapitalsOfPlace } from '../../../src/text/glossary/place-capitals.ts';
import { entryUse } from '../../support/entry-uses.ts';
import { propertyRuns } from '../../support/property-runs.ts';

type Entry = {
  readonly term: string;
  readonly translation?: string | undefined;
  readonly caseRule?: CaseRule;
  readonly pair?: string;
};

/** The use of a term that starts at `start` in a sentence. */
function useAt(sentence: string, { start, words }: { start: number; words: string }, entry: Entry): EntryUse {
  const { term, translation, caseRule = 'follow', pair = 'es>en' } = entry;
  const [source = '', target = ''] = pair.split('>');
  const use = entryUse(sentence, { start, end: start + words.length, translation, caseRule, source, target });
  return { ...use, words, entry: { ...use.entry, term } };
}

/** A sentence and the use of the term in brackets. */
function useIn(marked: string, entry: Entry): { readonly sentence: string; readonly use: EntryUse } {
  const [lead = '', words = '', rest = ''] = marked.split(/[[\]]/);
  const sentence = lead + words + rest;
  return { sentence, use: useAt(sentence, { start: lead.length, words }, entry) };
}

const mouse = { term: 'ratón', translation: 'mouse' };
const network = { term: 'red neuronal', translation: 'neural network' };
const api = { term: 'API', translation: 'interface' };
const into = (pair: string, term: string, translation: string): Entry => ({ term, translation, pair });
const [open, word] = [writeToken('open', 0), writeToken('word', 0)];

describe('an entry with the capitals of its position', () => {
  const cases: readonly (readonly [title: string, Entry, marked: string, before: string, expected: string])[] = [
    ['is as the glossary writes it inside a sentence', mouse, 'Conecte el [ratón].', 'Connect the ', 'mouse'],
    ['begins a sentence with a capital', mouse, 'El [ratón] no responde.', '', 'Mouse'],
    ['begins a sentence behind signs and tokens', mouse, 'El [ratón] no responde.', `“${open}`, 'Mouse'],
    ['has none behind a token for a word', mouse, `${word} es un [ratón].`, `${word} `, 'mouse'],
    ['stays small where the sentence itself begins small', mouse, '[ratón] inalámbrico', '', 'mouse'],
    ['loses the capital of the start of a sentence', mouse, '[Ratón] no encontrado', 'No ', 'mouse'],
    ['has one behind a colon where it had one there', mouse, 'Nota: [Ratón] roto.', 'Note: ', 'Mouse'],
    ['is all capitals where the sentence has it so', mouse, 'NO TOQUE EL [RATÓN]', 'DO NOT TOUCH THE ', 'MOUSE'],
    ['is so beside an acronym that is so anywhere', api, 'LA [API] NO RESPONDE', 'THE ', 'INTERFACE'],
    ['is not all capitals because of an acronym alone', api, 'La [API] no responde', 'The ', 'interface'],
    [
      'has a capital for each word where the sentence has it so',
      network,
      'Cómo entrenar una [Red Neuronal]',
      'How to Train a ',
      'Neural Network',
    ],
    [
      'leaves the small words of English titles small',
      into('es>en', 'punto de venta', 'point of sale'),
      'Un [Punto de Venta]',
      'A ',
      'Point of Sale',
    ],
    ['has a capital for its first word alone', network, 'La [Red neuronal] de hoy', 'The ', 'Neural network'],
    ['keeps its inner capitals', into('es>en', 'teléfono', 'iPhone'), '[Teléfono] nuevo', '', 'iPhone'],
    ['has those of German nouns anywhere', into('es>de', 'ratón', 'Maus'), 'El [ratón] roto', 'Die ', 'Maus'],
    ['takes none from a German noun', into('de>en', 'maus', 'mouse'), 'Die [Maus] ist da', 'The ', 'mouse'],
    ['begins with the capital of Turkish', into('es>tr', 'red', 'iletişim ağı'), 'La [red] cae', '', 'İletişim ağı'],
    ['begins with the capital of Dutch', into('es>nl', 'hielo', 'ijs'), 'El [hielo] flota', '', 'IJs'],
    ['is in the capitals of German', into('es>de', 'calle', 'Straße'), 'ESTA [CALLE]', 'DIESE ', 'STRASSE'],
    ['is in the capitals of Turkish', into('es>tr', 'red', 'bilgi ağı'), 'LA [RED] CAE', '', 'BİLGİ AĞI'],
    ['is unchanged in a script without capitals', into('es>zh-Hans', 'red', '网络'), 'LA [RED]', '', '网络'],
    ['begins with one out of such a script', into('zh-Hans>en', '网络', 'network'), '[网络]很慢。', '', 'Network'],
    ['is exactly as in the entry by such a rule', { ...mouse, caseRule: 'exact' }, 'El [ratón] roto', '', 'mouse'],
    ['is as it stands where it is not translated', { term: 'kubectl' }, 'Use [Kubectl] hoy', '', 'Kubectl'],
  ];
  for (const [title, entry, marked, before, expected] of cases) {
    test(title, () => {
      const { sentence, use } = useIn(marked, entry);
      assert.equal(withCapitalsOfPlace(use, { sentence, before }), expected);
      assert.ok(isAccepted(expected, use, { sentence, before }));
    });
  }
});

describe('the engine’s translation of an entry', () => {
  /** Which of some forms are accepted in a place. */
  const accepted = (
    forms: readonly string[],
    marked: string,
    { before = '', ...entry }: Entry & { before?: string },
  ) => {
    const { sentence, use } = useIn(marked, entry);
    return forms.filter((form) => isAccepted(form, use, { sentence, before }));
  };

  test('is accepted with the capitals of the position, in any accepted form', () => {
    const forms = ['mouse', 'rat', 'Mouse', 'MOUSE', ''];
    assert.deepEqual(accepted(forms, 'Conecte el [ratón].', { ...mouse, before: 'Connect the ' }), ['mouse']);
    const { sentence, use } = useIn('Conecte el [ratón].', mouse);
    assert.ok(isAccepted('mice', { ...use, accepted: ['mouse', 'mice'] }, { sentence, before: 'Connect the ' }));
  });

  test('may start a sentence with a capital or a small letter, without other capitals', () => {
    const forms = ['Mouse', 'mouse', 'MOUSE', 'mOuse'];
    assert.deepEqual(accepted(forms, '[Ratón] roto', mouse), ['Mouse', 'mouse']);
  });

  test('is compared regardless of the encoding of accents', () => {
    const place = { ...into('en>es', 'mouse', 'ratón'), before: 'el ' };
    assert.deepEqual(accepted(['rato\u0301n'], 'the [mouse]', place), ['rato\u0301n']);
  });

  test('must equal every letter with the case rule `exact`', () => {
    assert.deepEqual(accepted(['mouse', 'Mouse'], 'Ratón o [ratón]', { ...mouse, caseRule: 'exact' }), ['mouse']);
  });
});

test('a written term is accepted in any sentence, and only its capitals change', () => {
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
      const entry = { term: words.toLowerCase(), translation, pair: `es>${language}` };
      const use = useAt(sentence, { start: lead.length, words }, entry);
      const place = { sentence, before };
      const form = withCapitalsOfPlace(use, place);
      assert.ok(isAccepted(form, use, place));
      const folded = (one: string): string =>
        one.toLocaleUpperCase(language).toLocaleLowerCase(language).normalize('NFC');
      assert.equal(folded(form), folded(translation));
    }),
    { numRuns: propertyRuns('', 2_000) },
  );
});
