import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { findInlineSpans } from '../../../../src/text/document/protected-spans/inline-spans.ts';
import { readCases, readParts } from '../../../support/case-file.ts';
import { isProportionate } from '../../../support/processor-time.ts';
import { propertyRuns, sampled } from '../../../support/property-runs.ts';

const [marks = [], words = [], separators = []] = readCases(import.meta.url, 'inline-pieces.txt').map(({ rows }) =>
  rows.flat(),
);
const piece = fc.oneof(
  fc.constantFrom(...marks),
  fc.constantFrom(...words),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const writtenText = fc
  .array(fc.tuple(piece, fc.constantFrom(...separators)), { maxLength: 20 })
  .map((pieces) => pieces.flat().join(''));
const numRuns = propertyRuns('', 2_000);

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

test('time is proportional to length for 32,000 characters of any repeated text', () => {
  for (const part of sampled(readParts(import.meta.url, 'repeated-inline.txt'))) {
    assert.ok(isProportionate(part, 32_000, findInlineSpans), JSON.stringify(part));
  }
});
