import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { findProtectedSpans } from '../../../../src/text/document/protected-spans/find-protected-spans.ts';
import { readParts } from '../../../support/case-file.ts';
import { isProportionate } from '../../../support/processor-time.ts';
import { propertyRuns, sampled } from '../../../support/property-runs.ts';
import { shownMarks } from '../../../support/shown-marks.ts';

/** Beginnings, middles and ends of every kind of markup, and what stands between. */
const fragments = readParts(import.meta.url, 'fragments.txt');

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
const hostile = [...fragments, ...readParts(import.meta.url, 'repeated.txt')];

test('time is proportional to length for 100,000 characters of any repeated text', () => {
  for (const part of sampled(hostile))
    assert.ok(isProportionate(part, 100_000, findProtectedSpans), JSON.stringify(part));
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
  const places = findProtectedSpans('ℹ️ Guarda los cambios').spans.map(({ start, end }) => [start, end]);
  assert.deepEqual(places, [[0, 2]]);
});
