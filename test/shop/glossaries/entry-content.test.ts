import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { entryFieldNames, type RawEntry, readEntryContent } from '../../../src/shop/glossaries/entry-content.ts';
import { noteCharactersMax, termCharactersMax, termWordsMax } from '../../../src/shop/glossaries/stored-entry.ts';
import { readCases } from '../../support/case-file.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const plain: RawEntry = { source: 'en', target: 'de', term: 'screw', translation: 'Schraube' };

function contentOf(raw: RawEntry) {
  const read = readEntryContent({ ...plain, ...raw });
  assert.ok(read.kind === 'content', JSON.stringify(read));
  return read.content;
}

/** What is stored of one field, or the problem. */
function outcomeOf(field: string, written: string): string {
  const read = readEntryContent({ ...plain, [field]: written });
  if (read.kind === 'problem') return `! ${read.problem} ${read.field}`;
  return String(new Map(Object.entries(read.content)).get(field));
}

for (const { title, rows } of readCases(import.meta.url, 'entry-content.txt')) {
  test(title, () => {
    for (const [field = '', written = '', expected] of rows) assert.equal(outcomeOf(field, written), expected, written);
  });
}

test('quotes an unknown language that is printable', () => {
  const shown = ['Klingon', 'a\u{202E}b', 'x'.repeat(36)].map((source) => readEntryContent({ ...plain, source }));
  const hint = 'Type a code (es) or a name (Spanish).';
  assert.deepEqual(
    shown.map((read) => (read.kind === 'problem' ? read.message : '')),
    [`Unknown language "Klingon". ${hint}`, `Unknown language. ${hint}`, `Unknown language. ${hint}`],
  );
});

test('a do-not-translate entry may apply to every language, or have its own term as its translation', () => {
  const kept = contentOf({ source: '*', target: 'mul', translation: '', doNotTranslate: 'yes' });
  assert.deepEqual([kept.source, kept.target, kept.translation], ['*', '*', undefined]);
  assert.equal(contentOf({ translation: 'screw', doNotTranslate: 'Yes' }).translation, undefined);
});

test('the two languages may differ in the region alone', () => {
  assert.equal(contentOf({ source: 'pt', target: 'pt-BR' }).target, 'pt-BR');
});

test('lengths are counted in code points of NFC', () => {
  const long = '𐐷'.repeat(termCharactersMax);
  assert.equal(contentOf({ term: long, translation: long }).term, long);
  assert.equal(outcomeOf('term', `${long}𐐷`), '! invalid term');
  assert.equal(outcomeOf('translation', `${long}𐐷`), '! invalid translation');
  assert.equal(contentOf({ note: '𐐷'.repeat(noteCharactersMax) }).note.length, noteCharactersMax * 2);
  assert.equal(outcomeOf('note', 'a'.repeat(noteCharactersMax + 1)), '! invalid note');
  for (const one of ['\u{1F82}', '\u{16126}']) {
    const note = one.repeat(noteCharactersMax);
    assert.equal(contentOf({ note: note.normalize('NFD') }).note, note);
  }
  assert.ok(contentOf({ term: 'a '.repeat(termWordsMax) }));
  assert.equal(outcomeOf('term', 'a '.repeat(termWordsMax + 1)), '! never_matches term');
});

test('names with figures or signs, quantities and names with points are terms, whole or with other words', () => {
  const terms =
    'COVID-19, CO2, H2O, A4, B2B, M8, macOS, C++, C#, Node.js, MP3, vitamina B12, 3D, AT&T, user_id, 10:30, x.org';
  const phrases =
    'Node.js Foundation, ISO 9001:2015, 100% Baumwolle, 120 km/h, 5 €/kg, v1.2.3, A4-B12, Booking.com, HTML5';
  for (const term of `${terms}, ${phrases}`.split(', ')) {
    assert.equal(contentOf({ source: 'es', term }).term, term);
    assert.equal(contentOf({ source: '*', target: '*', term, translation: '', doNotTranslate: 'yes' }).term, term);
  }
  assert.equal(contentOf({ source: 'de', target: 'en', term: '1. FC Köln' }).term, '1. FC Köln');
});

test('no message contains the input', () => {
  const secret = 'zebra';
  for (const field of ['source', 'doNotTranslate', 'caseRule', 'partOfSpeech', 'term'] as const) {
    const read = readEntryContent({ ...plain, [field]: `${secret}\n{${secret}}` });
    assert.ok(read.kind === 'problem' && !read.message.includes(secret));
  }
});

const anyField = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('en', 'de', '*', 'yes'),
);

test('any input is refused, or stored in a form that is read as itself', () => {
  const fields = Object.fromEntries(Object.keys(entryFieldNames).map((field) => [field, anyField]));
  fc.assert(
    fc.property(fc.record(fields, { requiredKeys: [] }), (raw) => {
      const read = readEntryContent({ ...plain, ...raw });
      if (read.kind === 'problem') return;
      const { content } = read;
      const again = { ...content, doNotTranslate: content.translation === undefined ? 'yes' : 'no' };
      assert.deepEqual(readEntryContent(again), read);
    }),
    { numRuns: propertyRuns('', 2_000) },
  );
});
