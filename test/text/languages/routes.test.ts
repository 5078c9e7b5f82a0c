import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { Engine } from '../../../src/text/engine/engine.ts';
import { findRoutesFrom, type Route, routesMax } from '../../../src/text/languages/routes.ts';
import { engineOf, tag } from './engine.ts';

test('without scores, direct routes come first, in the order of the engines, then pivots', () => {
  const first = engineOf({ name: 'first', pairs: 'es-ca ca-en' });
  const second = engineOf({ name: 'second', pairs: 'es-en' });
  const third = engineOf({ name: 'third', pairs: 'es-en es-pt pt-en' });
  assert.deepEqual(show([first, second, third], 'es', 'en'), [
    'second: es en',
    'third: es en',
    'first: es ca en',
    'third: es pt en',
  ]);
});

test('an unmeasured engine keeps its place in the order of the engines', () => {
  const good = engineOf({ name: 'good', pairs: 'es-en', scores: { 'es en': 60 } });
  const bad = engineOf({ name: 'bad', pairs: 'es-en', scores: { 'es en': 20 } });
  const unknown = engineOf({ name: 'unknown', pairs: 'es-en' });
  const [one, two, three] = ['unknown: es en', 'good: es en', 'bad: es en'];
  assert.deepEqual(show([unknown, bad, good], 'es', 'en'), [one, two, three]);
  assert.deepEqual(show([bad, unknown, good], 'es', 'en'), [two, one, three]);
  assert.deepEqual(show([bad, good, unknown], 'es', 'en'), [two, three, one]);
});

test('unmeasured pivots come last, in the order of the engines', () => {
  const estimated = engineOf({ name: 'estimated', pairs: 'is-en en-es', scores: { 'is en': 60, 'en es': 60 } });
  const measured = engineOf({ name: 'measured', pairs: 'is-sv sv-es', scores: { 'is sv es': 30 } });
  const direct = engineOf({ name: 'direct', pairs: 'is-es' });
  const [one, two, three] = ['direct: is es', 'estimated: is en es', 'measured: is sv es'];
  assert.deepEqual(show([estimated, measured, direct], 'is', 'es'), [one, two, three]);
  assert.deepEqual(show([direct, measured, estimated], 'is', 'es'), [one, three, two]);
});

test('within an engine a measured pivot comes before unmeasured ones', () => {
  const scores = { 'pt ca': 90, 'ca en': 90, 'pt es en': 30 };
  const engine = engineOf({ pairs: 'pt-ca ca-en pt-es es-en', scores });
  assert.deepEqual(show([engine], 'pt', 'en'), ['engine: pt es en', 'engine: pt ca en']);
});

test('an unmeasured route is ranked by the scores of its hops', () => {
  const scores = { 'pt ca': 50, 'ca en': 50, 'pt es': 70, 'es en': 55 };
  assert.deepEqual(show([engineOf({ pairs: 'pt-ca ca-en pt-es es-en', scores })], 'pt', 'en'), [
    'engine: pt es en',
    'engine: pt ca en',
  ]);
});

test('an unmeasured hop counts for less than a typical score and for more than a low one', () => {
  const engine = engineOf({
    pairs: 'aa-bb bb-zz aa-cc cc-zz aa-dd dd-zz',
    scores: { 'aa cc': 60, 'cc zz': 60, 'aa dd': 20, 'dd zz': 20 },
  });
  assert.deepEqual(show([engine], 'aa', 'zz'), ['engine: aa cc zz', 'engine: aa bb zz', 'engine: aa dd zz']);
});

test('a further hop lowers the quality, and of equal routes the shorter one wins', () => {
  const perfect = Object.fromEntries(['aa bb', 'bb cc', 'cc dd', 'aa xx', 'xx dd'].map((hop) => [hop, 100]));
  const engine = engineOf({ pairs: 'aa-bb bb-cc cc-dd aa-xx xx-dd', scores: perfect });
  assert.deepEqual(show([engine], 'aa', 'dd'), ['engine: aa xx dd', 'engine: aa bb cc dd']);
  const even = engineOf({ pairs: 'aa-bb bb-cc cc-dd aa-xx xx-dd', scores: { 'aa bb cc dd': 50, 'aa xx dd': 50 } });
  assert.deepEqual(show([even], 'aa', 'dd'), ['engine: aa xx dd', 'engine: aa bb cc dd']);
});

test('tags that differ only by region are not connected through a pivot', () => {
  const engine = engineOf({ pairs: 'en-es es-en_US pt-pt_BR pt-es es-pt_BR' });
  assert.deepEqual(show([engine], 'en', 'en-US'), []);
  assert.deepEqual(show([engine], 'pt', 'pt-BR'), ['engine: pt pt-BR']);
});

test('every route is possible for its engine, has no language twice, and their number is limited', () => {
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
        for (let hop = 1; hop < path.length; hop++) {
          assert.ok(pairs.some(([from, to]) => from === path[hop - 1] && to === path[hop]));
        }
      }
    }),
  );
});

const codes = ['aa', 'bb', 'cc', 'dd'];
const pairOfCodes = fc
  .tuple(fc.constantFrom(...codes), fc.constantFrom(...codes))
  .filter(([source, target]) => source !== target);
/** Every path of two to four of the codes. */
const allPaths = pathsOf(codes, 4).filter((path) => path.length > 1);

