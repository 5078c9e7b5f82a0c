import { assert } from '../../ground/assert.ts';
import type { Engine } from '../engine/engine.ts';
import { type LanguagePair, type LanguageTag, pairName } from './language.ts';
import { differOnlyByRegion } from './language-tag.ts';
import table from './mixed-routes.json' with { type: 'json' };

/**
 * A path: source, any pivots, target; no language twice. The hops of a mixed route are of different engines, which
 * `engine` joins.
 */
export type Route = { readonly engine: Engine; readonly path: readonly LanguageTag[] };

/** Returns whether a route can be used now, without a download. */
export function isReady({ engine, path }: Route): boolean {
  return path.slice(1).every((target, hop) => engine.isReady({ source: path[hop] ?? target, target }));
}

/** Routes tried for one text, at most. */
export const routesMax = 4;

/** The assumed score of a hop without a measured one: chrF2, a little below that of Apertium's pairs. */
const unmeasuredScore = 40;

/** The factor on quality for each hop after the first, in addition to that hop's own loss. */
const furtherHopFactor = 0.9;

/**
 * Returns the routes from `source` to each reachable language, best first, at most `routesMax` each: in the order of
 * `engines`, direct ones before those with pivots, mixed ones last. Routes measured on their whole path swap places by
 * score; an unmeasured one keeps its place, but never before a direct one. The preferred engine comes first. Tags that
 * differ only by region are never connected through a pivot: that would lose more than it adapts.
 */
export function findRoutesFrom(
  engines: readonly Engine[],
  source: LanguageTag,
  preferredEngine: (pair: LanguagePair) => string | undefined = () => undefined,
  mixed?: readonly MixedRoute[],
): ReadonlyMap<LanguageTag, readonly Route[]> {
  const ofEngines = engines.map((engine) => pathsFrom(engine, source).map((path): Route => ({ engine, path })));
  const targetOf = ({ path }: Route): LanguageTag => path.at(-1) ?? source;
  const all = [...ofEngines, mixedRoutesFrom(engines, source, mixed)].flatMap((routes, rank) => {
    const sensible = routes.filter((route) => route.path.length < 3 || !differOnlyByRegion(source, targetOf(route)));
    return sensible.map((route): Candidate => {
      const measured = route.engine.measuredScore(route.path);
      return { rank, route, isMeasured: measured !== undefined, quality: measured ?? estimateQuality(route) };
    });
  });
  const found = Map.groupBy(all, ({ route }) => targetOf(route));
  return new Map(
    [...found].map(([target, candidates]) => [target, bestOf(candidates, preferredEngine({ source, target }))]),
  );
}

type Candidate = {
  readonly rank: number;
  readonly route: Route;
  readonly isMeasured: boolean;
  /** chrF2, 0-100: measured for the whole path, else estimated from its hops. */
  readonly quality: number;
};

function bestOf(candidates: readonly Candidate[], preferred: string | undefined): readonly Route[] {
  const ranked = candidates.toSorted(compareRank);
  const byScore = ranked.filter(({ isMeasured }) => isMeasured).toSorted((a, b) => b.quality - a.quality);
  const placed = byScore.values();
  const ordered = ranked.map((candidate) => (candidate.isMeasured ? (placed.next().value ?? candidate) : candidate));
  const routes = unknownPivotsBehindDirect(ordered).map(({ route }) => route);
  const [wanted, others] = [true, false].map((is) => routes.filter(({ engine }) => (engine.name === preferred) === is));
  return worthTrying([...(wanted ?? []), ...(others ?? [])]);
}

/** An unmeasured route with pivots must not overtake a direct route that measured routes have overtaken. */
function unknownPivotsBehindDirect(ordered: readonly Candidate[]): readonly Candidate[] {
  const end = ordered.findLastIndex(({ route }) => route.path.length === 2) + 1;
  const untilDirect = ordered.slice(0, end);
  const [known, unknown] = [false, true].map((is) =>
    untilDirect.filter(({ isMeasured, route }) => (!isMeasured && route.path.length > 2) === is),
  );
  return [...(known ?? []), ...(unknown ?? []), ...ordered.slice(end)];
}

/** Returns the first routes. If all of them use one engine, the best route of another engine replaces the last. */
function worthTrying(routes: readonly Route[]): readonly Route[] {
  const first = routes.slice(0, routesMax);
  const another = routes.slice(routesMax).find(({ engine }) => engine !== routes[0]?.engine);
  const isOneEngine = first.every(({ engine }) => engine === routes[0]?.engine);
  return another !== undefined && isOneEngine ? [...first.slice(0, -1), another] : first;
}

