import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { finish } from '../../../src/ground/steps.ts';
import { readEntryContent } from '../../../src/shop/glossaries/entry-content.ts';
import type { EntryContent } from '../../../src/shop/glossaries/stored-entry.ts';
import { compileGlossary } from '../../../src/text/glossary/glossary.ts';
import { anyLanguage, type EntryId } from '../../../src/text/glossary/glossary-entry.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { parse } from '../document/parsed.ts';

const part = fc.oneof(
  fc.constantFrom(...'"\'=+-@,;<>&\\()/.:!?…“’*_#€°²½①٣ـ'.split('')),
  fc.constantFrom(' ', ...'עברית \u{200F} 👩‍👩‍👧 한국어 ไทย 𐐷 \u{E000} %s 中文 かな İ ß ﬁ \u{200D} \u{301}'.split(' ')),
  fc.constantFrom('a', 'Wort', '7', 'foo', 'Bar', 'dr.', 'St.', 'key: ', '1. '),
  fc.constantFrom('CO2', 'C++', 'Node.js', 'macOS', '5 km', 'H2O', 'B12', 'user_id', '100%', 'a@b.org', '{x}', 'x.org'),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
);
const words = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));

test('an accepted term is found inside a plain sentence', () =>
  fc.assert(
    fc.asyncProperty(words, fc.constantFrom('en', 'de', 'ar', 'ja', 'th', 'el'), async (term, source) => {
      const read = readEntryContent({ source, target: 'fr', term, translation: 'x', caseRule: 'exact' });
      if (read.kind === 'problem') return;
      assert.ok(await isFound(read.content), `${source} ${JSON.stringify(read.content.term)}`);
    }),
    {
      numRuns: propertyRuns('', 2_000),
      examples: ['É', "b''c", '𪜀Ы*', 'macOS___', '\u{FFA0}a豈'].map((term) => [term, 'en']),
    },
  ));

async function isFound(content: EntryContent): Promise<boolean> {
  const { source, target } = content;
  assert.ok(source !== anyLanguage && target !== anyLanguage);
  const base = finish(compileGlossary([{ ...content, id: 'term' as EntryId, addedIn: 1 }], { source, target }));
  const { sentences } = parse(`a ${content.term} a`, source, {
    writesOut: (written) => base.unprotected?.has(written) === true,
  });
  const unknown = { read: () => Promise.resolve({ known: false, readings: new Map<string, never>() }) };
  return (await base.match(sentences, unknown)).size > 0;
}
