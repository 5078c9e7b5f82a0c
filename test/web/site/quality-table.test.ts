import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Engine } from '../../../src/core/engine/engine.ts';
import { LanguageCatalogue } from '../../../src/core/languages/catalogue.ts';
import { QualityTables } from '../../../src/web/site/quality-table.ts';
import { ReversingEngine } from '../../support/reversing-engine.ts';

/** By path, as in `fr>en>ca`. */
const measured: Readonly<Record<string, number>> = { 'es>en': 55.04, 'es>ca': 61.26, 'fr>en>ca': 40 };

function engineOf(pairs: string, scores: Readonly<Record<string, number>> = measured): ReversingEngine & Engine {
  const engine = new ReversingEngine();
  engine.serve(pairs);
  return Object.assign(engine, { measuredScore: (path: readonly string[]) => scores[path.join('>')] });
}

const rowsOf = (table: unknown): readonly string[] =>
  String(table)
    .split('<tr')
    .slice(2)
    .map((row) => row.slice(row.indexOf('>') + 1).replaceAll(/<[^>]*>/g, ' '))
    .map((row) => row.replaceAll(/\s+/g, ' ').trim());

const itemsOf = (list: unknown): readonly string[] =>
  [...String(list).matchAll(/<li>(.*?)<\/li>/g)].map(([, item = '']) => item.replaceAll(/<[^>]*>/g, ''));

test('each language has its best measured pair, or is shown as not measured', () => {
  const tables = new QualityTables(new LanguageCatalogue([engineOf('es-en es-ca en-ca fr-en')]));
  assert.deepEqual(rowsOf(tables.languages()), [
    'English en 1 not measured',
    'French français fr 2 ca 40.0',
    'Spanish español es 2 ca 61.3',
  ]);
  assert.deepEqual(itemsOf(tables.summary()), [
    'Catalan from others only',
    'English to 1',
    'French to 2, best Catalan 40.0',
    'Spanish to 2, best Catalan 61.3',
  ]);
});

test('pairs are sorted by measured quality, with their routes', () => {
  const tables = new QualityTables(new LanguageCatalogue([engineOf('es-en es-ca en-ca fr-en')]));
  assert.deepEqual(rowsOf(tables.pairs()), [
    'es to ca 61.3 reversing',
    'es to en 55.0 reversing',
    'fr to ca 40.0 reversing through en',
    'en to ca not measured reversing',
    'fr to en not measured reversing',
  ]);
});

test('changes of what is served are shown', () => {
  const engine = engineOf('es-en es-ca');
  const tables = new QualityTables(new LanguageCatalogue([engine]));
  assert.equal(rowsOf(tables.pairs()).length, 2);
  engine.serve('es-en');
  assert.deepEqual(rowsOf(tables.languages()), ['Spanish español es 1 en 55.0']);
});

test("a pair on another model, between the same languages, has that model's score", () => {
  const scores: Record<string, number> = { 'es>en': 55 };
  const engine = engineOf('es-en', scores);
  const tables = new QualityTables(new LanguageCatalogue([engine]));
  assert.deepEqual(rowsOf(tables.pairs()), ['es to en 55.0 reversing']);
  scores['es>en'] = 66;
  engine.serve('es-en');
  assert.deepEqual(rowsOf(tables.pairs()), ['es to en 66.0 reversing']);
  assert.deepEqual(rowsOf(tables.languages()), ['Spanish español es 1 en 66.0']);
});
