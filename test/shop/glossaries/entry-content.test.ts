import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { type RawEntry, readEntryContent } from '../../../src/shop/glossaries/entry-content.ts';
import { noteCharactersMax, termCharactersMax, termWordsMax } from '../../../src/shop/glossaries/stored-entry.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const plain: RawEntry = { source: 'en', target: 'de', term: 'screw', translation: 'Schraube' };

function contentOf(raw: RawEntry) {
  const read = readEntryContent({ ...plain, ...raw });
  assert.ok(read.kind === 'content', JSON.stringify(read));
  return read.content;
}

function problemOf(raw: RawEntry): string {
  const read = readEntryContent({ ...plain, ...raw });
  assert.ok(read.kind === 'problem', JSON.stringify(read));
  return `${read.problem} ${read.field}`;
}

test('a term is stored composed, on one line, with single spaces and without invisible characters', () => {
  const content = contentOf({ term: '\u{FEFF} soft\u{AD}ware \t e\u{301}tude\u{A0}', note: ' two\nlines ' });
  assert.equal(content.term, 'software étude');
  assert.equal(content.note, 'two lines');
});

test('languages are accepted in any spelling and stored in the canonical one', () => {
  const cases = [
    ['EN_us', 'en-US'],
    ['eng', 'en'],
    ['zh-TW', 'zh-Hant'],
    ['no', 'nb'],
  ] as const;
  for (const [written, kept] of cases) assert.equal(contentOf({ source: written }).source, kept);
});

test('accepts codes and names of languages, and quotes an unknown one that is printable', () => {
  for (const unknown of ['xx', 'QQ', 'qq-Latn-DE', 'und', 'zxx', 'xyz', 'qaa', 'XYZ-Latn']) {
    assert.equal(problemOf({ source: unknown }), 'invalid source', unknown);
    assert.equal(problemOf({ target: unknown }), 'invalid target', unknown);
  }
  assert.equal(contentOf({ source: 'Spanish' }).source, 'es');
  const shown = ['Klingon', 'a\u{202E}b', 'x'.repeat(36)].map((source) => readEntryContent({ ...plain, source }));
  const hint = 'Type a code (es) or a name (Spanish).';
  assert.deepEqual(
    shown.map((read) => (read.kind === 'problem' ? read.message : '')),
    [`Unknown language "Klingon". ${hint}`, `Unknown language. ${hint}`, `Unknown language. ${hint}`],
  );
  for (const known of ['ast', 'szl', 'tyv', 'quy', 'olo']) assert.equal(contentOf({ source: known }).source, known);
});

test('an entry for every language must be a do-not-translate entry', () => {
  const kept = contentOf({ source: '*', target: 'mul', translation: '', doNotTranslate: 'yes' });
  assert.deepEqual([kept.source, kept.target, kept.translation], ['*', '*', undefined]);
  assert.equal(problemOf({ source: '*' }), 'invalid source');
  assert.equal(problemOf({ target: '*' }), 'invalid target');
});

test('a do-not-translate entry may have its own term as its translation, and no other', () => {
  assert.equal(contentOf({ translation: 'screw', doNotTranslate: 'Yes' }).translation, undefined);
  assert.equal(problemOf({ doNotTranslate: '1' }), 'invalid doNotTranslate');
  assert.equal(problemOf({ doNotTranslate: 'perhaps' }), 'invalid doNotTranslate');
});

test('case rule and part of speech have defaults and the usual other names', () => {
  assert.deepEqual([contentOf({}).caseRule, contentOf({}).partOfSpeech], ['follow', undefined]);
  assert.equal(contentOf({ caseRule: 'Exact' }).caseRule, 'exact');
  assert.equal(contentOf({ partOfSpeech: 'proper_noun' }).partOfSpeech, 'name');
  assert.equal(problemOf({ caseRule: 'constructor' }), 'invalid caseRule');
  assert.equal(problemOf({ partOfSpeech: 'article' }), 'invalid partOfSpeech');
});

