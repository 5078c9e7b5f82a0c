import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LanguageCatalogue } from '../../../src/text/languages/catalogue.ts';
import { parseEnginePreference, preferredEngine } from '../../../src/text/languages/preferred-engines.ts';
import { engineOf, tag } from './engine.ts';

test('a preference has two languages, as callers write them, and an engine; a star means any', () => {
  assert.deepEqual(parseEnginePreference(' spa > pt_br = apertium '), {
    source: 'es',
    target: 'pt-BR',
    engine: 'apertium',
  });
  assert.deepEqual(parseEnginePreference('*>de=openai'), { source: undefined, target: 'de', engine: 'openai' });
  assert.deepEqual(parseEnginePreference('*>*=openai'), { source: undefined, target: undefined, engine: 'openai' });
});

test('what names no two languages and an engine is no preference', () => {
  const others =
    '|es>en|es=apertium|es>en=|es>=apertium|>en=apertium|es>ca>en=apertium|es>en=apertium=bergamot|e$>en=apertium|spanish language>en=apertium'.split(
      '|',
    );
  for (const written of others) {
    assert.equal(parseEnginePreference(written), undefined, written);
  }
});

test('the first preference that matches a pair decides', () => {
  const preferences = ['es>en=one', '*>en=two', 'es>*=three'].flatMap(
    (written) => parseEnginePreference(written) ?? assert.fail(written),
  );
  const wanted = (source: string, target: string) =>
    preferredEngine(preferences, { source: tag(source), target: tag(target) });
  assert.deepEqual(
    [wanted('es', 'en'), wanted('fr', 'en'), wanted('es', 'fr'), wanted('en', 'es'), wanted('es', 'en-US')],
    ['one', 'two', 'three', undefined, 'three'],
  );
});

test("the catalogue chooses the operator's preferred engine for a pair, and by scores for others", () => {
  const good = engineOf({ name: 'good', pairs: 'es-en en-es', scores: { 'es en': 60, 'en es': 60 } });
  const bad = engineOf({ name: 'bad', pairs: 'es-en en-es', scores: { 'es en': 20, 'en es': 20 } });
  const catalogue = new LanguageCatalogue([good, bad], [{ source: tag('es'), target: tag('en'), engine: 'bad' }]);
  const enginesOf = (source: string, target: string) => {
    const choice = catalogue.chooseRoutes({ source: tag(source), target: tag(target) });
    return choice.kind === 'routes' ? choice.routes.map(({ engine }) => engine.name) : choice.kind;
  };
  assert.deepEqual(enginesOf('es', 'en'), ['bad', 'good']);
  assert.deepEqual(enginesOf('en', 'es'), ['good', 'bad']);
});
