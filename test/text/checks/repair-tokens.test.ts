import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { repairTokens } from '../../../src/text/checks/repair-tokens.ts';
import { tokenPattern } from '../../../src/text/document/token.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { sentenceWithTokens, translationOf } from './arbitraries.ts';
import { readable, withTokens } from './written-tokens.ts';

function mended(sentence: string, translation: string): string {
  return readable(repairTokens(withTokens(sentence), withTokens(translation)));
}

type Row = readonly [sentence: string, translation: string, mended: string];

function mends(rows: readonly Row[]): void {
  for (const [sentence, translation, expected] of rows) {
    assert.equal(mended(sentence, translation), expected, `${sentence} | ${translation}`);
  }
}

describe('white space around tokens', () => {
  test('a word token has spaces next to words and none next to punctuation', () =>
    mends([
      ['Hello {w0}, welcome', 'Hola{w0} , bienvenido', 'Hola {w0}, bienvenido'],
      ['Open ({w0}) now', 'Abre ( {w0} ) ahora', 'Abre ({w0}) ahora'],
      ['Write to {w0}.', 'Escribe a{w0} .', 'Escribe a {w0}.'],
      ['{w0} is here', 'Aquí está{w0}', 'Aquí está {w0}'],
      ['Say "{w0}" now', 'Di " {w0} " ahora', 'Di "{w0}" ahora'],
      ['{w0} of {w1}', '{w0}de{w1}', '{w0} de {w1}'],
      ['{w0}{w1} is here', '{w0} {w1} está aquí', '{w0}{w1} está aquí'],
      ['{w0} {w1} is here', '{w0}{w1} está aquí', '{w0} {w1} está aquí'],
    ]));

  test('a word token is attached to letters only if it was so in the sentence', () =>
    mends([
      ['It is {w0}px wide', 'Mide {w0} px de ancho', 'Mide {w0}px de ancho'],
      ['The {w0}s are here', 'Los {w0} están aquí', 'Los {w0} están aquí'],
      ['(see {w0})', '(véase{w0})', '(véase {w0})'],
      ["l'{w0} està bé", 'the {w0}is fine', 'the {w0} is fine'],
    ]));

  test('a pair encloses its words with the same spaces as in the sentence', () =>
    mends([
      ['Hello {o0}world{c0}', 'Hola{o0} mundo {c0}', 'Hola {o0}mundo{c0}'],
      ['Hello {o0} world {c0}there', 'Hola {o0}mundo{c0} ahí', 'Hola {o0} mundo {c0}ahí'],
      ['({o0}world{c0})', '( {o0} mundo {c0} )', '({o0}mundo{c0})'],
      ['{o0}One{c0}, {o1}two{c1}', '{o1} Dos{c1}{o0}uno {c0}', '{o1}Dos{c1} {o0}uno{c0}'],
      ['un{o0}believ{c0}able', 'in{o0}creí{c0}ble', 'in{o0}creí{c0}ble'],
      ['A {o0}{w0}{c0} here', 'Un {o0} {w0} {c0}aquí', 'Un {o0}{w0}{c0} aquí'],
      ['{o0}{o1}All{c1}{c0} is well', 'Está{o0}{o1} todo {c1}{c0}bien', 'Está {o0}{o1}todo{c1}{c0} bien'],
    ]));

  test('a token for white space has no white space beside it', () =>
    mends([
      ['One{s0}two', 'Uno {s0} dos', 'Uno{s0}dos'],
      ['One{s0}{o0}two{c0}', 'Uno {s0} {o0} dos{c0}', 'Uno{s0}{o0}dos{c0}'],
    ]));

  test('no spaces are added in scripts without spaces', () =>
    mends([
      ['Hello {w0} and goodbye', '你好{w0}再见', '你好{w0}再见'],
      ['Hello {o0}world{c0} again', '又{o0}世界{c0}你好', '又{o0}世界{c0}你好'],
      ['你好{w0}先生', 'Hello{w0}Mr Wang', 'Hello {w0} Mr Wang'],
      ['Hi {w0} there', 'สวัสดี{w0}ครับ', 'สวัสดี{w0}ครับ'],
    ]));

  test('particles that are attached to a name stay attached', () =>
    mends([
      ['{w0} is here', '{w0}는 여기 있다', '{w0}는 여기 있다'],
      ['to {w0} now', 'ל{w0} עכשיו', 'ל{w0} עכשיו'],
    ]));

  test('the French space before a sign is kept', () => mends([['¡{w0}!', '{w0} !', '{w0} !']]));
});

