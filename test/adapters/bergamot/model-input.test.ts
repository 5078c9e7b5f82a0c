import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { alignPieces } from '../../../src/adapters/bergamot/aligned-text.ts';
import { type ModelInput, modelInputOf } from '../../../src/adapters/bergamot/model-input.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { withUnnumberedTokens } from '../../text/checks/written-tokens.ts';
import { alignedWith, shown } from './segments-with-tokens.ts';

const inputOf = (text: string, target = 'en'): ModelInput =>
  modelInputOf({ segment: withUnnumberedTokens(text), entries: [] }, target as LanguageTag);

const textsOf = (text: string, target?: string): readonly string[] =>
  inputOf(text, target).texts.map((each) => each.text);

const answer = (carried: ModelInput, translations: readonly string[]): string | ModelInput =>
  carried.read(carried.texts.map(({ text }, index) => alignedWith(text, translations[index] ?? '')));

/** @param translations of the one text of each try, in order */
function read(text: string, translations: string | readonly string[], target?: string): string {
  let carried: ModelInput | string = inputOf(text, target);
  for (const translation of [translations].flat()) {
    if (typeof carried === 'string') break;
    carried = answer(carried, [translation]);
  }
  assert.ok(typeof carried === 'string', 'another try was requested');
  return shown(carried);
}

describe('the text that a model gets', () => {
  test('is the segment itself if it has no tokens, and needs no alignment', () => {
    const { texts } = inputOf('Si a < b & c > d, es así.');
    assert.deepEqual(texts, [{ text: 'Si a < b & c > d, es así.', isAligned: false }]);
  });

  test('has no tokens, and is to be aligned', () => {
    assert.deepEqual(inputOf('Una <b>casa</b> <&> azul{p}.').texts, [{ text: 'Una casa <&> azul.', isAligned: true }]);
  });

  test('has a name for each word token, which the segment does not contain', () => {
    assert.deepEqual(textsOf('El {w} y el DAVID de ({w}).'), ['El Robert y el DAVID de (Kevin).']);
  });

  test('has a figure for each number, and a date for each date, in every script', () => {
    assert.deepEqual(textsOf('{n} de 35, {w} y {n}: {d} o {d}'), ['24 de 35, David y 46: 24/11/1924 o 24/11/1935']);
    assert.deepEqual(textsOf('{n} файлов, {w}', 'en'), ['24 файлов, David']);
    assert.deepEqual(textsOf('{i} casa, {i} y {n}; {i} 1'), ['24 casa, 35 y 46; 57 1']);
    assert.deepEqual(textsOf('{i} casa, {i} y {n}'), ['1 casa, 24 y 35']);
    assert.deepEqual(textsOf('{n} casas, {w}', 'ja'), ['24 casas, X24']);
    const many = textsOf(`${'{n} '.repeat(100)}casas ${'{w} '.repeat(100)}`)
      .join(' ')
      .split(' ');
    assert.equal(new Set(many).size, 201);
  });

  test('has a code for it where the target is not written in Latin letters', () => {
    for (const target of ['ru', 'zh-Hans', 'ar', 'el', 'ja', 'sr']) {
      assert.deepEqual(textsOf('El {w} y el x35 de {w}', target), ['El X24 y el x35 de X46']);
    }
    assert.deepEqual(textsOf('El {w}', 'sr-Latn'), ['El David']);
  });

  test('has a space between words that only a token divides, except half of a pair', () => {
    assert.deepEqual(textsOf('Hola{p}mundo{w}{w}sol'), ['Hola mundo David Robert sol']);
    assert.deepEqual(textsOf('un<b>der</b>line'), ['underline']);
    assert.deepEqual(textsOf('<b>Ana:</b><b>sol</b><b>, luz</b>'), ['Ana: sol, luz']);
    assert.deepEqual(textsOf('打开<b>文件</b>。'), ['打开文件。']);
  });

  test('does not depend on the numbers of the tokens', () => {
    const text = '<b>El {w}</b> de {w}{s}es <b></b>{p} azul.';
    const other = withUnnumberedTokens(text, (index) => 900 - 7 * index);
    assert.deepEqual(inputOf(other).texts, inputOf(text).texts);
  });

  test('has no control characters, lone surrogates or noncharacters', () => {
    assert.deepEqual(textsOf('a\u0000b \uD800c\uFDD0 {p} d'), ['a b \uFFFDc d']);
  });

  test('does not exist if a segment has no letters outside its tokens', () => {
    for (const text of ['{w}', '{w} {w}', '<b>{p}</b> 25 %', '...']) {
      const carried = inputOf(text);
      assert.deepEqual(carried.texts, []);
      assert.equal(carried.read([]), withUnnumberedTokens(text));
    }
  });
});

