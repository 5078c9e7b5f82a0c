import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { findProtectedSpans } from '../../../../src/text/document/protected-spans/find-protected-spans.ts';
import { propertyRuns, sampled } from '../../../support/property-runs.ts';
import { shownMarks } from '../../../support/shown-marks.ts';

/** Beginnings, middles and ends of every kind of markup, and what stands between. */
const fragments = [
  ...[
    '<b>',
    '</b>',
    '<p>',
    '</p>',
    '<br>',
    '<x/>',
    '<1>',
    '</1>',
    '<item>',
    '</item>',
    '<sub>',
    '</sub>',
    '<a href="x">',
  ],
  ...[
    '</a>',
    '<',
    '>',
    '<a ',
    '="',
    "='",
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?php ',
    '?>',
    '<%=',
    '%>',
    '<!DOCTYPE x>',
  ],
  ...[
    '<script>',
    '</script>',
    '<code>',
    '</code>',
    '<svg>',
    '</svg>',
    '<text>',
    '<i translate="no">',
    '</i>',
    '<https://x.org>',
  ],
  ...[
    '*',
    '**',
    '***',
    '_',
    '__',
    '~~',
    '==',
    '`',
    '``',
    '```',
    '~~~',
    '# ',
    ' ##',
    '- ',
    '1. ',
    '> ',
    '---',
    '===',
    '| ',
    '|',
  ],
  ...[
    '|-|-|',
    '[',
    ']',
    '![',
    '](',
    ')',
    '](b)',
    '][c]',
    '[d]: /e',
    '[^1]',
    '[^1]: ',
    '[[',
    ']]',
    '$',
    '$$',
    'x^2',
    '\\(',
    '\\)',
  ],
  ...[
    '{{',
    '}}',
    '{{#if}}',
    '{%',
    '%}',
    '{',
    '}',
    '${',
    '{n, plural, one {',
    '{\\an8}',
    '\\',
    '\\n',
    "\\'",
    '\\*',
    '\\emph{',
  ],
  ...[
    '\\begin{math}',
    '\\end{math}',
    '[b]',
    '[/b]',
    '[quote]',
    '[code]',
    '[/code]',
    '[a b="c"]',
    '%s',
    '&amp;',
    '&eacute;',
  ],
  ...[
    'http://x.org/a_b',
    '😀',
    'foo_bar',
    '5 km',
    ':::',
    '!!! note',
    '+++',
    'a: b',
    'k.l=m',
    '"a": "b",',
    '"',
    ',',
    ';',
    '=',
    ':',
  ],
  ...[
    '00:00:01,000 --> 00:00:02,000',
    'WEBVTT',
    '[00:01]',
    'Dialogue: ',
    'msgid "a"',
    'msgstr "b"',
    'BEGIN:VCARD',
    '____',
  ],
  ...['\n', '\n\n', '\r\n', '\t', ' ', '  ', 'a', 'La casa', 'é', '.', ', ', '文', '\0', '\uD800'],
];

const texts = fc.oneof(
  fc.array(fc.constantFrom(...fragments), { size: 'max', maxLength: 60 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', size: 'max', maxLength: 100 }),
);

test('the spans of any text are in its order, do not overlap and are not empty', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const { spans, spelled } = findProtectedSpans(text);
      const all = [...spans, ...spelled].toSorted((one, other) => one.start - other.start);
      assert.deepEqual(
        spans.map(({ start }) => start),
        spans.map(({ start }) => start).toSorted((one, other) => one - other),
      );
      let end = 0;
      for (const span of all) {
        assert.ok(span.start >= end && span.end > span.start, `${span.start}-${span.end} after ${end}`);
        end = span.end;
      }
      assert.ok(end <= text.length);
    }),
    { numRuns: propertyRuns('', 1_500) },
  );
});

test('in any text each opening half has its closing one, and pairs are nested properly', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const opened: (number | undefined)[] = [];
      const numbers = new Set<number | undefined>();
      for (const { role, pair } of findProtectedSpans(text).spans) {
        assert.equal(pair !== undefined, role === 'open' || role === 'close');
        if (role === 'close') assert.equal(pair, opened.pop());
        if (role !== 'open') continue;
        assert.ok(!numbers.has(pair));
        numbers.add(pair);
        opened.push(pair);
      }
      assert.deepEqual(opened, []);
    }),
    { numRuns: propertyRuns('', 1_500) },
  );
});

test('translated spans inside a protected span are within it, in order', () => {
  fc.assert(
    fc.property(texts, (text) => {
      for (const { role, start, end, inner = [] } of findProtectedSpans(text).spans) {
        let from = start;
        for (const span of inner) {
          assert.ok(role === 'word' || role === 'bound');
          assert.ok(span.start >= from && span.end >= span.start && span.end <= end);
          from = span.end;
        }
      }
    }),
    { numRuns: propertyRuns('', 500) },
  );
});

