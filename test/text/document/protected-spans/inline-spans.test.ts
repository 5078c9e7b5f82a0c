import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { findInlineSpans } from '../../../../src/text/document/protected-spans/inline-spans.ts';
import { processorMs } from '../../../support/processor-time.ts';
import { propertyRuns, sampled } from '../../../support/property-runs.ts';

const marks = [
  ...['https://example.org/a_(b)?c=1', 'www.example.com', 'ana@example.org', '@ana', '#casa', './a/b.txt', 'C:\\a\\b'],
  ...[
    '{name}',
    '{{ x | y }}',
    '${x}',
    '%1$s',
    '%(n)d',
    '%%',
    ':name',
    ':smile:',
    '@@x@@',
    '__NAME__',
    '[[x]]',
    '$t(k)',
  ],
  ...[
    '{n, plural, one {# pan} other {# panes}}',
    "{g, select, a {l'agua '{'} other {{n, number}}}",
    '{d, date, short}',
  ],
  ...['5 km', '12,5 €', '$1,200', '+34 600 123 456', '10:30', '2026-11-21', 'v2.0.1', '2.0.1', '100 km/h', '1e-9'],
  ...['foo_bar', 'openDoor', 'name()', 'a.b()', 'A4-B12', 'C++', 'std::vector', '--dry-run', '10.1000/x1', '\\u00e9'],
  ...['👨‍👩‍👧', '🇪🇸', '👍🏽', '1️⃣', '#️⃣', '❤️', '😀', ':-)', '<3', '^_^', '\u200B', '\uFDD0', '\uE000', '\u{F0000}'],
  ...['&amp;', '&eacute;', '&#39;', '&#x27;', 'AT&amp;T', '&foo;', '&amp;nbsp;'],
];
const words = [
  'casa',
  'El',
  'niña',
  "l'eau",
  'дом',
  '房子',
  'घर',
  'بيت',
  'A',
  'x',
  '5',
  '1.250',
  '2nd',
  '𠮷',
  'e\u0301',
];
const separators = [
  ...' .,;:!?-_/\\()[]{}<>&%$#@*|~^+=\'"`',
  '\n',
  '',
  ' ',
  ' ',
  '…',
  '：',
  '\u00a0',
  '\uFE0F',
  '\u200D',
];
const piece = fc.oneof(
  fc.constantFrom(...marks),
  fc.constantFrom(...words),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const writtenText = fc
  .array(fc.tuple(piece, fc.constantFrom(...separators)), { maxLength: 20 })
  .map((pieces) => pieces.flat().join(''));
const numRuns = propertyRuns('', 2_000);

test('protected spans and escaped characters are in order, inside the text, and do not overlap', () => {
  fc.assert(
    fc.property(writtenText, (text) => {
      const found = findInlineSpans(text);
      const all = [...found.spans, ...found.spelled].toSorted((one, other) => one.start - other.start);
      for (const list of [all, found.spans, found.spelled]) {
        let end = 0;
        for (const span of list) {
          assert.ok(span.start >= end && span.end > span.start, `${span.start} to ${span.end} after ${end}`);
          end = span.end;
        }
        assert.ok(end <= text.length);
      }
    }),
    { numRuns },
  );
});

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const emoji = /^\p{RGI_Emoji}$/v;

test('no protected span begins or ends inside a code point or an emoji', () => {
  fc.assert(
    fc.property(writtenText, (text) => {
      const edges = findInlineSpans(text).spans.flatMap(({ start, end }) => [start, end]);
      for (const { segment, index } of graphemes.segment(text)) {
        const inside = edges.filter((edge) => edge > index && edge < index + segment.length);
        if (emoji.test(segment)) assert.deepEqual(inside, [], `inside ${segment} of ${JSON.stringify(text)}`);
      }
      for (const edge of edges) {
        assert.ok(!/^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(edge - 1, edge + 1)), `at ${edge} of ${text}`);
      }
    }),
    { numRuns },
  );
});

test('translated spans inside a protected span are in order, and each contains a letter', () => {
  fc.assert(
    fc.property(writtenText, (text) => {
      for (const { start, end, inner = [] } of findInlineSpans(text).spans) {
        let rebuilt = '';
        let from = start;
        for (const span of inner) {
          const said = text.slice(span.start, span.end);
          assert.match(said, /\p{L}/u);
          assert.equal(said, said.trim());
          rebuilt += text.slice(from, span.start) + said;
          from = span.end;
        }
        assert.equal(rebuilt + text.slice(from, end), text.slice(start, end));
      }
    }),
    { numRuns },
  );
});

