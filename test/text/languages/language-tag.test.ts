import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { differOnlyByRegion, parseLanguageTag } from '../../../src/text/languages/language-tag.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { tag } from './engine.ts';

const codes: Readonly<Record<string, readonly string[]>> = {
  'a code in any case, with spaces around it': ['EN>en', ' es >es', 'Pt-bR>pt-BR', 'ZH-HANT>zh-Hant'],
  'an underscore for a hyphen': ['pt_BR>pt-BR', 'zh_CN>zh-Hans', 'cat_valencia>ca-valencia'],
  'a code of three letters': ['eng>en', 'spa>es', 'cat>ca', 'oci>oc', 'srd>sc', 'ast>ast', 'nno>nn', 'nob>nb'],
  'a bibliographic code of ISO 639-2': ['ger>de', 'fre>fr', 'dut>nl', 'cze>cs', 'baq>eu', 'ice>is', 'mac>mk', 'rum>ro'],
  'a withdrawn code': ['iw>he', 'in>id', 'ji>yi', 'mo>ro', 'scr>hr'],
  'the code of an encompassing or an individual language': [
    'no>nb',
    'nor>nb',
    'zlm>ms',
    'msa>ms',
    'cmn>zh-Hans',
    'arb>ar',
  ],
  'Serbo-Croatian as Serbian in Latin letters': ['sh>sr-Latn', 'hbs>sr-Latn'],
  'a script kept apart': ['sr-Latn>sr-Latn', 'SR_LATN>sr-Latn', 'sr>sr'],
  'Chinese by its script': ['zh>zh-Hans', 'zh-CN>zh-Hans', 'zh-TW>zh-Hant', 'zh-HK>zh-Hant', 'zt>zh-Hant'],
  'codes of other services': ['pb>pt-BR', 'oc_aran>oc-aranese'],
  'a variant': ['ca-valencia>ca-valencia', 'ca-ES-valencia>ca-ES-valencia', 'oc-gascon>oc-gascon'],
  'a tag with extensions, which say nothing of the language': ['en-u-ca-gregory>en'],
};

for (const [what, pairs] of Object.entries(codes)) {
  test(`reads ${what}`, () => {
    for (const pair of pairs) {
      const [input = '', expected] = pair.split('>');
      assert.equal(parseLanguageTag(input), expected, input);
    }
  });
}

test('a malformed tag is refused', () => {
  const inputs = '| |-|e|en-|-en|en--US|español|Spanish|german|Hans|valencia|x-private|en\0|еn|💬'.split('|');
  for (const input of [
    ...inputs,
    'a'.repeat(10_000),
    `en${'-a'.repeat(5_000)}`,
    'en-US\n\u202e',
    'constructor',
    '__proto__',
  ]) {
    assert.equal(parseLanguageTag(input), undefined, JSON.stringify(input.slice(0, 20)));
  }
});

test('every string is refused, or parsed as a canonical tag that parses as itself', () =>
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[a-zA-Z]{2,3}([-_][a-zA-Z0-9]{2,8}){0,3}$/)),
      (input) => {
        const parsed = parseLanguageTag(input);
        if (parsed !== undefined) assert.equal(parseLanguageTag(parsed), parsed);
      },
    ),
    { numRuns: propertyRuns('', 10_000) },
  ));

test('tags differ only by region if language, script and variants are equal', () => {
  assert.ok(differOnlyByRegion(tag('en'), tag('en-US')));
  assert.ok(differOnlyByRegion(tag('pt-PT'), tag('pt-BR')));
  assert.ok(!differOnlyByRegion(tag('ca'), tag('ca-valencia')));
  assert.ok(!differOnlyByRegion(tag('sr'), tag('sr-Latn')));
  assert.ok(!differOnlyByRegion(tag('zh-Hans'), tag('zh-Hant')));
  assert.ok(!differOnlyByRegion(tag('nb'), tag('nn')));
});
