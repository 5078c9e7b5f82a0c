import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findInlineSpans } from '../../../../src/text/document/protected-spans/inline-spans.ts';
import { testInlineSpans } from './tested-spans.ts';

testInlineSpans('keeps entities as they are', [
  'pan〈&nbsp;〉y agua 〈&amp;〉 sal 〈&lt;〉 〈&gt;〉 〈&quot;〉',
  '〈&#39;〉Hola〈&#39;〉 〈&#x27;〉sí〈&#X27;〉',
  'uno〈&mdash;〉dos 〈&hellip;〉 〈&copy;〉 2020 〈&euro;〉 〈&#128512;〉',
  'Usa ⟦AT&amp;T⟧ y ⟦R&#38;D&#38;I⟧, ⟦a&lt;b⟧',
  'un 〈&amp;nbsp;〉 doble y ⟦caf&amp;eacute;⟧ doble',
  'La 〈&lt;b&gt;〉puerta〈&lt;/b&gt;〉 y 〈&lt;a href=&quot;/a?b&amp;c&quot; id=x&gt;〉casa〈&lt;/a&gt;〉',
  '〈&lt;〉no es verdad〈&gt;〉',
  'una 〈&foo;〉 y 〈&bar123;〉',
  '〈&#0;〉 〈&#xD800;〉 〈&#9999999;〉',
]);

/** Texts, and what of them is spelled. */
const spelledTexts: readonly (readonly [text: string, ...spelled: string[]])[] = [
  ['caf&eacute; &ntilde;and&uacute;', 'é named', 'ñ named', 'ú named'],
  ['caf&#233; caf&#xe9;', 'é decimal', 'é hexadecimal'],
  ['l&#39;homme don&#39;t l&rsquo;eau', "' decimal", "' decimal", '’ named'],
  ['l&#x27;&eacute;t&eacute;&#39;s', "' hexadecimal", 'é named', 'é named', "' decimal"],
  ['&alpha; &Zcaron;i&zcaron;ek &#1071;', 'α named', 'Ž named', 'ž named', 'Я decimal'],
  ['e&#769; 1&ordm;', '\u0301 decimal', 'º named'],
];

for (const [text, ...expected] of spelledTexts) {
  test(`reads entities that spell a word: ${text}`, () => {
    const { spans, spelled } = findInlineSpans(text);
    assert.deepEqual(
      spelled.map(({ character, spelling }) => `${character} ${spelling}`),
      expected,
    );
    assert.deepEqual(spans, []);
  });
}

for (const text of [
  'pan & agua',
  'R&d, A&T&a',
  'a && b',
  '&amp sin punto',
  '& nbsp;',
  'Tom&Jerry; Bob',
  '&#; &#x; &;',
  '&a;',
]) {
  test(`treats a non-entity as text: ${text}`, () => {
    assert.deepEqual(findInlineSpans(text), { spans: [], spelled: [] });
  });
}
