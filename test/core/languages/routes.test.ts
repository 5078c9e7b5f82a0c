import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { Engine } from '../../../src/core/engine/engine.ts';
import { findRoutesFrom, routesMax } from '../../../src/core/languages/routes.ts';
import { engineOf, tag } from './engine.ts';

test('direct routes come first, in the order of the engines', () => {
  const first = engineOf({ name: 'first', pairs: 'es-ca ca-en', scores: { 'es ca en': 99 } });
  const second = engineOf({ name: 'second', pairs: 'es-en', scores: { 'es en': 20 } });
  const third = engineOf({ name: 'third', pairs: 'es-en', scores: { 'es en': 60 } });
  assert.deepEqual(show([first, second, third], 'es', 'en'), ['second: es en', 'third: es en', 'first: es ca en']);
});

test('of several pivots the best measured one is taken, not the first by name', () => {
  const engine = engineOf({ pairs: 'pt-ca ca-en pt-es es-en', scores: { 'pt ca en': 35, 'pt es en': 45 } });
  assert.deepEqual(show([engine], 'pt', 'en'), ['engine: pt es en', 'engine: pt ca en']);
});

test('a route that was not measured is judged by its legs', () => {
  const scores = { 'pt ca': 50, 'ca en': 50, 'pt es': 70, 'es en': 55 };
  assert.deepEqual(show([engineOf({ pairs: 'pt-ca ca-en pt-es es-en', scores })], 'pt', 'en'), [
    'engine: pt es en',
    'engine: pt ca en',
  ]);
});

test('a leg that was not measured counts for less than a usual one and for more than a bad one', () => {
  const engine = engineOf({
    pairs: 'aa-bb bb-zz aa-cc cc-zz aa-dd dd-zz',
    scores: { 'aa cc': 60, 'cc zz': 60, 'aa dd': 20, 'dd zz': 20 },
  });
  assert.deepEqual(show([engine], 'aa', 'zz'), ['engine: aa cc zz', 'engine: aa bb zz', 'engine: aa dd zz']);
});

test('a further leg costs quality, and of equals the shorter wins', () => {
  const perfect = Object.fromEntries(['aa bb', 'bb cc', 'cc dd', 'aa xx', 'xx dd'].map((leg) => [leg, 100]));
  const engine = engineOf({ pairs: 'aa-bb bb-cc cc-dd aa-xx xx-dd', scores: perfect });
  assert.deepEqual(show([engine], 'aa', 'dd'), ['engine: aa xx dd', 'engine: aa bb cc dd']);
  const even = engineOf({ pairs: 'aa-bb bb-cc cc-dd aa-xx xx-dd', scores: { 'aa bb cc dd': 50, 'aa xx dd': 50 } });
  assert.deepEqual(show([even], 'aa', 'dd'), ['engine: aa xx dd', 'engine: aa bb cc dd']);
});

test('an engine uses no more pivots than it may, and never another engine for a leg', () => {
  const one = engineOf({ name: 'one', pivotsMax: 1, pairs: 'aa-bb bb-cc cc-dd' });
  const two = engineOf({ name: 'two', pivotsMax: 1, pairs: 'dd-ee' });
  assert.deepEqual(show([one, two], 'aa', 'cc'), ['one: aa bb cc']);
  assert.deepEqual(show([one, two], 'aa', 'dd'), []);
  assert.deepEqual(show([one, two], 'cc', 'ee'), []);
});

test('tags that differ only by region are not joined through a pivot', () => {
  const engine = engineOf({ pairs: 'en-es es-en_US pt-pt_BR pt-es es-pt_BR' });
  assert.deepEqual(show([engine], 'en', 'en-US'), []);
  assert.deepEqual(show([engine], 'pt', 'pt-BR'), ['engine: pt pt-BR']);
});

test('every route is one that its engine can go, with no language twice, and there are few of them', () => {
  const codes = ['aa', 'bb', 'cc', 'dd', 'ee', 'ff'];
  const pair = fc.tuple(fc.constantFrom(...codes), fc.constantFrom(...codes)).filter(([a, b]) => a !== b);
  const graph = fc.array(pair, { minLength: 1, maxLength: 25, size: 'max' });
  fc.assert(
    fc.property(graph, fc.integer({ min: 0, max: 2 }), pair, (pairs, pivotsMax, [source, target]) => {
      const engine = engineOf({ pairs: pairs.map((ends) => ends.join('-')).join(' '), pivotsMax });
      const routes = findRoutesFrom([engine], tag(source)).get(tag(target)) ?? [];
      assert.ok(routes.length <= routesMax);
      assert.equal(routes.length > 0, shortest(pairs, source, target) <= pivotsMax + 1);
      for (const { path } of routes) {
        assert.equal(new Set(path).size, path.length);
        assert.deepEqual([path[0], path.at(-1)], [source, target]);
        for (let leg = 1; leg < path.length; leg++) {
          assert.ok(pairs.some(([from, to]) => from === path[leg - 1] && to === path[leg]));
        }
      }
    }),
  );
});

function show(engines: readonly Engine[], source: string, target: string): readonly string[] {
  const routes = findRoutesFrom(engines, tag(source)).get(tag(target)) ?? [];
  return routes.map(({ engine, path }) => `${engine.name}: ${path.join(' ')}`);
}

/** The least number of legs, by flooding. */
function shortest(pairs: readonly (readonly [string, string])[], source: string, target: string): number {
  let reached = new Set([source]);
  for (let legs = 1; legs <= pairs.length; legs++) {
    reached = new Set([...reached, ...pairs.filter(([from]) => reached.has(from)).map(([, to]) => to)]);
    if (reached.has(target)) return legs;
  }
  return Number.POSITIVE_INFINITY;
}
