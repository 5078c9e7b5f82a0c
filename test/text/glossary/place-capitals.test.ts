import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import type { CaseRule, EntryUse } from '../../../src/text/glossary/glossary-entry.ts';
import { isAccepted, withCapitalsOfPlace } from '../../../src/text/glossary/place-capitals.ts';
import { readCases } from '../../support/case-file.ts';
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
const into = (pair: string, term: string, translation: string): Entry => ({ term, translation, pair });

describe('an entry with the capitals of its position', () => {
  for (const { title, rows } of readCases(import.meta.url, 'place-capitals.txt')) {
    test(title, () => {
      for (const [pair = '', term = '', translation, marked = '', before = '', expected = '', rule] of rows) {
        const entry = { term, translation: translation || undefined, pair };
        const { sentence, use } = useIn(marked, { ...entry, caseRule: rule === 'exact' ? rule : 'follow' });
        assert.equal(withCapitalsOfPlace(use, { sentence, before }), expected);
        assert.ok(isAccepted(expected, use, { sentence, before }));
      }
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
