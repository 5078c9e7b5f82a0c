import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { withOneForm } from '../../../src/adapters/apertium/frame.ts';

test('keeps the longest form of a word, or the first of equally long ones', () => {
  const cases: readonly (readonly [written: string, kept: string])[] = [
    ['«prominenta landa/landmärken» i', '«prominenta landmärken» i'],
    ['a rimokatolik Cerkev/Cerkva ima', 'a rimokatolik Cerkev ima'],
    ['[[p0]]kloar/klor[[/]], [m1]och', '[[p0]]kloar[[/]], [m1]och'],
    ['una/unas/un.[.].', 'unas.[.].'],
    ['hann lagt til/lagða til löggjöfina', 'hann lagt til löggjöfina'],
  ];
  for (const [written, kept] of cases) assert.equal(withOneForm(written), kept);
});

test('keeps a slash of the sentence', () => {
  for (const written of ['km\\/h', '[[w0]]Zubrowka[[/]]', 'a \\/ b', '\\\\\\/', '/', 'a / b', 'http:\\/\\/a\\/b']) {
    assert.equal(withOneForm(written), written);
  }
});

test('handles any text in linear time', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...'ab/\\[] é.'), { maxLength: 60 }), (all) => {
      assert.ok(withOneForm(all.join('')).length <= all.length);
    }),
  );
  for (const text of ['a'.repeat(100_000), '/'.repeat(100_000), 'a/'.repeat(50_000), 'a '.repeat(50_000)]) {
    assert.ok(withOneForm(`x${text}`).length <= 100_001);
  }
});
