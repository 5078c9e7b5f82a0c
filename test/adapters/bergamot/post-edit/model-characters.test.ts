import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { writeForModel } from '../../../../src/adapters/bergamot/post-edit/model-characters.ts';
import { tokenPattern } from '../../../../src/text/document/token.ts';
import type { LanguageTag } from '../../../../src/text/languages/language.ts';
import { sentenceWithTokens } from '../../../text/checks/arbitraries.ts';
import { readable, withTokens } from '../../../text/checks/written-tokens.ts';

const basic = new Set('abcdefghijklmnopqrstuvwxyzáéíñóúABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,;:!?¡¿()«»"\'-%/ ');

function around(name: string, segment: string) {
  const [source, target] = name.split('>') as [LanguageTag, LanguageTag];
  return writeForModel(withTokens(segment), { pair: { source, target }, hasCharacter: (one) => basic.has(one) });
}

function goesAround(rows: readonly (readonly [pair: string, segment: string, given: string])[]): void {
  for (const [name, segment, given] of rows) {
    const { text, restore } = around(name, segment);
    assert.equal(readable(text), given, segment);
    assert.equal(readable(restore(text)), segment);
  }
}

describe('What a model cannot know goes around it:', () => {
  test('words in letters that neither language is written in, those beside each other as one', () =>
    goesAround([
      ['es>en', 'La palabra 水 es agua y 门 es puerta.', 'La palabra {w0} es agua y {w1} es puerta.'],
      ['es>en', 'Dijo «Привет, мир» y se fue.', 'Dijo «{w0}» y se fue.'],
      ['es>en', 'La саsа vieja.', 'La {w0} vieja.'],
      ['ru>en', 'Слово word и слово λόγος.', 'Слово word и слово {w0}.'],
      ['en>ru', 'He said спасибо and left.', 'He said спасибо and left.'],
      ['ja>en', '私は水を飲む。', '私は水を飲む{p0}'],
      ['zh-Hans>en', '我喜欢の东西', '我喜欢{w0}东西'],
    ]));

  test('what is too long for a word, upon which a model works for seconds', () => {
    goesAround([
      ['es>en', `Un ${'x'.repeat(2_000)} y ${'la'.repeat(60)}.`, 'Un {w0} y {w1}.'],
      ['en>de', `A ${'word'.repeat(25)}.`, `A ${'word'.repeat(25)}.`],
    ]);
    const sentence = '水を飲む'.repeat(60);
    assert.equal(around('ja>en', sentence).text, sentence);
  });

  test('signs that its vocabulary lacks, but not those that it spells otherwise', () =>
    goesAround([
      ['es>en', 'La casa # la puerta ## el agua', 'La casa {p0} la puerta {p1} el agua'],
      ['es>en', 'La casa | la puerta <- el agua…', 'La casa {p0} la puerta {p1}- el agua...'],
      ['es>en', '+1: El n.º 5# y ~7 son + o menos.', '+1: El n.o 5# y ~7 son {p0} o menos.'],
      ['es>en', "L'agua, el’agua y col·legi.", "L'agua, el'agua y col·legi."],
    ]));

  test('signs and words that it spells otherwise are written so', () =>
    goesAround([
      ['en>es', 'John’s “dog” isn’t ‘big’… or “tall” — is it?', `John's "dog" isn't 'big'... or "tall" - is it?`],
      ['es>en', 'El 1º y la 2ª de CO₂ de Microsoft™, ① y 3 ½.', 'El 1o y la 2a de CO2 de MicrosoftTM, 1 y 3 1/2.'],
      ['es>en', 'Son 10² y no es el nº 3½.', 'Son {w0} y no es el nº {w1}.'],
      ['en>es', 'Go—now — 5–7', 'Go{p0}now - 5-7'],
      ['en>es', 'Ｉt is “new”', 'Ｉt is "new"'],
    ]));

  test('and come back in a translation', () => {
    const restored = (pair: string, segment: string, translation: string) => around(pair, segment).restore(translation);
    assert.equal(restored('en>es', '“Hi,” he said, “it’s”', '"Hola", dijo, "es"'), '“Hola”, dijo, “es”');
    assert.equal(restored('en>es', '“A” or "B"', '"A" o "B"'), '“A” o "B"');
    assert.equal(restored('en>es', 'It’s — well-known —', 'Es - bien-conocido -'), 'Es — bien-conocido —');
    assert.equal(restored('es>en', 'El 1º de x₁ y x₂', 'X1 and x2 of the 1o'), 'x₁ and x₂ of the 1º');
    assert.ok(around('es>en', 'El 1º de x₁').hasWords('The 1O of x1'));
    assert.ok(!around('es>en', 'El 1º de x₁').hasWords('The first of x1'));
  });

  test('numbers with several separators, which are converted to those of the target', () => {
    goesAround([
      ['es>en', 'Son 1,234.5 euros y 12,5 o 10.000.', 'Son {n0} euros y 12,5 o 10.000.'],
      ['de>es', '1.234,5, 2.345.678', '{n0}, {n1}'],
      ['es>en', '12.345.678-Z, 12.345.678-9, 12.345.678/0001-90', '12.345.678-Z, 12.345.678-9, 12.345.678/0001-90'],
    ]);
    const converted = (pair: string, segment: string) => around(pair, segment).restore(around(pair, segment).text);
    const numbers = converted('es>en', 'De 1.234,50 a 3.000.000 y 12.345.678,9.');
    assert.equal(numbers, 'De 1,234.50 a 3,000,000 y 12,345,678.9.');
    assert.equal(converted('en>es', '1,234.5 and 1.234,5'), '1.234,5 and 1.234,5');
    assert.equal(converted('en>fr', '1,234,567.8'), '1\u202f234\u202f567,8');
  });

  test('brackets around their words, and alone where they have no counterpart', () =>
    goesAround([
      ['es>en', 'La mesa [a veces] roja (muy).', 'La mesa {o0}a veces{c0} roja (muy).'],
      ['es>en', 'La [mesa {w0}] y ] el “libro”.', 'La {o1}mesa {w0}{c1} y {p3} el "libro".'],
    ]));

  test('names with letters that it lacks, and no other words', () =>
    goesAround([
      ['es>en', 'El señor Cioloş y Nguyễn Thị Lan.', 'El señor {w0} y {w1} Lan.'],
      ['es>en', 'VERGÜENZA Y PINGÜINO, o pingüino.', 'VERGÜENZA Y PINGÜINO, o pingüino.'],
    ]));

  test('and comes back where its token does, or where it belongs when that was lost', () => {
    const { restore } = around('es>en', 'La casa # la [puerta] 水.');
    assert.equal(restore(withTokens('The {o1}door{c1} {p0} of {w3}.')), 'The [door] # of 水.');
    assert.equal(restore(withTokens('The {o1}door{c1} of {w3}.')), 'The # [door] of 水.');
    assert.equal(restore(''), '');
  });
});

test('Whatever a segment holds, what went around comes back with it', () => {
  const segments = fc
    .array(
      fc.oneof(
        sentenceWithTokens,
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('[', ']', '#', '水', ' Ş', '’', '“', '—', '1º', '½'),
      ),
    )
    .map((parts) => parts.join('').replaceAll(/[\uFDD5-\uFDEF\uFFFE\uFFFF]/g, ''));
  fc.assert(
    fc.property(segments, (segment) => {
      const pair = { source: 'es' as LanguageTag, target: 'en' as LanguageTag };
      const { text, restore } = writeForModel(segment, { pair, hasCharacter: (one) => basic.has(one) });
      assert.equal(restore(text), segment);
      for (const token of segment.match(tokenPattern) ?? []) assert.ok(text.includes(token));
    }),
  );
});