describe('tokens in a translation', () => {
  test('enclose as pairs what is aligned with the words that they enclosed, in any order', () => {
    assert.equal(read('Tengo una <b>casa azul</b>.', 'I/0 have/0 a/1 blue/3 house./2'), 'I have a <b>blue house</b>.');
  });

  test('stay one pair around words that are no longer side by side', () => {
    assert.equal(read('<b>casa azul</b> es', 'blue/1 is/2 house/0 !/1'), '<b>blue is house</b> !');
  });

  test('stay nested where they were nested, and apart where they were apart', () => {
    const text = '<b>la <b>casa</b></b> y <b>el sol</b>';
    assert.equal(read(text, 'the house and the sun'), '<b>the <b>house</b></b> and <b>the sun</b>');
  });

  test('enclose as a pair the nearest word if nothing is aligned with their words', () => {
    assert.equal(read('la <b>gran</b> casa', 'the house/2'), 'the <b>house</b>');
  });

  test('leave punctuation at the ends of a pair on its side', () => {
    assert.equal(read('«<b>Casa</b>» y (<b>sol)</b>.', '"House" and (sun).'), '"<b>House</b>" and (<b>sun).</b>');
  });

  test('stay around the same letters inside a word', () => {
    assert.equal(read('El H<b>2</b>O', 'The H2O'), 'The H<b>2</b>O');
  });

  test('stay as points between the words that they stood between', () => {
    const soup = read('Sopa;{p} mañana {p}arroz{p}. {p}', 'Soup. But/1 tomorrow,/1 rice./2');
    assert.equal(soup, 'Soup.{p0} But tomorrow, {p1}rice{p2}.{p3}');
  });

  test('stay before punctuation, and in brackets, which the model does not get', () => {
    assert.deepEqual(textsOf('La casa ({p}) es {p} {p} {p}.'), ['La casa es.']);
    assert.equal(read('La casa ({p}) es {p} {p} {p}.', 'The house is.'), 'The house ({p0}) is{p1}{p2}{p3}.');
    assert.equal(read('<b>Sol {p}, luz</b> {p}!', 'Sun, light!'), '<b>Sun{p1}, light</b>{p2}!');
  });

  test('follow a name that source and translation have, whatever the alignment is', () => {
    const text = 'La casa de <b>Ana</b> está lejos.';
    assert.equal(read(text, "Ana's/1 house/1 is/4 far/5 away./5"), "<b>Ana's</b> house is far away.");
  });

  test('enclose words of a target without spaces', () => {
    const carried = inputOf('Abra <b>el archivo</b> de {w} ahora mismo.', 'zh-Hans');
    const [source] = carried.texts.map(({ text }) => text);
    assert.equal(source, 'Abra el archivo de X24 ahora mismo.');
    const pieces = [
      { start: 0, source: 0, weight: 0.9 },
      { start: 2, source: source.indexOf('archivo'), weight: 0.8 },
      { start: 4, source: source.indexOf('X24'), weight: 1 },
      { start: 7, source: source.indexOf('ahora'), weight: 0.5 },
    ];
    const translation = carried.read([{ text: '打开文件X24现在就打开。', pieces }]);
    assert.equal(typeof translation === 'string' && shown(translation), '打开<b>文件</b>{w1}现在就打开。');
  });

  test('enclose the same words in a later part of a long sentence', () => {
    const clause = `${'casa '.repeat(40)}sol`;
    const carried = inputOf(`${clause}, <b>luna</b> ${clause}.`);
    const sources = carried.texts.map(({ text }) => text.replace('luna', 'moon'));
    assert.ok(sources.length > 1 && sources[0]?.includes('moon') === false);
    const translation = answer(carried, sources);
    assert.equal(typeof translation === 'string' && shown(translation), `${clause}, <b>moon</b> ${clause}.`);
  });

  test('follow most of the attention to the words of the source, without its end', () => {
    const translation = {
      ...{ text: 'blue house', isComplete: true, scores: new Float32Array() },
      ...{ starts: Int32Array.of(0, 4), sourceStarts: Int32Array.of(0, 4, 9) },
      alignment: Float32Array.of(0.1, 0.7, 0.2, 0.3, 0.1, 0.6),
    };
    const pieces = alignPieces('casa azul', translation);
    assert.deepEqual(
      pieces.map(({ start, source, weight }) => [start, source, Math.fround(weight)]),
      [
        [0, 5, Math.fround(0.7)],
        [4, 0, Math.fround(0.3)],
      ],
    );
    const outcome = inputOf('casa <b>azul</b>').read([{ text: translation.text, pieces }]);
    assert.equal(typeof outcome === 'string' && shown(outcome), '<b>blue</b> house');
  });

  test('make no translation if the model returned none', () => {
    assert.equal(answer(inputOf('El <b>sol</b>'), [' ']), '');
  });
});

