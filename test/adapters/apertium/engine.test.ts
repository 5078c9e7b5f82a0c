import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { writeToken } from '../../../src/text/document/token.ts';
import type { LanguagePair } from '../../../src/text/languages/language.ts';
import { describeEngine } from '../../contract/engine.ts';
import { needsApertium, openInstalled, translate } from './installed-apertium.ts';

if (!needsApertium.skip) describeEngine('Apertium', () => openInstalled());

describe('Apertium translations', needsApertium, () => {
  const cases: readonly (readonly [pair: string, segment: string, translation: string])[] = [
    // The full stop that ends every request stays apart: "no." alone is the abbreviation of "number".
    ['en>es', 'No', 'No'],
    ['en>es', 'Wait...', 'Espera...'],
    ['en>es', 'Really?', 'Realmente?'],
    ['en>es', 'in 2009', 'en 2009'],
    ['en>es', 'In 2009', 'En 2009'],
    // Alone these modes would begin it with a capital.
    ['es>en', 'perro negro', 'black dog'],
    ['es>en', 'Perro negro', 'Black dog'],
    ['es>en', 'inglés antiguo', 'ancient English'],
    ['sv>nb', 'Han är 34 år.', 'Han er 34 år.'],
    ['es>ca', 'Vivo en EE. UU.', 'Viu als EUA.'],
    ['es>ca', 'una casa', 'una casa'],
    ['nb>sv', 'Det var i 2009.', 'Det var i 2009.'],
    ['es>ast', 'Hola.', 'Hola.'],
    // Marks of Apertium's own are not the customer's, and the other way round.
    ['nl>af', 'Zorblatt *xyz* #1 @abc', 'Zorblatt *xyz* #1 @abc'],
    ['es>en', '12 ~ 34', '12 ~ 34'],
    ['nb>nn', 'a @ b', 'a @ b'],
    ['it>es', 'il 12% delle case', 'el 12% de las casas'],
    ['en>hr', '"Zorblatt"', '"Zorblatt"'],
    ['es>en', 'la  casa\u00a0azul', 'the  blue\u00a0house'],
    ['sr>en', 'Млеко', 'Milk'],
    ['sr-Latn>en', 'Mleko', 'Milk'],
    ['es>pt-BR', 'el autobús', 'o ônibus'],
    ['en>es', 'The 28-year-old man slept.', 'El hombre de 28 años durmió.'],
    ['en>es', 'abcde4fg', 'abcde4fg'],
    ['es>pt', 'el autobús', 'o autocarro'],
  ];
  test('contain no marks or blanks of the programs', async () => {
    await using engine = await openInstalled();
    for (const [pair, segment, translation] of cases) {
      const [given = ''] = await translate(engine, pair, [segment]);
      // The space before a full stop is removed with every engine: `text/checks/final-punctuation.ts`.
      assert.equal(given.replace(/ \.$/, '.'), translation, `${pair} ${segment}`);
    }
  });

  test('have a pair around all words that a rule joined', async () => {
    await using engine = await openInstalled();
    const [open, close] = [writeToken('open', 0), writeToken('close', 0)];
    for (const [segment, translation] of [
      ['Es [muy importante] hoy.', 'It is [very important] today.'],
      ['[Muy importante]: no.', '[Very important]: no.'],
      ['El [libro muy antiguo] es rojo.', 'The [very ancient book] is red.'],
    ] as const) {
      const marked = (text: string): string => text.replace('[', open).replace(']', close);
      assert.deepEqual(await translate(engine, 'es>en', [marked(segment)]), [marked(translation)]);
    }
  });

  test('are the same for composed and decomposed accents', async () => {
    await using engine = await openInstalled();
    const segment = 'La niña está en el jardín';
    const [composed, apart] = await translate(engine, 'es>en', [segment, segment.normalize('NFD')]);
    assert.equal(composed, 'The girl is in the garden');
    assert.equal(apart, composed);
  });

  test('removes NUL and control characters before a program', async () => {
    await using engine = await openInstalled();
    assert.deepEqual(await translate(engine, 'es>en', ['la\u0000 casa\u0007', '\u0000', '\u001b[1m']), [
      'the house',
      '',
      '[1m',
    ]);
    assert.deepEqual(engine.restarts, []);
  });

  test('are available for every pair of the default set', async () => {
    await using engine = await openInstalled();
    const served = new Set(engine.pairs().flatMap(({ source, target }) => [source, target]));
    const wanted =
      'en es ca ca-valencia fr pt pt-BR it gl ro oc eu eo is mk sr sr-Latn hr bs sl bg sv da nb nn nl af be ru uk id ms hi ur';
    const unserved = wanted.split(' ').filter((tag) => !served.has(tag as LanguagePair['source']));
    assert.deepEqual(unserved, []);
  });
});
