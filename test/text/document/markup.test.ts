import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { readable, withTokens } from '../checks/written-tokens.ts';
import { parse } from './parsed.ts';

const pieces = fc.constantFrom(
  ...['La casa', 'a < b', '. ', ...'caf&eacute; &amp; &lt;b&gt; <b> </b> Q&A Ana&#39;s &nbsp; <p>'.split(' ')],
  ...['&#1044;&#1072;', '{name}', '\n', '&notanentity;', 'it&#8217;s', '"', 'https://example.org/?a=1&amp;b=2', 'é'],
);
const texts = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(' '));

describe('plain', () => {
  const sentencesOf = (text: string) => parse(text, 'es', { markup: 'plain' }).sentences.map(readable);

  test('protects a word with an entity as a whole', () => {
    assert.deepEqual(sentencesOf('Un caf&eacute;s bueno.'), ['Un {w0} bueno.']);
    assert.deepEqual(parse('Un caf&eacute;s bueno.').sentences, ['Un cafés bueno.']);
    assert.deepEqual(sentencesOf('&#1044;&#1072; y no'), ['{w0} y no']);
  });

  test('returns entities as they came, however the sentences are translated', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const entities = (written: string) => written.match(/&#?\w+;/g)?.toSorted() ?? [];
        const { sentences, render } = parse(text, 'es', { markup: 'plain' });
        assert.equal(render(sentences), text);
        const translated = render(sentences.map((sentence) => sentence.replaceAll(/\p{L}+/gu, 'niño')));
        assert.deepEqual(entities(translated), entities(text));
      }),
    );
  });
});

describe('html', () => {
  const rendered = (text: string, ...translations: string[]) =>
    parse(text, 'es', { markup: 'html' }).render(translations.map(withTokens));

  test('escapes the signs of markup that only the translation has', () => {
    assert.equal(rendered('<p>Sal y pan</p>', 'Salt & bread <x>'), '<p>Salt &amp; bread &lt;x&gt;</p>');
    assert.equal(rendered('Caf&eacute; y pan', 'Café & pan'), 'Caf&eacute; &amp; pan');
  });

  test('escapes nothing that the source has unescaped', () => {
    assert.equal(rendered('sal & pan, uno < dos', 'salt & bread, one < two > x'), 'salt & bread, one < two &gt; x');
  });

  test('returns the text if its sentences are unchanged', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { sentences, render } = parse(text, 'es', { markup: 'html' });
        assert.equal(render(sentences), text);
      }),
    );
  });
});

describe('elements with roles', () => {
  const markup = { opaque: new Set(['raw']), bounds: new Set(['par']), phrasing: new Set(['p']) };
  const sentencesOf = (text: string) => parse(text, 'es', { markup }).sentences.map(readable);

  test('takes an opaque element as one span, whatever it contains', () => {
    assert.deepEqual(sentencesOf('Uno <Raw a="<">dos <b>tres</b> {x}</Raw> cuatro.'), ['Uno {w0} cuatro.']);
    assert.deepEqual(sentencesOf('<par>Uno</par><raw>dos</raw>'), ['Uno']);
  });

  test('ends sentences at bounds, also inside a line, and never at elements inside sentences', () => {
    assert.deepEqual(sentencesOf('uno <par>dos</par> tres'), ['uno', 'dos', 'tres']);
    assert.deepEqual(sentencesOf('uno <p>dos</p> tres'), ['uno {o0}dos{c0} tres']);
    assert.deepEqual(parse('uno <p>dos</p> tres').sentences, ['uno', 'dos', 'tres']);
  });

  test('escapes like HTML', () => {
    assert.equal(parse('<par>uno</par>', 'es', { markup }).render(['a & b']), '<par>a &amp; b</par>');
  });
});
