import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LanguageCatalogue } from '../../../src/text/languages/catalogue.ts';
import { FolderModels, installedModel } from '../../support/folder-models.ts';
import { engineOf } from '../../text/languages/engine.ts';
import { openStarter, pairOf } from './opened-engine.ts';

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
