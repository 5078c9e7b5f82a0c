import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Rewritten } from '../../../src/text/document/alignment.ts';
import { findProtectedSpans } from '../../../src/text/document/protected-spans/find-protected-spans.ts';
import { spellingOf } from '../../../src/text/document/render.ts';

function spell(text: string, translation: string): string {
  const written = new Rewritten(translation);
  spellingOf(findProtectedSpans(text).spelled, text)(written);
  return written.text;
}

test('a translation writes letters as entities in the same way as the text', () => {
  assert.equal(spell('caf&eacute;', 'déjà'), 'd&eacute;j&agrave;');
  assert.equal(spell('caf&#233;', 'дa'), '&#1076;a');
  assert.equal(spell('caf\\u00E9', 'déjà 𐐀'), 'd\\u00E9j\\u00e0 \\ud801\\udc00');
  assert.equal(spell('café', 'déjà'), 'déjà');
});

test('a translation escapes an apostrophe between letters where the text does', () => {
  assert.equal(spell("l''aigua", "l'eau 'rouge'"), "l''eau 'rouge'");
  assert.equal(spell("l\\'aigua", "l'eau 'rouge'"), "l\\'eau 'rouge'");
});
