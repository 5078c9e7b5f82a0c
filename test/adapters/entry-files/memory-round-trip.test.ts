import assert from 'node:assert/strict';
import { text as textOf } from 'node:stream/consumers';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { unixMs } from '../../../src/ground/units.ts';
import { type MemoryUnit, memoryFileFormats, type WrittenEntry } from '../../../src/shop/memory/memory-files.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { storedText } from '../../../src/text/memory/memory-entry.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { files, writeFile } from './memory-files.ts';

const part = fc.oneof(
  fc.constantFrom(
    ...['<b>', '</b>', '<br/>', '<0>', '</0>', '<1/>', '{1}', '{}', '{name}', '%s', '{{ x }}', '<mq:ch val="a" />'],
    ...[
      '<a href="/x?a=1&amp;b=2">',
      '</a>',
      '**',
      '`code`',
      'https://example.com',
      '&nbsp;',
      '{n, plural, other {# a}}',
    ],
    ...[' ', '\t', '\n', '\r', '\r\n', '"', "'", '=', '+', '-', '@', ',', ';', '|', '&', '<', '>', ']]>', '<![CDATA['],
    ...[
      '<!--',
      '\\n',
      '\u{2028}',
      '\u{85}',
      '\u{200F}',
      '\u{FEFF}',
      'e\u{301}',
      'sep=',
      'source',
      '👩‍👧',
      'ไทย',
      'עברית',
    ],
  ),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.constantFrom('a', 'Word', '7', '1,000'),
);
const text = fc
  .array(part, { maxLength: 9 })
  .map((parts) => storedText(parts.join('')))
  .filter((joined) => !/[^\P{Cc}\t\n\r\u{7F}-\u{9F}]|[\u{FFFE}\u{FFFF}]/u.test(joined));
const lettered = text.filter((written) => /\p{L}/u.test(written));
const second = fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => unixMs(seconds * 1_000));
const pairs = ['en>es', 'pt-BR>zh-Hant', 'de>ca-valencia', 'sr-Latn>en-GB'] as const;

const anyEntry: fc.Arbitrary<WrittenEntry> = fc
  .record({
    pair: fc.constantFrom(...pairs),
    source: lettered,
    target: lettered,
    note: text,
    createdAt: second,
    updatedAt: second,
  })
  .map(({ pair, ...rest }) => {
    const [sourceLanguage, targetLanguage] = pair.split('>') as [LanguageTag, LanguageTag];
    return { sourceLanguage, targetLanguage, ...rest };
  });
const entries = fc.array(anyEntry, { minLength: 1, maxLength: 4 });

const contentOf = ({ sourceLanguage, targetLanguage, source, target, note }: MemoryUnit | WrittenEntry) => {
  return { sourceLanguage, targetLanguage, source, target, note };
};

const encodings: readonly ((file: string) => Buffer)[] = [
  (file) => Buffer.from(file),
  (file) => Buffer.from(`\u{FEFF}${file}`, 'utf16le'),
];

for (const format of memoryFileFormats) {
  test(`what is written as ${format.toUpperCase()} is read back as it was, in UTF-8 and UTF-16`, () =>
    fc.assert(
      fc.asyncProperty(entries, fc.constantFrom(...encodings), async (list, encode) => {
        const read = await files.read(encode((await writeFile(list, format)).replace(/^\u{FEFF}/u, '')), {});
        assert.ok(read.kind === 'read', JSON.stringify(read));
        assert.equal(read.format, format);
        assert.deepEqual(read.problems, []);
        assert.deepEqual(read.units.map(contentOf), list.map(contentOf));
        if (format !== 'tmx') return;
        const times = read.units.map(({ createdAt, changedAt }) => ({ createdAt, updatedAt: changedAt }));
        assert.deepEqual(
          times,
          list.map(({ createdAt, updatedAt }) => ({ createdAt, updatedAt })),
        );
      }),
      { numRuns: propertyRuns('', 300) },
    ));

  test(`${format.toUpperCase()} that is cut off at any byte has fewer whole units, or none`, () =>
    fc.assert(
      fc.asyncProperty(entries, fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean(), async (list, at, isGiven) => {
        const file = Buffer.from(await writeFile(list, format));
        const languages = isGiven ? { source: 'en' as LanguageTag, target: 'es' as LanguageTag } : {};
        const read = await files.read(file.subarray(0, Math.floor(at * file.length)), { languages });
        if (read.kind === 'unreadable') return assert.ok(read.message.length > 0);
        const asked = list.filter(({ sourceLanguage }) => !isGiven || sourceLanguage === 'en').map(contentOf);
        assert.deepEqual(read.units.map(contentOf), asked.slice(0, read.units.length));
      }),
      { numRuns: propertyRuns('', 600) },
    ));
}

test('the approved units of a review are read back as they were', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(anyEntry, fc.boolean()), { minLength: 1, maxLength: 4 }), async (list) => {
      const [sourceLanguage, targetLanguage] = ['en' as LanguageTag, 'es' as LanguageTag];
      const units = list.map(([{ source, target }, isApproved], index) => {
        return { id: `${index}"`, source, target, isApproved };
      });
      const name = 'a "b" & <c>.md';
      const written = files.writeReview({ name, sourceLanguage, targetLanguage, pages: [units] }, 'xliff');
      const file = await textOf(written);
      const read = await files.read(Buffer.from(file), {});
      assert.ok(read.kind === 'read', JSON.stringify(read));
      assert.deepEqual(
        read.units.map(({ source, target }) => ({ source, target })),
        units.filter(({ isApproved }) => isApproved).map(({ source, target }) => ({ source, target })),
      );
      assert.equal(read.problems.length + read.units.length, list.length);
    }),
    { numRuns: propertyRuns('', 200) },
  ));

test('no cell of CSV or TSV is a formula', () =>
  fc.assert(
    fc.asyncProperty(anyEntry, fc.constantFrom('csv', 'tsv'), async (entry, format) => {
      const file = await writeFile([entry], format);
      for (const cell of file.split(/[,;|\t\r\n]/)) assert.doesNotMatch(cell, /^[\s"]*[=+\-@]/);
    }),
    { numRuns: propertyRuns('', 200) },
  ));
