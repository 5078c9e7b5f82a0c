import assert from 'node:assert/strict';
import { test } from 'node:test';
import { later, unixMs } from '../../../src/ground/units.ts';
import { Showcase } from '../../../src/shop/trial/showcase.ts';
import { type LanguagePair, type LanguageTag, pairName } from '../../../src/text/languages/language.ts';
import { eventually } from '../../support/eventually.ts';
import { AskedEngine } from '../../text/attempts/asked-engine.ts';
import { partsOn } from '../sale/translator-world.ts';

function setup() {
  const engine = new AskedEngine();
  let time = unixMs(1_000_000);
  const showcase = new Showcase({ ...partsOn(engine), now: () => time });
  const advance = (byMs: number) => {
    time = later(time, byMs);
  };
  return { engine, showcase, advance };
}

const pairOf = (source: string, target: string): LanguagePair => ({
  source: source as LanguageTag,
  target: target as LanguageTag,
});
const [esEn, frEn] = [pairOf('es', 'en'), pairOf('fr', 'en')];
const namesOf = (pairs: readonly LanguagePair[]) => pairs.map(pairName);
const shown = 'jardín un tiene y grande es biblioteca nueva La.';

test('a pair is translated once for any number of visitors, also concurrent ones', async () => {
  const { engine, showcase } = setup();
  const looks = await Promise.all([showcase.show(esEn), showcase.show(esEn), showcase.show(esEn)]);
  assert.deepEqual([...looks, await showcase.show(esEn)], [shown, shown, shown, shown]);
  assert.deepEqual(engine.asked, ['es-en']);
});

test('downloads nothing for visitors: offers and shows only installed pairs', async () => {
  const { engine, showcase } = setup();
  engine.serve('es-en es-fr fr-en en-ca');
  engine.isReady = ({ source, target }) => source === 'es' && target === 'en';
  assert.deepEqual(namesOf(showcase.pairs()), ['es>en']);
  assert.equal(await showcase.show(frEn), undefined);
  assert.equal(await showcase.show(pairOf('es', 'ca')), undefined, 'one of its hops would have to be fetched');
  assert.deepEqual(engine.asked, []);
  assert.equal(await showcase.show(esEn), shown);
});

test('offers the installed pairs, best first: good, fair, basic, unmeasured', () => {
  const { engine, showcase } = setup();
  engine.scores.set('es>en', 49.9).set('es>fr', 60).set('fr>en', 59.9).set('es>ca', 71);
  const offered = (pairs: string) => {
    engine.serve(pairs);
    return namesOf(showcase.pairs());
  };
  assert.deepEqual(offered('es-en es-fr es-ca fr-ca'), ['es>ca', 'es>fr', 'es>en', 'fr>ca']);
  assert.deepEqual(offered('es-en fr-en fr-ca'), ['fr>en', 'es>en', 'fr>ca']);
  engine.serve('es-en es-ca');
  engine.isReady = ({ target }) => target === 'en';
  assert.deepEqual(namesOf(showcase.pairs()), ['es>en'], 'a good pair whose model is not installed does not count');
});

test('translates a pair again after a request has downloaded a better model', async () => {
  const { engine, showcase } = setup();
  engine.serve('es-en es-ca ca-en');
  engine.isReady = ({ source, target }) => !(source === 'es' && target === 'en');
  await showcase.show(esEn);
  engine.isReady = () => true;
  await showcase.show(esEn);
  assert.deepEqual(engine.asked, ['es-ca', 'ca-en', 'es-en']);
});

test('does not retry a failed pair for ten seconds', async () => {
  const { engine, showcase, advance } = setup();
  engine.answer = () => Promise.reject(new Error('broken'));
  assert.equal(await showcase.show(esEn), undefined);
  const tries = engine.asked.length;
  engine.answer = undefined;
  advance(9_999);
  assert.equal(await showcase.show(esEn), undefined);
  assert.equal(engine.asked.length, tries);
  advance(1);
  assert.equal(await showcase.show(esEn), shown);
});

test('does not wait for a slow engine, and shows its late result to later visitors', async ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { engine, showcase } = setup();
  const slow = Promise.withResolvers<readonly string[]>();
  engine.answer = () => slow.promise;
  const early = showcase.show(esEn);
  mock.timers.tick(2_000);
  assert.equal(await early, undefined);
  slow.resolve(['The new library is big and has a garden.']);
  let translation: string | undefined;
  while (translation === undefined) translation = await showcase.show(esEn);
  assert.equal(translation, 'The new library is big and has a garden.');
  assert.deepEqual(engine.asked, ['es-en']);
});

test('two pairs are translated at a time, and no more', async () => {
  const { engine, showcase } = setup();
  engine.answer = () => Promise.withResolvers<readonly string[]>().promise;
  const targets = ['en', 'ca', 'fr'];
  for (const [index, target] of targets.entries()) {
    void showcase.show(pairOf('es', target));
    await eventually(() => engine.asked.length === Math.min(index + 1, 2));
  }
  assert.deepEqual(engine.asked, ['es-en', 'es-ca']);
});

test('an example is translated again once routes may have changed, even if the languages are the same', async () => {
  const { engine, showcase } = setup();
  engine.serve('es-en');
  await showcase.show(esEn);
  engine.serve('es-en');
  assert.equal(await showcase.show(esEn), shown);
  assert.deepEqual(engine.asked, ['es-en', 'es-en']);
});
