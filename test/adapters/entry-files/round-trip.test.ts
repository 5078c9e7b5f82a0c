import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { readGlossaryFile } from '../../../src/adapters/entry-files/read-glossary-file.ts';
import { writeGlossaryFile } from '../../../src/adapters/entry-files/write-glossary-file.ts';
import { readEntryContent } from '../../../src/shop/glossaries/entry-content.ts';
import { glossaryFileFormats } from '../../../src/shop/glossaries/glossary-files.ts';
import type { EntryContent } from '../../../src/shop/glossaries/stored-entry.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with a mark': (text) => Buffer.from(`\u{FEFF}${text}`),
  'UTF-16LE': (text) => Buffer.from(`\u{FEFF}${text}`, 'utf16le'),
  'UTF-16BE': (text) => Buffer.from(`\u{FEFF}${text}`, 'utf16le').swap16(),
};

const oddPart = fc.constantFrom(
  ...[' ', '\t', '\n', '\u{2028}', '\u{200F}', '\u{202E}', '\u{E000}', '\u{FEFF}', 'e\u{301}'],
  ...`" ' '= = + - @ , ; & &amp; < > ]]> <!-- \\ sep= ، עברית 👩‍👩‍👧 🇩🇪 한국어 ไทย 𐐷 %s`.split(' '),
);
const words = fc
  .array(fc.oneof(oddPart, fc.string({ unit: 'grapheme', maxLength: 6 }), fc.constantFrom('a', 'Wort', '7')), {
    maxLength: 6,
  })
  .map((parts) => parts.join(''));
const language = fc.constantFrom('en', 'de', 'zh-Hant', 'ca-valencia', 'sr-Latn', 'pt-BR', '*');

const anyEntry: fc.Arbitrary<EntryContent> = fc
  .record({
    source: language,
    target: language,
    term: words,
    translation: words,
    doNotTranslate: fc.constantFrom('yes', 'no'),
    caseRule: fc.constantFrom('exact', 'follow'),
    partOfSpeech: fc.constantFrom('', 'noun', 'name', 'adjective', 'verb', 'other'),
    note: words,
  })
  .map((raw) => readEntryContent(raw.doNotTranslate === 'yes' ? { ...raw, translation: '' } : raw))
  .filter((read) => read.kind === 'content')
  .map((read) => read.content);

for (const format of glossaryFileFormats) {
  test(`what is written as ${format.toUpperCase()} is read back as it was, in every encoding`, () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(anyEntry, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(...Object.keys(encodings)),
        async (entries, encoding) => {
          const text = [...writeGlossaryFile(entries, format)].join('').replace(/^\u{FEFF}/u, '');
          const read = await readGlossaryFile(encodings[encoding]?.(text) ?? Buffer.alloc(0));
          assert.ok(read.kind === 'read', JSON.stringify(read));
          assert.equal(read.format, format);
          const contents = read.entries.map((entry) => entry.kind === 'content' && entry.content);
          assert.deepEqual(contents, entries);
          assert.deepEqual(read.skipped, []);
        },
      ),
      { numRuns: propertyRuns('', 300) },
    ));
}

test('what is written has a byte order mark, and no formula for any separator', () =>
  fc.assert(
    fc.property(anyEntry, fc.constantFrom('csv', 'tsv'), (entry, format) => {
      const text = [...writeGlossaryFile([entry], format)].join('');
      assert.ok(text.startsWith('\u{FEFF}'));
      for (const cell of text.split(/[,;|\t\r\n]/)) assert.doesNotMatch(cell, /^[\s"]*[=+\-@]/);
    }),
    { numRuns: propertyRuns('', 300) },
  ));
