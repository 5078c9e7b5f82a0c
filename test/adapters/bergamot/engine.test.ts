import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LanguageCatalogue } from '../../../src/text/languages/catalogue.ts';
import { describeEngine } from '../../contract/engine.ts';
import { FolderModels, installedModel } from '../../support/folder-models.ts';
import { extent } from '../../support/property-runs.ts';
import { engineOf } from '../../text/languages/engine.ts';
import { sentences as allSentences, openStarter, pairOf, translate } from './opened-engine.ts';

describeEngine('Bergamot', () => openStarter({ limits: { workersMax: extent < 1 ? 1 : 2 } }));

describe('confidence of a translation', () => {
  test('decides between two variants of a word, and changes no other translation', async () => {
    await using engine = await openStarter();
    const sentences = allSentences.slice(0, 3);
    const plain = await translate(engine, { segments: sentences });
    const words = ['Casa', 'Alemania', 'Piano', 'Perro'];
    const alone: string[] = [];
    for (const word of words) alone.push(...(await translate(engine, { segments: [word] })));
    assert.deepEqual(alone, ['House', 'Germany', 'Piano', 'Dog']);
    const mixed = words.flatMap((word, index) => [word, sentences[index] ?? word]);
    const expected = words.flatMap((_, index) => [alone[index], plain[index] ?? alone[index]]);
    assert.deepEqual(await translate(engine, { segments: mixed }), expected);
  });

  test('decides between a word with and without its capital', async () => {
    await using engine = await openStarter();
    const translations = await translate(engine, { segments: ['Siquiera', 'Casa', 'Boxes', 'despedir'] });
    assert.deepEqual(translations, ['Even', 'House', 'Boxes', 'fire']);
    assert.deepEqual(engine.reported.restarts, []);
  });
});

/** The model alone invents words and emoji for these. */
const kept = {
  'La palabra 水 es agua.': /水.* water/,
  'El libro 한국어 está en la mesa.': /한국어 is on the table/,
  'La casa # la puerta.': /^The house # the door\.$/,
  'La casa | la puerta.': /^The house \| the door\.$/,
  'La mujer dijo «Привет, мир».': /Привет, мир/,
  'Tengo 3 ½ panes.': /3 ½/,
  'El señor Cioloş tiene razón.': /Cioloş/,
};

test('a translation keeps characters that the model does not have, and nothing is invented for them', async () => {
  await using engine = await openStarter();
  const translations = await translate(engine, { segments: Object.keys(kept) });
  for (const [index, wanted] of Object.values(kept).entries()) {
    const translation = translations[index] ?? '';
    assert.match(translation, wanted);
    assert.doesNotMatch(translation, /[\uFFFD\p{Extended_Pictographic}]|rapid|journey/u);
  }
});

test('a pair has the score of its installed model, and a pivot route that of two models of one name', async () => {
  const [first, second] = [await installedModel('es>en'), await installedModel('en>ca')];
  const source = new FolderModels([{ ...first, name: 'tiny' }, second]);
  await using engine = await openStarter({ source });
  const scoreOf = (path: string) => engine.measuredScore(path.split('>').map((end) => pairOf(`${end}>x`).source));
  const tiny = scoreOf('es>en');
  assert.ok(tiny !== undefined && tiny > 50);
  assert.deepEqual([scoreOf('en>ca'), scoreOf('es>en>ca'), scoreOf('ca>en')], [undefined, undefined, undefined]);
  source.replace([{ ...first, name: 'base-memory', digest: 'another' }, second]);
  assert.ok((scoreOf('es>en') ?? 0) > tiny);
});

test('another model of a pair changes the array of pairs, so that routes are chosen again', async () => {
  const model = await installedModel('es>en');
  const source = new FolderModels([{ ...model, name: 'unheard-of' }]);
  await using bergamot = await openStarter({ source });
  const other = engineOf({ name: 'other', pairs: 'es-en', scores: { 'es en': 57 } });
  const catalogue = new LanguageCatalogue([bergamot, other]);
  const serving = () => {
    const choice = catalogue.chooseRoutes(pairOf('es>en'));
    return choice.kind === 'routes' ? choice.routes[0]?.engine.name : choice.kind;
  };
  assert.equal(serving(), 'bergamot');
  source.replace([{ ...model, name: 'esen-starter', digest: 'another' }]);
  assert.equal(serving(), 'other');
  source.replace([{ ...model, name: 'base-memory', digest: 'a third' }]);
  assert.equal(serving(), 'bergamot');
  const pairs = bergamot.pairs();
  source.replace([{ ...model, name: 'base-memory', digest: 'a fourth' }]);
  assert.equal(bergamot.pairs(), pairs);
});