describe('lost or repeated tokens', () => {
  test('white space that moved to an end of the text is put back between the words', () =>
    mends([
      ['no{s0}supiera La,', '{s0}It did not know The,', 'It{s0}did not know The,'],
      ['One{s0}two three', 'Uno dos tres{s0}', 'Uno{s0}dos tres'],
      ['One{s0}two', '{s0}Doce', '{s0}Doce'],
      ['{o0}One{c0}{s1}two', '{s1}{o0}Uno{c0} dos', '{o0}Uno{c0}{s1}dos'],
      ['{s0}One', '{s0}Uno', '{s0}Uno'],
    ]));

  test('a line break is put back between the words where it was', () =>
    mends([
      ['Line one{s0}line two is here', 'Línea una línea dos está aquí', 'Línea una{s0}línea dos está aquí'],
      ['One two{s0}three four{s1}five six', 'Uno dos tres cuatro cinco seis', 'Uno dos{s0}tres cuatro{s1}cinco seis'],
      [
        '昨天我们去了{s0}北京和上海',
        'Yesterday we went to Beijing and Shanghai',
        'Yesterday we went to{s0}Beijing and Shanghai',
      ],
    ]));

  test('a line break is put back into text without spaces', () => {
    const result = mended('Yesterday we all went{s0}to the great city', '昨天我们都去了那个大城市');
    assert.match(result, /^\p{L}{3,}\{s0\}\p{L}{3,}$/u);
    assert.equal(result.replace('{s0}', ''), '昨天我们都去了那个大城市');
  });

  test('a lost point is put back at the end where it was, or after a word', () =>
    mends([
      ['{p0} Hello world', 'Hola mundo', '{p0} Hola mundo'],
      ['Hello world {p0}', 'Hola mundo', 'Hola mundo {p0}'],
      ['Hello {p0} world', 'Hola mundo', 'Hola {p0} mundo'],
      ['Hello{p0} world', 'Hola mundo', 'Hola{p0} mundo'],
      ['All {o0}good{p0}{c0} here', 'Aquí todo {o0}bien{c0}', 'Aquí todo {o0}bien{p0}{c0}'],
    ]));

  test('an immediately repeated token is removed', () =>
    mends([
      ['See {w0} now', 'Ver {w0}{w0} {w0} ahora', 'Ver {w0} ahora'],
      ['One{s0}two', 'Uno{s0}{s0}dos', 'Uno{s0}dos'],
    ]));

  test('a pair around each of several words becomes one pair around them all', () =>
    mends([['The {o0}red house{c0} is mine', 'La {o0}casa{c0} {o0}roja{c0} es mía', 'La {o0}casa roja{c0} es mía']]));

  test('other lost, repeated or unknown tokens are left to the checks', () =>
    mends([
      ['{o0}a b{c0} {o1}c d{c1}', '{o0}a{c0} {o1}c {o0}b{c0} d{c1}', '{o0}a{c0} {o1}c {o0}b{c0} d{c1}'],
      ['See {w0} now', 'Ver ahora', 'Ver ahora'],
      ['See {o0}this{c0} now {w1}', 'Ver esto ahora {w1}', 'Ver esto ahora {w1}'],
      ['See {w0} now', 'Ver {w0} {w7} ahora', 'Ver {w0} {w7} ahora'],
    ]));
});

describe('any translation of a sentence', () => {
  const pairs = fc.tuple(sentenceWithTokens, translationOf);
  const numRuns = propertyRuns('SQLite', 400);

  test('keeps its words, their order and all tokens', () =>
    fc.assert(
      fc.property(pairs, ([sentence, translate]) => {
        const translation = translate(sentence);
        const result = repairTokens(sentence, translation);
        assert.equal(wordsOf(result).join(''), wordsOf(translation).join(''));
        const kept = new Set(result.match(tokenPattern));
        for (const token of translation.match(tokenPattern) ?? []) assert.ok(kept.has(token));
      }),
      { numRuns },
    ));

  test('has no words joined', () =>
    fc.assert(
      fc.property(pairs, ([sentence, translate]) => {
        const translation = translate(sentence);
        const apart = (segment: string) =>
          segment.replace(/[\uFDD0\uFDD4][\uE000-\uE3E7]/g, ' ').replace(tokenPattern, '');
        const before = apart(translation).split(/\s+/).filter(Boolean);
        const after = apart(repairTokens(sentence, translation)).split(/\s+/).filter(Boolean);
        assert.ok(after.length >= before.length, readable(`${sentence} | ${translation}`));
      }),
      { numRuns },
    ));

  test('does not change when it is repaired again', () =>
    fc.assert(
      fc.property(pairs, ([sentence, translate]) => {
        const once = repairTokens(sentence, translate(sentence));
        assert.equal(readable(repairTokens(sentence, once)), readable(once));
      }),
      { numRuns },
    ));

  test('does not change if it equals the sentence', () =>
    fc.assert(
      fc.property(sentenceWithTokens, (sentence) => assert.equal(repairTokens(sentence, sentence), sentence)),
      { numRuns },
    ));
});

function wordsOf(segment: string): readonly string[] {
  return segment.replace(tokenPattern, ' ').split(/\s+/).filter(Boolean);
}
