import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { sampleLength, sampleText } from '../src/text-sample.ts';

test('leaves out addresses, handles, numbers, code and markup', () => {
  const text =
    'Mira <b class="big">esto</b>: https://es.wikipedia.org/wiki/España www.example.org ana@example.org @ana #tema ' +
    '{name} %s file.txt a=b snake_case 12.345,67 21:30 &nbsp; &#8212; y dime.';
  assert.equal(sampleText(text), 'Mira esto : %s y dime.');
});

test('leaves out the names of a product title and the code before a comment, but no other capitalised words', () => {
  const samples = {
    'iPhone 15 Pro Max 256 GB azul': 'azul',
    'Funda Samsung Galaxy A54 negra': 'negra',
    'Botella Stanley Quencher 1,2 L verde': 'verde',
    'Am 15. August hat er gewonnen': 'Am August hat er gewonnen',
    'Contact Us For Prices': 'Contact Us For Prices',
    'let total = 0; // precio sin impuestos': 'precio sin impuestos',
    'import os # módulo del sistema\n\nHola # amigo': 'módulo del sistema Hola amigo',
  };
  for (const [text, sample] of Object.entries(samples)) assert.equal(sampleText(text), sample, text);
});

test('keeps numbers in a script that does not separate words', () => {
  assert.equal(sampleText('2020年に東京で始まりました。'), '2020年に東京で始まりました。');
});

test('composes letters, and separates words at control characters', () => {
  assert.equal(sampleText('an\u0303o\0nuevo\tsi\u0085no'), 'año nuevo si no');
});

test('takes the beginning, the middle and the end of a long text', () => {
  const sample = sampleText(`${'uno '.repeat(500)}${'dos '.repeat(500)}${'tres '.repeat(500)}`);
  assert.deepEqual([...new Set(sample.split(' '))], ['uno', 'dos', 'tres']);
});

test('returns a sample of limited length without control characters and double spaces for any text', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary', size: 'max', maxLength: 5_000 }), (text) => {
      const sample = sampleText(text);
      // Composition can lengthen a text: U+FB2C becomes three letters.
      assert.ok(sample.length <= sampleLength * 3 + 2);
      assert.doesNotMatch(sample, /\p{Cc}|^ | $| {2}/u);
    }),
  ));
