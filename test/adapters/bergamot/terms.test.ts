import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import type { Carried } from '../../../src/adapters/bergamot/carried.ts';
import { carry } from '../../../src/adapters/bergamot/marked-text.ts';
import type { SegmentTerm } from '../../../src/core/engine/engine.ts';
import { isNested } from '../../../src/core/fidelity/marks.ts';
import type { LanguageTag } from '../../../src/core/languages/language.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { shown, tokensOf, withTokens } from './carried-segments.ts';
import { never, openMicro, pairOf } from './opened-engine.ts';

/** By the order of its pair among all tokens, what is wanted for each term; undefined on a leg that is not the last one. */
type Wanted = Readonly<Record<number, string | undefined>>;

function termsIn(segment: string, wanted: Wanted): readonly SegmentTerm[] {
  return Object.entries(wanted).map(([number, words]) => {
    const [, own = ''] =
      new RegExp(`\uFDD1${String.fromCharCode(0xe000 + Number(number))}([^\uFDD2]*)`).exec(segment) ?? [];
    return { number: Number(number), words: own, wanted: words, grammaticalNumber: undefined, partOfSpeech: undefined };
  });
}

function begin(text: string, wanted: Wanted, target = 'en'): Carried {
  const segment = withTokens(text);
  return carry({ segment, terms: termsIn(segment, wanted) }, target as LanguageTag);
}

/** @param translations what the library makes of each text, in the order in which they are asked for */
function read(text: string, wanted: Wanted, translations: readonly string[]): string {
  let carried: Carried | string = begin(text, wanted);
  let taken = 0;
  while (typeof carried !== 'string') {
    const own: readonly string[] = translations.slice(taken, taken + carried.texts.length);
    assert.equal(own.length, carried.texts.length, `"${carried.texts.map((each) => each.text).join()}" is asked for`);
    taken += own.length;
    carried = carried.read(own);
  }
  assert.equal(taken, translations.length, 'no more is asked for');
  return shown(carried);
}

function shownOnce(carried: Carried, translation: string): string {
  const outcome = carried.read([translation]);
  return typeof outcome === 'string' ? shown(outcome) : assert.fail('nothing more is asked for');
}

/** As the library writes words that it aligned with those of these numbers. */
const html = (...words: readonly (readonly [number: number, word: string])[]): string =>
  words.map(([number, word]) => `<i id="${number}">${word}</i>`).join(' ');

describe('the pair of a term is around', () => {
  const stop = html([0, 'Where'], [1, 'is the'], [5, 'bus'], [5, 'stop?']);

  test('the wanted words, whatever else is aligned with it', () => {
    assert.equal(
      read('¿Dónde está la parada del <b>autobús</b>?', { 0: 'bus' }, [stop]),
      'Where is the <b>bus</b> stop?',
    );
  });

  test('the wanted words where they stand, though alignments have it elsewhere', () => {
    const swapped = html([0, 'We buy'], [1, 'a'], [2, 'new'], [3, 'car.']);
    assert.equal(read('Compramos un <b>coche</b> nuevo.', { 0: 'car' }, [swapped]), 'We buy a new <b>car</b>.');
  });

  test('the wanted words in another number and with other capitals', () => {
    const cities = html([0, 'The'], [1, 'Cities'], [2, 'grow.']);
    assert.equal(read('Las <b>ciudades</b> crecen.', { 0: 'city' }, [cities]), 'The <b>Cities</b> grow.');
  });

  test('several wanted words', () => {
    const both = html([0, 'The'], [1, 'data'], [2, 'base'], [3, 'works.']);
    assert.equal(read('La <b>base</b> funciona.', { 0: 'data base' }, [both]), 'The <b>data base</b> works.');
  });

  test('a word without what belongs to others', () => {
    const uncles = html([0, 'At our'], [1, 'uncle’s'], [2, 'house.']);
    assert.equal(read('En la casa de nuestro <b>tío</b>.', { 0: 'uncle' }, [uncles]), 'At our <b>uncle</b>’s house.');
  });

  test('each of its own words where the same are wanted twice', () => {
    const twice = html([0, 'A'], [1, 'box'], [2, 'in a'], [4, 'box.']);
    const text = 'Una <b>caja</b> en una <b>caja</b>.';
    assert.equal(read(text, { 0: 'box', 1: 'box' }, [twice]), 'A <b>box</b> in a <b>box</b>.');
  });

  test('what the model makes of the term by itself, where the wanted words are not there', () => {
    assert.equal(
      read('¿Dónde está la parada del <b>autobús</b>?', { 0: 'coach' }, [stop, 'The bus.']),
      'Where is the <b>bus</b> stop?',
    );
    assert.equal(
      read('¿Dónde está la parada del <b>Autobús</b>?', { 0: undefined }, [stop, 'Bussing', 'bus']),
      'Where is the <b>bus</b> stop?',
    );
  });

  test('all of it, where the model dropped a word of the term by itself', () => {
    const answer = html([0, 'It is the'], [3, 'right'], [2, 'answer.']);
    assert.equal(
      read('Es la <b>respuesta correcta</b>.', { 0: 'proper reply' }, [answer, 'answer']),
      'It is the <b>right answer</b>.',
    );
  });

  test('what alignments say without articles and the like, where neither is there', () => {
    const eyes = html([0, 'He dried'], [3, 'his'], [3, 'optics.']);
    assert.equal(read('Se secó los <b>ojos</b>.', { 0: 'peepers' }, [eyes, 'eyes']), 'He dried his <b>optics</b>.');
  });

  test('nothing, where nothing became of the term, so that no other word is taken for it', () => {
    const lost = html([1, 'This'], [2, 'is'], [4, 'easy.']);
    assert.equal(read('Esto es de <b>manera</b> fácil.', { 0: 'way' }, [lost, 'so']), 'This is<b></b> easy.');
  });

  test('the words of a term inside the pair around it, which goes with it', () => {
    const swapped = html([0, 'We buy'], [1, 'a'], [2, 'new'], [3, 'car.']);
    assert.equal(
      read('Compramos un <b><b>coche</b></b> nuevo.', { 1: 'car' }, [swapped]),
      'We buy a new <b><b>car</b></b>.',
    );
  });

  test('words of a target without spaces', () => {
    const segment = withTokens('Abra el <b>archivo</b> ahora mismo.');
    const carried = carry({ segment, terms: termsIn(segment, { 0: '文件' }) }, 'zh-Hans' as LanguageTag);
    assert.equal(shownOnce(carried, '<i id="2">现在就打开文件。</i>'), '现在就打开<b>文件</b>。');
  });
});

