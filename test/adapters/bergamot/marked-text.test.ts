import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Carried } from '../../../src/adapters/bergamot/carried.ts';
import { carry as carryTo } from '../../../src/adapters/bergamot/marked-text.ts';
import type { LanguageTag } from '../../../src/core/languages/language.ts';
import { shown, withTokens } from './carried-segments.ts';

const carry = (segment: string, target = 'en'): Carried => carryTo({ segment, terms: [] }, target as LanguageTag);

describe('marks on their way through the Bergamot library', () => {
  test('a segment without tokens goes as plain text', () => {
    const { texts } = carry('Si a < b & c > d, es así.');
    assert.deepEqual(texts, [{ text: 'Si a < b & c > d, es así.', isHtml: false }]);
  });

  test('a segment with tokens goes as HTML with an element for each word, and none for its tokens', () => {
    assert.deepEqual(textsOf('Una <b>casa</b> <&> azul{p}.'), [
      '<i id="0">Una</i> <i id="1">casa</i> <i id="2">&lt;&amp;&gt;</i> <i id="3">azul.</i>',
    ]);
  });

  test('a word goes as a name that the segment does not have', () => {
    assert.deepEqual(textsOf('El {w} y el DAVID de ({w}).'), [
      '<i id="0">El</i> <i id="1">Robert</i> <i id="2">y</i> <i id="3">el</i> <i id="4">DAVID</i> <i id="5">de</i> <i id="6">(Kevin).</i>',
    ]);
  });

  test('where the target is not written in Latin letters it goes as a code', () => {
    for (const target of ['ru', 'zh-Hans', 'ar', 'el', 'ja', 'sr']) {
      assert.deepEqual(textsOf('El {w} y el x35 de {w}', target), [
        '<i id="0">El</i> <i id="1">X24</i> <i id="2">y</i> <i id="3">el</i> <i id="4">x35</i> <i id="5">de</i> <i id="6">X46</i>',
      ]);
    }
    assert.match(textsOf('El {w}', 'sr-Latn').join(), />David</);
  });

  test('words that only a token divides are two, also in scripts without spaces', () => {
    assert.deepEqual(textsOf('Hola{p}mundo{w}{w}sol'), [
      '<i id="0">Hola</i> <i id="1">mundo</i> <i id="2">David</i> <i id="3">Robert</i> <i id="4">sol</i>',
    ]);
    assert.deepEqual(textsOf('打开<b>文件</b>。'), ['<i id="0">打开</i> <i id="1">文件。</i>']);
    assert.deepEqual(textsOf('un<b>der</b>line'), ['<i id="0">underline</i>']);
  });

  test('a segment without letters outside its tokens comes back as it is', () => {
    for (const text of ['{w}', '{w} {w}', '<b>{p}</b> 25 %', '...']) {
      const segment = withTokens(text);
      const carried = carry(segment);
      assert.deepEqual(carried.texts, []);
      assert.equal(carried.read([]), segment);
    }
  });

  test('what goes does not depend on the numbers of the tokens', () => {
    const text = '<b>El {w}</b> de {w}{s}es <b></b>{p} azul.';
    assert.deepEqual(
      carry(withTokens(text, (index) => 900 - 7 * index)).texts,
      carry(withTokens(text, (index) => index)).texts,
    );
  });

  test('control characters, lone surrogates and noncharacters never reach the library', () => {
    assert.deepEqual(textsOf('a\u0000b \uD800c\uFDD0 {p} d'), [
      '<i id="0">a</i> <i id="1">b</i> <i id="2">\uFFFDc</i> <i id="3">d</i>',
    ]);
  });
});