/** The order before scores are compared between engines. No two candidates are equal. */
function compareRank(a: Candidate, b: Candidate): number {
  const [hopsA, hopsB] = [a.route.path.length, b.route.path.length];
  return (
    Number(hopsA > 2) - Number(hopsB > 2) ||
    a.rank - b.rank ||
    Number(b.isMeasured) - Number(a.isMeasured) ||
    b.quality - a.quality ||
    hopsA - hopsB ||
    comparePaths(a.route.path, b.route.path)
  );
}

function comparePaths(a: readonly LanguageTag[], b: readonly LanguageTag[]): number {
  const [pathA, pathB] = [a.join(' '), b.join(' ')];
  return pathA < pathB ? -1 : Number(pathA > pathB);
}

function estimateQuality({ engine, path }: Route): number {
  let kept = 1;
  for (let hop = 1; hop < path.length; hop++) {
    kept *= (engine.measuredScore(path.slice(hop - 1, hop + 1)) ?? unmeasuredScore) / 100;
  }
  return 100 * kept * furtherHopFactor ** (path.length - 2);
}

/** Returns every path of the engine that starts at `source` and has at most `pivotsMax` pivots. */
function pathsFrom(engine: Engine, source: LanguageTag): readonly (readonly LanguageTag[])[] {
  const nexts = Map.groupBy(engine.pairs(), (pair) => pair.source);
  const paths: LanguageTag[][] = [];
  let ends: readonly LanguageTag[][] = [[source]];
  for (let hops = 1; hops <= engine.pivotsMax + 1; hops++) {
    ends = ends.flatMap((path) => {
      const targets = new Set(nexts.get(path.at(-1) ?? source)?.map(({ target }) => target));
      return [...targets].filter((target) => !path.includes(target)).map((target) => [...path, target]);
    });
    paths.push(...ends);
  }
  return paths;
}

/** A pivot route of two engines that was measured, because it is better than the routes of each engine alone. */
export type MixedRoute = {
  readonly engines: readonly string[];
  /** `gl>es>en` */
  readonly path: string;
  /** chrF2 of each hop alone, as measured with the same engines and models. */
  readonly hops: readonly number[];
  /** Of the whole path. */
  readonly chrF2: number;
};

/** Returns the measured routes from `source` whose hops use two of these engines. */
export function mixedRoutesFrom(
  engines: readonly Engine[],
  source: LanguageTag,
  measured: readonly MixedRoute[] = table,
): readonly { readonly engine: Engine; readonly path: readonly LanguageTag[] }[] {
  return measured.flatMap((route) => {
    const path = route.path.split('>') as LanguageTag[];
    if (path[0] !== source) return [];
    const hops = path.slice(1).map((target, hop) => {
      const engine = engines.find(({ name }) => name === route.engines[hop]);
      return { engine, pair: { source: path[hop] ?? target, target } };
    });
    const usable = hops.flatMap(({ engine, pair }, index) => {
      // Another model than the measured one may serve the pair. With a better one, the route is at least as good.
      const score = engine?.measuredScore([pair.source, pair.target]) ?? 0;
      const isServed = engine?.pairs().some((served) => pairName(served) === pairName(pair));
      return engine && isServed && score >= (route.hops[index] ?? 0) ? [{ engine, pair }] : [];
    });
    return usable.length === hops.length ? [{ engine: joinEngines(usable, route.chrF2), path }] : [];
  });
}

type Hop = { readonly engine: Engine; readonly pair: LanguagePair };

/** Returns an engine for one path, which gives each hop to its engine. It owns none of them. */
function joinEngines(hops: readonly Hop[], chrF2: number): Engine {
  const engines = hops.map(({ engine }) => engine);
  const engineOf = (pair: LanguagePair) => hops.find((hop) => pairName(hop.pair) === pairName(pair))?.engine;
  return {
    name: engines.map(({ name }) => name).join('+'),
    isDeterministic: engines.every((engine) => engine.isDeterministic),
    copiesInFragments: engines.some((engine) => engine.copiesInFragments),
    // Glossary entries get their required translations on the last hop.
    missedEntries: engines.at(-1)?.missedEntries ?? 'replace',
    pivotsMax: hops.length - 1,
    pairs: () => hops.map(({ pair }) => pair),
    versionOf: (pair) => engineOf(pair)?.versionOf(pair) ?? '',
    isReady: (pair) => engineOf(pair)?.isReady(pair) ?? false,
    measuredScore: () => chrF2,
    translate: (job, signal) => {
      const engine = engineOf(job.pair);
      assert(engine !== undefined, 'the pair is a hop of this route');
      return engine.translate(job, signal);
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
