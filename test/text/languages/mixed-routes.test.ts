import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Engine } from '../../../src/text/engine/engine.ts';
import { findRoutesFrom, isReady, type MixedRoute } from '../../../src/text/languages/routes.ts';
import { engineOf, tag } from './engine.ts';

const rules = engineOf({
  name: 'rules',
  pairs: 'gl-es gl-en es-en',
  scores: { 'gl es': 52, 'gl en': 50, 'gl es en': 51, 'es en': 46 },
});
const neural = (score: number) => engineOf({ name: 'neural', pairs: 'es-en', scores: { 'es en': score } });
const measured: readonly MixedRoute[] = [{ engines: ['rules', 'neural'], path: 'gl>es>en', hops: [52, 50], chrF2: 55 }];

function routesOf(engines: readonly Engine[]) {
  return findRoutesFrom(engines, tag('gl'), undefined, measured).get(tag('en')) ?? [];
}

const show = (engines: readonly Engine[]) =>
  routesOf(engines).map(({ engine, path }) => `${engine.name} ${path.join('>')}`);

test('a measured route of two engines comes before the routes with a lower score', () => {
  assert.deepEqual(show([neural(50), rules]), ['rules+neural gl>es>en', 'rules gl>es>en', 'rules gl>en']);
});

test('a route of two engines counts only while each hop is served at least as well as when it was measured', () => {
  const alone = ['rules gl>es>en', 'rules gl>en'];
  assert.deepEqual(show([rules]), alone);
  assert.deepEqual(show([neural(49), rules]), alone);
  assert.deepEqual(show([engineOf({ name: 'neural', pairs: 'en-es' }), rules]), alone);
  assert.equal(show([neural(58), rules]).length, 3);
});

test('a route of two engines is not used for a pair that a single route serves better', () => {
  const direct = engineOf({ name: 'neural', pairs: 'gl-en es-en', scores: { 'gl en': 60, 'es en': 50 } });
  assert.equal(show([rules, direct])[0], 'neural gl>en');
});

test('each hop of a route of two engines is translated by its engine', async () => {
  const seen: string[] = [];
  const recording = (engine: Engine): Engine => ({
    ...engine,
    copiesInFragments: engine.name === 'neural',
    versionOf: () => `of ${engine.name}`,
    translate: ({ pair, segments }) => {
      seen.push(`${engine.name} ${pair.source}>${pair.target}`);
      return Promise.resolve(segments);
    },
  });
  const [route] = routesOf([recording(neural(50)), recording(rules)]);
  assert.ok(route !== undefined && isReady(route));
  assert.ok(route.engine.copiesInFragments);
  const hops = route.engine.pairs();
  for (const pair of hops)
    await route.engine.translate({ pair, segments: ['a'], share: '' }, new AbortController().signal);
  assert.deepEqual(seen, ['rules gl>es', 'neural es>en']);
  const versions = hops.map((pair) => route.engine.versionOf(pair));
  assert.deepEqual(versions, ['of rules', 'of neural']);
});
