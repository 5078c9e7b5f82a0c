import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { latinizeSerbian, openSingleQuotes } from '../../../src/adapters/apertium/engine.ts';
import { readModeName } from '../../../src/adapters/apertium/language-tags.ts';

const pairsOf = (name: string): string | undefined => {
  const languages = readModeName(name);
  return languages && `${languages.sources.join(',')}>${languages.target}`;
};

test("reads canonical tags from a mode's name", () => {
  const pairs: Readonly<Record<string, string>> = {
    'eng-spa': 'en>es',
    'eng-cat_valencia': 'en>ca-valencia',
    'es-pt_BR': 'es>pt-BR',
    'cat-eng_US': 'ca>en-US',
    'ca-oc_aran': 'ca>oc-aranese',
    'oci_gascon-fra': 'oc-gascon>fr',
    'nno-nob': 'nn>nb',
    'arg-cat': 'an>ca',
    'ita-srd': 'it>sc',
    'spa-ast': 'es>ast',
    'fra-frp': 'fr>frp',
    'pol-szl': 'pl>szl',
    'zlm-ind': 'ms>id',
    'hin-urd': 'hi>ur',
    'slv-hbs_HR': 'sl>hr',
    'slv-hbs_BS': 'sl>bs',
    'slv-hbs_SR': 'sl>sr-Latn',
  };
  for (const [name, pair] of Object.entries(pairs)) assert.equal(pairsOf(name), pair);
});

test('lists each language that shares one grammar as a source', () => {
  assert.equal(pairsOf('hbs-eng'), 'bs,hr,sr-Latn,sr>en');
});

test('reads no languages from a name that is no pair, or has an unregistered variant', () => {
  for (const name of 'Cyrl-Latn eng-hbs spa-cat_iec2017 spa-cat_valencia_iec2017 nob-nno_e es-eo-no_cg eng eng- toki_pona-eng'.split(
    ' ',
  )) {
    assert.equal(pairsOf(name), undefined, name);
  }
});

test('transliterates Serbian Cyrillic to Serbian Latin', () => {
  assert.equal(latinizeSerbian('Њујорк, ЊУЈОРК, Џ, КОЊ, Коњ'), 'Njujork, NJUJORK, Dž, KONJ, Konj');
  assert.equal(latinizeSerbian('Љубазни фењерџија чађавог лица'), 'Ljubazni fenjerdžija čađavog lica');
});

test('leaves text without Cyrillic letters unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      fc.pre(!/\p{Script=Cyrillic}/u.test(text));
      assert.equal(latinizeSerbian(text), text);
    }),
  );
});

test('curves an opening straight quotation mark', () => {
  assert.equal(openSingleQuotes("'Really?' she said 'really'."), "‘Really?' she said ‘really'.");
});

test('keeps apostrophes and unclosed quotation marks', () => {
  for (const text of [
    "rock 'n' roll",
    "the dogs' house isn't",
    "'s morgens en 't huis",
    "of the '90s",
    "He said 'really",
  ]) {
    assert.equal(openSingleQuotes(text), text);
  }
});