describe('marks on their way back', () => {
  test('a pair encloses the translations of the words that it enclosed, in whatever order', () => {
    assert.equal(
      read('Tengo una <b>casa azul</b>.', [
        '<i id="0">I have</i> <i id="1">a</i> <i id="3">blue</i> <i id="2">house</i><i id="3">.</i>',
      ]),
      'I have a <b>blue house</b>.',
    );
  });

  test('a pair whose words came apart stays one', () => {
    assert.equal(
      read('<b>casa azul</b> es', ['<i id="1">blue</i> <i id="2">is</i> <i id="0">house</i><i id="1">!</i>']),
      '<b>blue is house</b>!',
    );
  });

  test('pairs stay nested, and apart where they were apart', () => {
    assert.equal(
      read('<b>la <b>casa</b></b> y <b>el sol</b>', [
        '<i id="0">the</i> <i id="1">house</i> <i id="2">and</i> <i id="3">the</i> <i id="4">sun</i>',
      ]),
      '<b>the <b>house</b></b> and <b>the sun</b>',
    );
  });

  test('a pair of whose words nothing came back encloses the nearest word', () => {
    assert.equal(
      read('la <b>gran</b> casa', ['<i id="0">the</i> <i id="1"></i><i id="2">house</i>']),
      'the <b>house</b>',
    );
  });

  test('signs at the ends of a pair stay on their side of it', () => {
    assert.equal(
      read('«<b>Casa</b>» y (<b>sol)</b>.', [
        '<i id="0">"House"</i> <i id="1">and</i> <i id="2">(sun)</i><i id="2">.</i>',
      ]),
      '"<b>House</b>" and (<b>sun).</b>',
    );
  });

  test('a pair inside a word stays around the same letters where they came back', () => {
    assert.equal(read('El H<b>2</b>O', ['<i id="0">The</i> <i id="1">H2O</i>']), 'The H<b>2</b>O');
  });

  test('a point stays between the words that it stood between', () => {
    assert.equal(
      read('Sopa;{p} mañana {p}arroz{p}. {p}', ['<i id="0">Soup.</i> <i id="1">But tomorrow,</i> <i id="2">rice.</i>']),
      'Soup.{p0} But tomorrow, {p1}rice{p2}.{p3}',
    );
  });

  test('a stand-in gives its place to its word, in whatever case and form it came', () => {
    assert.equal(read('El {w}.', ['<i id="0">The</i> <i id="1">DAVID.</i>']), 'The {w0}.');
    assert.equal(read('El {w}.', ['<i id="1">Ｘ２４。</i>'], 'ja'), '{w0}。');
    assert.equal(read('El {w}.', ['<i id="0">al</i> <i id="1">X٢٤.</i>'], 'ar'), 'al {w0}.');
  });

  test('an ending of a stand-in goes with it, but not what is set apart, and what has more is none', () => {
    assert.equal(read('El {w}.', ['<i id="1">Davidin.</i>']), '{w0}.');
    assert.equal(read('El {w}.', ['<i id="1">David\'s end.</i>']), "{w0}'s end.");
    assert.equal(read('El {w}.', ['<i id="1">X24를.</i>'], 'ko'), '{w0}를.');
    assert.equal(typeof carry(withTokens('El {w}.')).read(['<i id="1">Davidovich.</i>']), 'object');
    assert.equal(typeof carry(withTokens('El {w}.'), 'ru').read(['<i id="1">X245.</i>']), 'object');
  });

  test('where a stand-in did not come back once, other stand-ins are tried', () => {
    const first = carry(withTokens('El {w} y {w}.'));
    const second = first.read(['<i id="0">The</i> <i id="1">David</i> <i id="2">and</i> <i id="3">David.</i>']);
    assert.ok(typeof second !== 'string');
    assert.deepEqual(second.texts, [
      { text: '<i id="0">El</i> <i id="1">X24</i> <i id="2">y</i> <i id="3">X35.</i>', isHtml: true },
    ]);
    const third = second.read(['<i id="1">X24</i>']);
    assert.ok(typeof third !== 'string');
    const last = third.read(['<i id="0">The</i> <i id="1">Watson</i> <i id="2">and</i> <i id="3">Wilson.</i>']);
    assert.equal(typeof last === 'string' && shown(last), 'The {w0} and {w1}.');
  });

  test('of a long sentence only the parts that lost a stand-in go again', () => {
    const clause = `{w} ${'casa '.repeat(40)}sol`;
    const first = carry(withTokens(`${clause}, ${clause}.`));
    assert.equal(first.texts.length, 2);
    const sent = first.texts.map(({ text }) => text);
    const lost = sent.map((text) => text.replace('David', 'Dave'));
    const second = first.read(lost);
    assert.ok(typeof second !== 'string');
    assert.deepEqual(
      second.texts.map(({ text }) => text),
      [sent[0]?.replace('David', 'X24')],
    );
    const last = second.read(second.texts.map(({ text }) => text));
    assert.equal(
      typeof last === 'string' && shown(last),
      `${clause}, ${clause}.`.replace('{w}', '{w0}').replace('{w}', '{w1}'),
    );
  });

  test('where these do not come back either, a word stands in place of what its stand-in became', () => {
    assert.equal(
      read('El {w} llega.', [
        '<i id="0">The</i> <i id="1">Davi Kan</i> <i id="2">comes.</i>',
        '<i id="0">The</i> <i id="2">comes.</i>',
        '<i id="0">The</i> <i id="2">comes.</i>',
      ]),
      'The {w0} comes.',
    );
  });

  test('and where it became nothing, where it should be', () => {
    const translation = '<i id="0">The</i> <i id="2">comes.</i>';
    assert.equal(read('El {w} llega.', [translation, translation, translation]), 'The {w0} comes.');
  });

  test('and no word is lost for it that is none of its own', () => {
    const translation = '<i id="0">The</i> <i id="1">husband</i> <i id="2">comes.</i>';
    assert.equal(read('El {w} llega.', [translation, translation, translation]), 'The {w0} husband comes.');
  });

  test('a name that both have is certain, whatever the alignment says', () => {
    assert.equal(
      read('La casa de <b>Ana</b> está lejos.', [
        '<i id="1">Ana\'s house</i> <i id="3">is</i> <i id="4">far away.</i>',
      ]),
      "<b>Ana's</b> house is far away.",
    );
  });

  test('of a stand-in that came twice each time the token is written once', () => {
    const twice = (name: string) => `<i id="0">The</i> <i id="1">${name} ${name}</i> <i id="2">comes.</i>`;
    assert.equal(read('El {w} llega.', [twice('David'), twice('X24'), twice('Watson')]), 'The {w0} comes.');
  });

  test('in a target without spaces, where alignments say nothing, a pair is as far on as in the sentence', () => {
    assert.equal(
      read('Abra <b>el archivo</b> de {w} ahora mismo.', ['<i id="2">打开文件X24现在就打开。</i>'], 'zh-Hans'),
      '打开<b>文件</b>{w1}现在就打开。',
    );
  });

  test('what the library never writes is given up', () => {
    for (const odd of ['a < b', 'a & b', '<i id="0">a', 'a</i>', '<i id="0">a<i id="1">b</i></i>', '<b>a</b>', '']) {
      assert.equal(carry(withTokens('El <b>sol</b>')).read([odd]), '');
    }
  });
});

function textsOf(text: string, target?: string): readonly string[] {
  return carry(withTokens(text), target).texts.map((each) => each.text);
}

/** @param translations of the one text of each try, in order */
function read(text: string, translations: readonly string[], target?: string): string {
  let carried: Carried | string = carry(withTokens(text), target);
  for (const translation of translations) {
    if (typeof carried === 'string') break;
    carried = carried.read([translation]);
  }
  assert.ok(typeof carried === 'string', 'another try was asked for');
  return shown(carried);
}
