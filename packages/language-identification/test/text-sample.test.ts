import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { sampleLength, sampleText } from '../src/text-sample.ts';

test('addresses, handles, numbers, code and markup are left out', () => {
  const text =
    'Mira <b class="big">esto</b>: https://es.wikipedia.org/wiki/España www.example.org ana@example.org @ana #tema ' +
    '{name} %s file.txt a=b snake_case 12.345,67 21:30 &nbsp; &#8212; y dime.';
  assert.equal(sampleText(text), 'Mira esto : %s y dime.');
});

test('a script that divides no words keeps its text, numbers and all', () => {
  assert.equal(sampleText('2020年に東京で始まりました。'), '2020年に東京で始まりました。');
});

test('letters are composed, and control characters divide words', () => {
  assert.equal(sampleText('an\u0303o\0nuevo\tsi\u0085no'), 'año nuevo si no');
});

test('of a long text the beginning, the middle and the end are looked at', () => {
  const sample = sampleText(`${'uno '.repeat(500)}${'dos '.repeat(500)}${'tres '.repeat(500)}`);
  assert.deepEqual([...new Set(sample.split(' '))], ['uno', 'dos', 'tres']);
});

test('no text gives a longer sample, and any sample is clean', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary', size: 'max', maxLength: 5_000 }), (text) => {
      const sample = sampleText(text);
      // Composition can lengthen a text: U+FB2C becomes three letters.
      assert.ok(sample.length <= sampleLength * 3 + 2);
      assert.doesNotMatch(sample, /\p{Cc}|^ | $| {2}/u);
    }),
  ));
