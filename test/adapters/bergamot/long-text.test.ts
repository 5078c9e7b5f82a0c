import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { cutLongText } from '../../../src/adapters/bergamot/long-text.ts';
import { propertyRuns } from '../../support/property-runs.ts';

describe('long sentences', () => {
  test('stay whole up to the usual length of a sentence', () => {
    for (const text of ['', 'Hola.', words(50), '家'.repeat(100)]) assert.deepEqual(partsOf(text), [text]);
  });

  test('are cut into about equal parts at the ends of clauses', () => {
    const clause = `${words(12)},`;
    const parts = partsOf(Array.from({ length: 9 }, () => clause).join(' '));
    for (const part of parts) assert.match(part, /,$/);
    const commas = parts.map((part) => part.split(',').length - 1);
    assert.deepEqual(commas, [3, 3, 3]);
  });

  test('are cut at spaces without such ends, and between words in scripts without spaces', () => {
    assert.ok(partsOf(words(300)).every((part) => /^casa.* casa$/.test(part)));
    const chinese = partsOf('我们明天早上去北京的学校看我的朋友'.repeat(20));
    assert.ok(
      chinese.length > 3 && chinese.every((part) => part.length < 110 && !part.startsWith('们')),
      chinese.join(' | '),
    );
  });

  test('are cut in a very long word, but never in a character or in what must stay whole', () => {
    assert.ok(partsOf('x'.repeat(2_000)).length > 10);
    for (const part of partsOf('😀'.repeat(300))) assert.ok(part.isWellFormed());
    const text = `${'x'.repeat(100)}X71`.repeat(30);
    const whole = Array.from({ length: 30 }, (_, index) => ({ start: index * 103 + 100, end: index * 103 + 103 }));
    for (const { start, end } of cutLongText(text, whole)) {
      assert.ok(
        whole.every((kept) => kept.end <= start || kept.start >= end || (kept.start >= start && kept.end <= end)),
      );
    }
  });

  test('lose nothing but spaces between their parts', () => {
    const unit = fc.constantFrom('casa', ' ', ', ', 'x', '家', '，', '😀', '<', '9', 'é', 'ก');
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 600 }), (units) => {
        const text = units.join('').replaceAll(/ {2,}/g, ' ').trim();
        const parts = partsOf(text);
        assert.equal(parts.join('').replaceAll(' ', ''), text.replaceAll(' ', ''));
        for (const part of parts) assert.equal(part.trim(), part);
      }),
      { numRuns: propertyRuns('', 200) },
    );
  });
});

function words(count: number): string {
  return Array.from({ length: count }, () => 'casa').join(' ');
}

function partsOf(text: string): readonly string[] {
  return cutLongText(text, []).map(({ start, end }) => text.slice(start, end));
}