test('the texts of an ICU message’s cases are unchanged at any depth', () => {
  const said = fc.constantFrom(
    'una casa',
    '# panes',
    "l'agua",
    'el {name}',
    '“Sí” & <b>no</b>',
    "'{' x '}'",
    '{{n}} y',
  );
  const { message } = fc.letrec<{ message: string; text: string }>((tie) => ({
    text: fc.oneof({ maxDepth: 3, depthIdentifier: 'icu' }, said, tie('message')),
    message: fc
      .tuple(
        fc.constantFrom('plural', 'select', 'selectordinal'),
        fc.array(tie('text'), { minLength: 1, maxLength: 3 }),
      )
      .map(([kind, texts]) => `{n, ${kind}, ${texts.map((text, index) => `c${index} {${text}}`).join(' ')}}`),
  }));
  fc.assert(
    fc.property(message, (written) => {
      const [mark, ...others] = findInlineSpans(written).spans;
      assert.deepEqual([mark?.start, mark?.end, others], [0, written.length, []]);
      const cases = mark?.inner?.map(({ start, end }) => written.slice(start, end)) ?? [];
      const skeleton = written.slice(0, written.indexOf(',', 4));
      assert.equal(`${skeleton}, ${cases.map((text, index) => `c${index} {${text}}`).join(' ')}}`, written);
    }),
    { numRuns: numRuns / 4 },
  );
});

/** What repeats so often that a search starting over at each place would take its length squared. */
const repeated = [
  ...[...'{}$%&:#@/.1_[]()<>^~\\+-=*;¯€"\''],
  ...[
    '{a,plural,',
    '{a,plural,o{',
    "{a,plural,o{'{",
    '{a,plural,o{}',
    '{a,plural,o{x} ',
    '{{a',
    '${a',
    '{a[0]',
    '{a:',
    '{a|',
  ],
  ...[
    '&lt;a ',
    '&lt;a a=&quot;',
    ' a=&quot;&quot;',
    '&#',
    '&a',
    '&amp;',
    'a&amp;',
    '&amp;a',
    'l&#39;',
    '$t(',
    '$[',
    '%(',
    '%1',
    '%a',
    '%%a',
    '[[a',
    '[A_',
    '@@',
    '@.a:',
    '*|A',
  ],
  ...[
    'www.',
    'a.',
    'a.com/',
    'a.com:1',
    '://',
    'a://',
    'a://(',
    'a://(b',
    'a@',
    '@a',
    'a@a.',
    "o'a@",
    'a:',
    '::',
    'a::a',
    '::a',
  ],
  ...[
    '=/1',
    '=/1(',
    '=\\\\',
    'a/',
    '/a',
    './',
    '../',
    '~/',
    '--a',
    '-a',
    '\\u00',
    'a_',
    '_a',
    '__A',
    'aA',
    'A1',
    '1a',
    'a1-',
    '0f',
  ],
  ...[
    '1.',
    '1,1',
    '1 ',
    '1-',
    '1/',
    '1:',
    '1:1',
    '1x1 x ',
    '1e',
    '+1',
    '+1 ',
    '$1',
    '10.1000/',
    'ES91 2100 ',
    'a()',
    'C+',
    ' :a:',
  ],
  ...['😀', '\u200D', '\u200B', '\uD83D', '\uFE0F', '#\uFE0F', '<3', ':)', '^_', '#a', 'a#', '#a#', 'é', '我'],
  ...[
    '{$',
    '{0:d ',
    '{a:{',
    '$(a ',
    '$A/',
    '%a%\\a ',
    '%[1]',
    "%'",
    '%a-',
    '__a',
    '__a:',
    ' !a',
    ' !a!',
    ':A',
    '\\(a',
    '\\(a(',
    'Ctrl+',
    '⌘',
  ],
];

const [shortLength, longLength] = [4_000, 32_000];
const timesLonger = longLength / shortLength;

test('time does not grow quadratically with length, for any repeated text', () => {
  for (const unit of sampled(repeated)) {
    const msFor = (length: number, times: number) => {
      const text = unit.repeat(length / unit.length);
      return Math.min(...[1, 2, 3].map(() => processorMs(() => findInlineSpans(text), times)));
    };
    const [short, long] = [msFor(shortLength, 4), msFor(longLength, 1)];
    // A millisecond more, so that noise in a short measurement does not count.
    assert.ok(long + 1 < (timesLonger ** 2 / 2) * (short + 1), `${JSON.stringify(unit)}: ${short} and ${long} ms`);
  }
});