test('other pairs stay where they were', () => {
  const both = html([0, 'Where'], [1, 'is the'], [5, 'bus'], [5, 'stop?']);
  assert.equal(read('¿Dónde está la parada del <b>autobús</b>?', {}, [both]), 'Where is the <b>bus stop</b>?');
});

test('of a term that is one token nothing is looked for', () => {
  const segment = withTokens('El {w} llega.');
  const terms = [{ number: 0, words: 'tren', wanted: 'train', grammaticalNumber: undefined, partOfSpeech: undefined }];
  const carried = carry({ segment, terms }, 'en' as LanguageTag);
  assert.equal(shownOnce(carried, html([0, 'The David'], [2, 'arrives.'])), 'The {w0} arrives.');
});

test('whatever comes back, each token stands in it once, and pairs are nested', () => {
  const words = fc.constantFrom(
    'el',
    'tren',
    'azul',
    '<b>coche</b>',
    '<b>la casa</b>',
    '{w}',
    '<b>un <b>sol</b></b>',
    '{p}',
  );
  const target = fc.constantFrom(
    'the',
    'car',
    'cars',
    'house',
    'sun',
    'David',
    'X24',
    'Watson',
    'of',
    'blue.',
    'l’eau',
  );
  const translations = fc.array(fc.array(fc.tuple(fc.nat(9), target), { minLength: 1, maxLength: 9 }), {
    minLength: 4,
    maxLength: 4,
  });
  fc.assert(
    fc.property(
      fc.array(words, { minLength: 1, maxLength: 8 }),
      translations,
      fc.boolean(),
      (parts, written, isLast) => {
        const segment = withTokens(`Es ${parts.join(' ')}`);
        const open = [...segment.matchAll(/\uFDD1(.)[^\uFDD1]*?\uFDD2\1/g)].map(
          ([, number = '']) => number.charCodeAt(0) - 0xe000,
        );
        const wanted = Object.fromEntries(
          open.map((number, index) => [number, isLast ? ['car', 'sun'][index % 2] : undefined]),
        );
        let carried: Carried | string = carry({ segment, terms: termsIn(segment, wanted) }, 'en' as LanguageTag);
        for (let round = 0; typeof carried !== 'string'; round++) {
          assert.ok(round < 4, 'at most four rounds');
          const own = written[round] ?? [];
          carried = carried.read(
            carried.texts.map(({ isHtml }) => (isHtml ? html(...own) : own.map(([, word]) => word).join(' '))),
          );
        }
        assert.deepEqual(tokensOf(carried).toSorted(), tokensOf(segment).toSorted());
        assert.ok(isNested(tokensOf(carried)));
      },
    ),
    { numRuns: propertyRuns('SQLite', 500) },
  );
});

test('with the real library a pair holds the translation of its term alone, the same whatever stands around', async () => {
  await using engine = await openMicro();
  const expected: Readonly<Record<string, readonly [wanted: string, translation: string]>> = {
    '¿Dónde está la parada del <b>autobús</b>?': ['bus', 'Where is the <b>bus</b> stop?'],
    'Él volvió a perder su <b>paraguas</b>.': ['umbrella', 'He was losing his <b>umbrella</b> again.'],
    '¿Nos podemos permitir un <b>coche</b> nuevo?': ['car', 'Can we afford a new <b>car</b>?'],
    '¿Cómo llego a la <b>oficina</b> de correos?': ['bureau', 'How do I get to the post <b>office</b>?'],
    '¿Te cepillas bien los <b>dientes</b>?': ['fangs', 'Do you brush your <b>teeth</b> well?'],
    'Tom fue despedido el <b>lunes</b>.': ['first day of the week', 'Tom was fired on <b>Monday</b>.'],
    'Oí que ella es una <b>actriz famosa</b>.': ['film star', 'I hear that she is a <b>famous actress</b>.'],
  };
  const translate = async (texts: readonly string[]): Promise<readonly string[]> => {
    const segments = texts.map((text) => withTokens(text));
    const terms = segments.map((segment, index) => termsIn(segment, { 0: expected[texts[index] ?? '']?.[0] }));
    const translated = await engine.translate({ pair: pairOf('es>en'), segments, terms, share: 'ana' }, never());
    return translated.map(shown);
  };
  const texts = Object.keys(expected);
  const together = await translate(texts);
  assert.deepEqual(
    together,
    Object.values(expected).map(([, translation]) => translation),
  );
  for (const text of texts.toReversed()) assert.deepEqual(await translate([text]), [expected[text]?.[1]]);
});