const someEngines = fc
  .array(
    fc.record({
      pairs: fc.uniqueArray(pairOfCodes, { minLength: 1, maxLength: 8, selector: String }),
      pivotsMax: fc.integer({ min: 0, max: 2 }),
      measured: fc.array(fc.tuple(fc.constantFrom(...allPaths), fc.integer({ min: 1, max: 5 })), { maxLength: 30 }),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((all) =>
    all.map(({ pairs, pivotsMax, measured }, index) =>
      engineOf({
        name: `engine${index}`,
        pivotsMax,
        pairs: pairs.map((pair) => pair.join('-')).join(' '),
        scores: Object.fromEntries(measured.map(([path, score]) => [path.join(' '), score * 10])),
      }),
    ),
  );

test('no route comes after one with a lower score', () => {
  fc.assert(
    fc.property(someEngines, pairOfCodes, (engines, [source, target]) => {
      const routes = findRoutesFrom(engines, tag(source)).get(tag(target)) ?? [];
      const scores = routes.flatMap(({ engine, path }) => engine.measuredScore(path) ?? []);
      const sorted = scores.toSorted((a, b) => b - a);
      assert.deepEqual(scores, sorted);
    }),
  );
});

test('a pivot comes before a direct route only if it was measured, as do routes that it is better than', () => {
  fc.assert(
    fc.property(someEngines, pairOfCodes, (engines, [source, target]) => {
      const routes = findRoutesFrom(engines, tag(source)).get(tag(target)) ?? [];
      const scoreOf = (route: Route | undefined) => route?.engine.measuredScore(route.path);
      const lastDirect = routes.findLastIndex(({ path }) => path.length === 2);
      for (const route of routes.slice(0, Math.max(0, lastDirect))) {
        if (route.path.length === 2) continue;
        const direct = engines.map((engine) => engine.measuredScore([tag(source), tag(target)]) ?? Infinity);
        assert.ok((scoreOf(route) ?? 0) > Math.min(...direct));
      }
    }),
  );
});

test("the routes do not depend on the order of an engine's pairs", () => {
  fc.assert(
    fc.property(someEngines, pairOfCodes, fc.nat(), (engines, [source, target], turn) => {
      const before = show(engines, source, target);
      const turned = engines.map((engine) => {
        const pairs = engine.pairs();
        const at = turn % pairs.length;
        return { ...engine, pairs: () => [...pairs.slice(at), ...pairs.slice(0, at)].toReversed() };
      });
      assert.deepEqual(show(turned, source, target), before);
    }),
  );
});

test('routes of a preferred engine come first in their usual order, as do the others after them', () => {
  fc.assert(
    fc.property(someEngines, pairOfCodes, fc.nat(2), (engines, [source, target], index) => {
      const name = `engine${index}`;
      const free = show(engines, source, target);
      const bound = showRoutes(findRoutesFrom(engines, tag(source), () => name).get(tag(target)));
      const isWanted = (route: string) => route.startsWith(`${name}:`);
      const isOther = (route: string) => !isWanted(route);
      assert.deepEqual(bound, [...bound.filter(isWanted), ...bound.filter(isOther)]);
      for (const is of [isWanted, isOther]) {
        const before: readonly string[] = free.filter(is);
        const after: readonly string[] = bound.filter(is);
        const both = Math.min(before.length, after.length);
        assert.deepEqual(after.slice(0, both), before.slice(0, both));
      }
      assert.ok(!free.some(isWanted) || bound.some(isWanted));
    }),
  );
});

test('if another engine has a route, not all routes use one engine', () => {
  const long = engineOf({ name: 'long', pairs: 'aa-bb aa-cc aa-dd aa-ee aa-ff bb-zz cc-zz dd-zz ee-zz ff-zz' });
  const other = engineOf({ name: 'other', pairs: 'aa-gg gg-zz' });
  assert.deepEqual(show([long], 'aa', 'zz'), ['long: aa bb zz', 'long: aa cc zz', 'long: aa dd zz', 'long: aa ee zz']);
  assert.deepEqual(show([long, other], 'aa', 'zz'), [
    'long: aa bb zz',
    'long: aa cc zz',
    'long: aa dd zz',
    'other: aa gg zz',
  ]);
});

function show(engines: readonly Engine[], source: string, target: string): readonly string[] {
  return showRoutes(findRoutesFrom(engines, tag(source)).get(tag(target)));
}

function showRoutes(routes: readonly Route[] = []): readonly string[] {
  return routes.map(({ engine, path }) => `${engine.name}: ${path.join(' ')}`);
}

function pathsOf(from: readonly string[], lengthMax: number): readonly (readonly string[])[] {
  if (lengthMax === 0) return [[]];
  const shorter = pathsOf(from, lengthMax - 1);
  const longer = shorter
    .filter((path) => path.length === lengthMax - 1)
    .flatMap((path) => from.filter((code) => !path.includes(code)).map((code) => [...path, code]));
  return [...shorter, ...longer];
}

/** Returns the smallest number of hops, by breadth-first search. */
function shortest(pairs: readonly (readonly [string, string])[], source: string, target: string): number {
  let reached = new Set([source]);
  for (let hops = 1; hops <= pairs.length; hops++) {
    reached = new Set([...reached, ...pairs.filter(([from]) => reached.has(from)).map(([, to]) => to)]);
    if (reached.has(target)) return hops;
  }
  return Number.POSITIVE_INFINITY;
}