describe('the name for a word token', () => {
  test('is replaced by the token, in any case and form', () => {
    assert.equal(read('El {w}.', 'The DAVID.'), 'The {w0}.');
    assert.equal(read('El {w}.', 'Ｘ２４。', 'ja'), '{w0}。');
    assert.equal(read('El {w}.', 'al X٢٤.', 'ar'), 'al {w0}.');
  });

  test('is replaced with a grammatical ending, but not with a clitic, and is not found in a longer name', () => {
    assert.equal(read('El {w}.', 'Davidin.'), '{w0}.');
    assert.equal(read('El {w}.', "David's end."), "{w0}'s end.");
    assert.equal(read('El {w}.', 'X24를.', 'ko'), '{w0}를.');
    assert.equal(typeof answer(inputOf('El {w}.'), ['Davidovich.']), 'object');
    assert.equal(typeof answer(inputOf('El {w}.', 'ru'), ['X245.']), 'object');
  });

  test('is another one in the next try, if it is not in the translation exactly once', () => {
    const second = answer(inputOf('El {w} y {w}.'), ['The David and David.']);
    assert.ok(typeof second !== 'string');
    assert.deepEqual(second.texts, [{ text: 'El X24 y X35.', isAligned: true }]);
    const third = answer(second, ['X24']);
    assert.ok(typeof third !== 'string');
    const last = answer(third, ['The Watson and Wilson.']);
    assert.equal(typeof last === 'string' && shown(last), 'The {w0} and {w1}.');
  });

  test('is another one in the next try if a figure is not in the translation, or part of another', () => {
    for (const translation of [
      'The files.',
      '24 or 24 files',
      'The 24th file',
      '1.24 files',
      '2024 files',
      '24,5 files',
    ]) {
      const second = answer(inputOf('{n} archivos'), [translation]);
      assert.ok(typeof second !== 'string', translation);
      assert.deepEqual(second.texts, [{ text: 'X24 archivos', isAligned: true }]);
    }
    assert.equal(read('{n} archivos de {w} el {d}', "David's 24 files, 24/11/1924."), "{w1}'s {n0} files, {d2}.");
    assert.equal(read('{n} casas', '24の家', 'ja'), '{n0}の家');
    assert.equal(read('{i} casa', '1 house.'), '{i0} house.');
  });

  test('is another one only in the parts of a long sentence that lost it', () => {
    const clause = `{w} ${'casa '.repeat(40)}sol`;
    const first = inputOf(`${clause}, ${clause}.`);
    assert.equal(first.texts.length, 2);
    const sent = first.texts.map(({ text }) => text);
    const second = answer(
      first,
      sent.map((text) => text.replace('David', 'Dave')),
    );
    assert.ok(typeof second !== 'string');
    const again = second.texts.map(({ text }) => text);
    assert.deepEqual(again, [sent[0]?.replace('David', 'X24')]);
    const last = answer(second, again);
    const expected = `${clause}, ${clause}.`.replace('{w}', '{w0}').replace('{w}', '{w1}');
    assert.equal(typeof last === 'string' && shown(last), expected);
  });

  test('is replaced by the token in its changed form if no try returned it', () => {
    const tries = ['The Davi/1 Kan/1 comes./2', 'The comes./2', 'The comes./2'];
    assert.equal(read('El {w} llega.', tries), 'The {w0} comes.');
  });

  test('is lost: the token is inserted and replaces no other word', () => {
    assert.equal(read('El {w} llega.', Array<string>(3).fill('The comes./2')), 'The {w0} comes.');
    assert.equal(read('El {w} llega.', Array<string>(3).fill('The husband comes.')), 'The {w0} husband comes.');
  });

  test('is replaced once if each try repeated it', () => {
    const tries = ['David', 'X24', 'Watson'].map((name) => `The ${name}/1 ${name}/1 comes./2`);
    assert.equal(read('El {w} llega.', tries), 'The {w0} comes.');
  });
});