test('words without signs contain no protected span', () => {
  const words = fc.array(fc.stringMatching(/^\p{Ll}{1,12}$/u), { maxLength: 30 });
  fc.assert(
    fc.property(words, (parts) => {
      assert.deepEqual(findProtectedSpans(parts.join(' ')), { spans: [], spelled: [] });
    }),
    { numRuns: propertyRuns('', 200) },
  );
});

test('code comes before tags, tags before placeholders, placeholders before emphasis', () => {
  assert.deepEqual(shownMarks('`<b>` {a_b} *c*'), ['word:`<b>`', 'word:{a_b}', 'open1:*', 'close1:*']);
  assert.deepEqual(shownMarks('<a b="`{x}`*"> *c* `d`'), ['point:<a b="`{x}`*">', 'open1:*', 'close1:*', 'word:`d`']);
  assert.deepEqual(shownMarks('{{ *a }} b*'), ['word:{{ *a }}']);
  assert.deepEqual(shownMarks('<!-- `a --> b`'), ['point:<!-- `a -->']);
});

/** What a text may be made of to the end by somebody who wants to keep the service busy. */
const hostile = [
  ...fragments,
  ...['A ', 'N/A ', 'M. ', 'niño/a ', '[1]', 'x²', 'a\u00AD', 'a &b\n', 'Casa &b ', 'casa > ', 'a | ', 'A y ', 'A/'],
  ...[
    '<a b="',
    '<a b="c=\'',
    '<a b={',
    '[](',
    '[a](',
    '`` ',
    '{#',
    '{# ',
    '\\[',
    '<x translate="no">',
    '{a,plural,',
    '_a ',
    '**a ',
    'a** *b ',
  ],
  ...[
    'a* ',
    'a** ',
    '<a><b></a></b>',
    '<i>*</i>',
    '*<i>',
    'a<sub>b',
    '<0/>',
    '[b]x[/b]',
    '\\emph{a}',
    '"a": "b",\n',
    'a=b\n',
    'a_b: c\n',
  ],
  ...[
    'a;b\n',
    '1,2,3\n',
    'msgid "a"\n',
    '"a" = "b";\n',
    '- a\n',
    '|a|\n',
    '|-|\n',
    '```\n',
    '[a]:b/c\n',
    '> > ',
    '1. ',
    '<svg><text>',
    '%<a>',
    '.,',
    '..;',
    '**.',
    '<!DOCTYPE[',
    '<!doctype a[b ',
    ...[
      '{$a',
      '$a_b',
      '$a_{',
      '[% ',
      '[%A ',
      '$(a ',
      '__a',
      ' !a',
      '%[1',
      "'a': ",
      "a: 'b', ",
      "export {a: '",
      '"@a":{',
      'import ',
    ],
    ...['<resources>', '<string name="a">', 'a={0}\n', 'Ctrl+', '⌘', ':A', '\\(a ', '{0:d ', '%a%\\a '],
  ],
];

/** Milliseconds of processor time. */
function effort(text: string): number {
  const begun = process.cpuUsage();
  findProtectedSpans(text);
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000;
}

/** Whether a text eight times as long takes about eight times as long, and not sixty-four times. */
function isProportionate(part: string): boolean {
  const [small, large] = [12_500, 100_000].map((length) => part.repeat(Math.ceil(length / part.length)));
  assert.ok(small !== undefined && large !== undefined);
  // The machine may be interrupted; what is out of proportion is so every time. The millisecond is for what is too short
  // to be told.
  return [1, 2, 3, 4, 5].some(() => effort(large) < 24 * (effort(small) + 1));
}

test('time is proportional to length for 100,000 characters of any repeated text', () => {
  for (const part of sampled(hostile)) assert.ok(isProportionate(part), JSON.stringify(part));
});

test('a line of words is read as the same words before a sign that begins no span', () => {
  const words = fc.constantFrom(...'abcñéяжअあ漢ª ');
  const signs = fc.constantFrom(...",?!¿¡'’«»“”.  ABCÉЖ");
  const any = fc.oneof(fc.constant('ℹ️'), fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }));
  const characters = fc.oneof({ weight: 6, arbitrary: words }, { weight: 2, arbitrary: signs }, any);
  fc.assert(
    fc.property(fc.array(characters, { maxLength: 40 }), (all) => {
      const text = all.join('').trimEnd();
      const { spans, spelled } = findProtectedSpans(text);
      if (spans.length > 0 || spelled.length > 0) return;
      const longer = findProtectedSpans(`${text} &`);
      assert.deepEqual([longer.spans, longer.spelled], [[], []]);
    }),
    { numRuns: propertyRuns('', 20_000) },
  );
});

test('an emoji that begins with a letter is protected in a line of words', () => {
  assert.deepEqual(
    findProtectedSpans('ℹ️ Guarda los cambios').spans.map(({ start, end }) => [start, end]),
    [[0, 2]],
  );
});