test('the two languages must differ', () => {
  assert.equal(problemOf({ target: 'EN' }), 'invalid target');
  assert.equal(problemOf({ source: '' }), 'invalid source');
  assert.equal(problemOf({ source: 'not a code' }), 'invalid source');
  assert.equal(contentOf({ source: 'pt', target: 'pt-BR' }).target, 'pt-BR');
});

test('reports an empty side', () => {
  assert.equal(problemOf({ term: ' \u{AD} ' }), 'empty_side term');
  assert.equal(problemOf({ translation: '' }), 'empty_side translation');
});

test('refuses line breaks, control characters, noncharacters and unpaired surrogates', () => {
  for (const odd of [
    'a\nb',
    'a\rb',
    'a\u{85}b',
    'a\u{2028}b',
    'a\0b',
    'a\u{9F}b',
    'a\u{FDD0}b',
    'a\u{1FFFE}',
    'a\uD800b',
    'a\u{FFFC}b',
  ]) {
    assert.equal(problemOf({ term: odd }), 'invalid term');
    assert.equal(problemOf({ translation: odd }), 'invalid translation');
  }
  assert.equal(problemOf({ note: 'a\0b' }), 'invalid note');
  for (const odd of ['—', '\u{3164}']) assert.equal(problemOf({ translation: odd }), 'invalid translation');
});

test('lengths are counted in code points of NFC', () => {
  const long = '𐐷'.repeat(termCharactersMax);
  assert.equal(contentOf({ term: long, translation: long }).term, long);
  assert.equal(problemOf({ term: `${long}𐐷` }), 'invalid term');
  assert.equal(problemOf({ translation: `${long}𐐷` }), 'invalid translation');
  assert.equal(contentOf({ note: '𐐷'.repeat(noteCharactersMax) }).note.length, noteCharactersMax * 2);
  assert.equal(problemOf({ note: 'a'.repeat(noteCharactersMax + 1) }), 'invalid note');
  for (const one of ['\u{1F82}', '\u{16126}']) {
    const note = one.repeat(noteCharactersMax);
    assert.equal(contentOf({ note: note.normalize('NFD') }).note, note);
  }
});

test('reports a term that no text can match', () => {
  const never = [
    '—',
    '!?',
    // Invisible letters: the fillers of Hangul.
    ...['\u{115F}', '\u{1160}', '\u{3164}', '\u{FFA0}'],
    '\u{301}a',
    'https://x.org/a',
    'a@example.com',
    '{name} here',
    'AT&amp;T',
    '<b>bold</b>',
    '`code`',
  ];
  for (const term of never) assert.equal(problemOf({ term }), 'never_matches term', term);
  assert.equal(problemOf({ term: 'a '.repeat(termWordsMax + 1) }), 'never_matches term');
  const fair = [
    'AT&T',
    '- screw',
    'L’été',
    '東京',
    'R&D',
    '.NET',
    '5G',
    '"quoted"',
    'key: value',
    'a '.repeat(termWordsMax),
  ];
  for (const term of fair) assert.ok(contentOf({ term }).term, term);
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
  const never = [
    'x.org/a/b',
    'src/CO2.md',
    'foo()',
    '#CO2',
    '@CO2',
    '--help',
    '${CO2}',
    '%CO2%',
    'CO2 @ a@b.org',
    '“CO2” <b>',
  ];
  for (const term of never) assert.equal(problemOf({ term }), 'never_matches term', term);
});

test('no text can match a term that contains the end of a sentence', () => {
  assert.equal(problemOf({ term: 'Mr. Smith went. Home' }), 'never_matches term');
  assert.equal(problemOf({ term: 'really? yes' }), 'never_matches term');
  assert.equal(problemOf({ term: 'We sold M8. Nobody came' }), 'never_matches term');
  for (const term of ['Dr. House', 'e.g.', 'Yahoo!', 'U.S. dollar']) assert.equal(contentOf({ term }).term, term);
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
  const fields = {
    source: anyField,
    target: anyField,
    term: anyField,
    translation: anyField,
    doNotTranslate: anyField,
    caseRule: anyField,
    partOfSpeech: anyField,
    note: anyField,
  };
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
