import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findProtectedSpans } from '../../../../src/text/document/protected-spans/find-protected-spans.ts';
import { findInlineSpans } from '../../../../src/text/document/protected-spans/inline-spans.ts';
import type { ProtectedSpan } from '../../../../src/text/document/span.ts';
import { readCases } from '../../../support/case-file.ts';
import { inlineMarks } from '../../../support/inline-marks.ts';
import { shownMarks } from '../../../support/shown-marks.ts';

/**
 * In a group of texts alone, `⟦{name}⟧` is a mark that stands for a word, `〈😀〉` a point, and nothing else is a mark. In
 * the others, each text comes after what it shows. Marks are shown with the first letter of their role, halves of pairs
 * with the number of their pair: `⟦o1:<b>⟧casa⟦c1:</b>⟧` and `⟦w:{name}⟧`, also `b` for a bound and `p` for a point.
 */
for (const { title, rows } of readCases(import.meta.url, 'spans.txt')) {
  test(`protected spans: ${title}`, () => {
    for (const [what = '', marked] of rows) {
      if (marked === undefined) assert.equal(withInlineMarks(what.replaceAll(/[⟦⟧〈〉]/g, '')), what);
      else assert.equal(withAllMarks(marked.replaceAll(/⟦[wpb]:|⟦[oc]\d+:|⟧/g, '')), marked, what);
    }
  });
}

function withInlineMarks(text: string): string {
  return withMarks(text, findInlineSpans(text).spans, ({ role }, mark) => {
    assert.ok(role === 'word' || role === 'point', `an inline mark of role ${role}`);
    return role === 'word' ? `⟦${mark}⟧` : `〈${mark}〉`;
  });
}

function withAllMarks(text: string): string {
  return withMarks(text, findProtectedSpans(text).spans, ({ role, pair }, mark) => {
    return `⟦${role.charAt(0)}${pair === undefined ? '' : pair + 1}:${mark}⟧`;
  });
}

function withMarks(
  text: string,
  marks: readonly ProtectedSpan[],
  show: (mark: ProtectedSpan, written: string) => string,
): string {
  let shown = '';
  let read = 0;
  for (const mark of marks) {
    shown += text.slice(read, mark.start) + show(mark, text.slice(mark.start, mark.end));
    read = mark.end;
  }
  return shown + text.slice(read);
}

/** Texts, and what of them is spelled. */
const spelledTexts: readonly (readonly [text: string, ...spelled: string[]])[] = [
  ['caf&eacute; &ntilde;and&uacute;', 'é named', 'ñ named', 'ú named'],
  ['caf&#233; caf&#xe9;', 'é decimal', 'é hexadecimal'],
  ['l&#39;homme don&#39;t l&rsquo;eau', "' decimal", "' decimal", '’ named'],
  ['l&#x27;&eacute;t&eacute;&#39;s', "' hexadecimal", 'é named', 'é named', "' decimal"],
  ['&alpha; &Zcaron;i&zcaron;ek &#1071;', 'α named', 'Ž named', 'ž named', 'Я decimal'],
  ['&quot;s&iacute;&quot; &#39;no&#X27;', '" named', 'í named', '" named', "' decimal", "' hexadecimal"],
  ['uno&mdash;dos &amp; &lt; tres &gt;&hellip;', '— named', '& named', '< named', '> named', '… named'],
  ['&laquo; Oui &raquo; 20&deg; &copy; &euro;', '« named', '» named', '° named', '© named', '€ named'],
  ['e&#769; 1&ordm;', '\u0301 decimal', 'º named'],
];

for (const [text, ...expected] of spelledTexts) {
  test(`reads entities of letters and signs: ${text}`, () => {
    const { spans, spelled } = findInlineSpans(text);
    const read = spelled.map(({ character, spelling }) => `${character} ${spelling}`);
    assert.deepEqual(read, expected);
    assert.deepEqual(spans, []);
  });
}

for (const text of 'pan & agua|R&d, A&T&a|a && b|&amp sin punto|& nbsp;|Tom&Jerry; Bob|&#; &#x; &;|&a;'.split('|')) {
  test(`treats a non-entity as text: ${text}`, () => {
    assert.deepEqual(findInlineSpans(text), { spans: [], spelled: [] });
  });
}

test('a percent sign after a figure is part of the quantity, even if a word follows', () => {
  assert.deepEqual(inlineMarks('El 50% de la casa, 100% sure, un 20 % del pan'), ['50%', '100%', '20 %']);
  assert.deepEqual(inlineMarks('Sobre 50 %s'), ['%s']);
  assert.deepEqual(inlineMarks("%50 artış ve %3'ünü"), []);
});

test('escaped letters and apostrophes inside a word are decoded', () => {
  const spelledOf = (text: string) =>
    findProtectedSpans(text).spelled.map(({ start, end, character, spelling }) => [
      text.slice(start, end),
      character,
      spelling,
    ]);
  assert.deepEqual(spelledOf("No l\\'obrin"), [["\\'", "'", 'escaped']]);
  assert.deepEqual(spelledOf('caf\\u00e9 y l\\u2019eau \\u2019'), [
    ['\\u00e9', 'é', 'escaped'],
    ['\\u2019', '’', 'escaped'],
  ]);
  assert.deepEqual(spelledOf('{"a": "\\u0434\\u0430\\u3002"}'), [
    ['\\u0434', 'д', 'escaped'],
    ['\\u0430', 'а', 'escaped'],
  ]);
  assert.deepEqual(shownMarks('{"a": "\\u0434\\u0430\\u3002"}'), ['bound:{"a": "', 'point:\\u3002', 'bound:"}']);
});
