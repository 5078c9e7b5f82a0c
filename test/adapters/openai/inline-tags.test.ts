import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { writeTags } from '../../../src/adapters/openai/inline-tags.ts';
import { tokensMax, writeToken } from '../../../src/text/document/token.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const runs = { numRuns: propertyRuns('SQLite', 400) };

/** What texts hold that could be taken for a tag. */
const pieces = fc.oneof(
  fc.constantFrom('<x1/>', '<x1>', '</g1>', '<g1>', '< g 1 >', '<X1 />', '<xa1/>', '<xb2/>', '<p', '<', '>', '/', '1'),
  fc.constantFrom('&lt;x1/&gt;', '"', '\\', '{"s1":"a"}', ' ', 'sol', '日本', '😀'),
  fc.string({ unit: 'grapheme', maxLength: 6 }).filter((text) => !/[\uFDD0-\uFDEF\uFFFE\uFFFF]/.test(text)),
);

type Node = { readonly role: 'word' | 'point' | 'space' | 'pair'; readonly text: string };

const nodes = fc.array(
  fc.record({ role: fc.constantFrom('word', 'point', 'space', 'pair'), text: pieces }) as fc.Arbitrary<Node>,
  { maxLength: 12 },
);

function segmentOf(parts: readonly Node[], numberOf: (index: number) => number): string {
  return parts
    .map(({ role, text }, index) => {
      const number = numberOf(index);
      if (role === 'pair') return writeToken('open', number) + text + writeToken('close', number);
      return writeToken(role, number) + text;
    })
    .join('');
}

test('restores the same segment from its tags', () => {
  fc.assert(
    fc.property(nodes, pieces, (parts, before) => {
      const segment = before + segmentOf(parts, (index) => index);
      const { text, restore } = writeTags(segment, []);
      assert.doesNotMatch(text, /[\uFDD0-\uFDEF\uFFFE\uFFFF]/);
      assert.equal(restore(text), segment);
    }),
    runs,
  );
});

test('writes the same tags for any numbers of the tokens', () => {
  fc.assert(
    fc.property(nodes, (parts) => {
      const up = writeTags(
        segmentOf(parts, (index) => index),
        [],
      );
      const down = writeTags(
        segmentOf(parts, (index) => tokensMax - 1 - 7 * index),
        [],
      );
      assert.equal(down.text, up.text);
    }),
    runs,
  );
});

test('restores no token that the segment lacks, from any answer', () => {
  fc.assert(
    fc.property(nodes, fc.array(pieces, { maxLength: 20 }), (parts, written) => {
      const segment = segmentOf(parts, (index) => index);
      const restored = writeTags(segment, []).restore(written.join(''));
      for (const [token] of restored?.matchAll(/[\uFDD0-\uFDD4][\uE000-\uEF9F]/g) ?? []) {
        assert.ok(segment.includes(token));
      }
    }),
    runs,
  );
});

const [word, open, close, point] = [
  writeToken('word', 5),
  writeToken('open', 9),
  writeToken('close', 9),
  writeToken('point', 2),
];

test('writes tags as in XLIFF, numbered in order', () => {
  assert.equal(writeTags(`Hola ${word}, ${open}sol${close}${point}.`, []).text, 'Hola <x1/>, <g2>sol</g2><p3/>.');
  assert.equal(writeTags(`a <x1/> ${word}`, []).text, 'a <x1/> <xa1/>');
  assert.equal(writeTags(`a <X1 ${word} </ga22>`, []).text, 'a <X1 <xb1/> </ga22>');
});

test('reads every notation of tags that models use', () => {
  const { restore } = writeTags(`${word} ${open}sol${close} ${point}`, []);
  const sun = `${word} ${open}sun${close} ${point}`;
  for (const written of [
    '<x1/> <g2>sun</g2> <p3/>',
    '<x1 /> <g2 >sun</ g2> <p3>',
    '<X1/> <G2>sun</G2> < p3 / >',
    '<x1/> <g2>sun</g2> <p03/>',
  ]) {
    assert.equal(restore(written), sun);
  }
  assert.equal(restore('<x1/> sun <g2/> <p3/>'), `${word} sun ${open}${close} ${point}`);
  assert.equal(restore('sun'), 'sun');
});

test('rejects tags that the segment does not have', () => {
  const { restore } = writeTags(`Hola ${word} ${open}sol${close}`, []);
  for (const written of ['<x3/>', '</x1>', '<g1>', '<p1/>', '<x1/> <x99999999999/>', word, '\uFDD0', '\uD800']) {
    assert.equal(restore(written), undefined);
  }
});

test('takes linear time', () => {
  const { restore } = writeTags(`${'<x'.repeat(20_000)}${word}`, []);
  for (const part of ['<', '< ', '</', '<x', '<x1 ', '<x1/', '<g2>', '1'])
    assert.ok(restore(part.repeat(50_000)) !== '');
  for (const part of ['< ', '<x ', '<xa1', '<xaaaa1']) assert.ok(writeTags(part.repeat(50_000), []).text.length > 0);
  assert.ok(restore(`<x1${' '.repeat(500_000)}`) !== '');
});
