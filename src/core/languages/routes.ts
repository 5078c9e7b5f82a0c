import type { Engine } from '../engine/engine.ts';
import type { LanguagePair, LanguageTag } from './language.ts';
import { differOnlyByRegion } from './language-tag.ts';

/** A way from one language to another through one engine: source, any pivots, target; no language twice. */
export type Route = { readonly engine: Engine; readonly path: readonly LanguageTag[] };

/** Whether a route can be used now, without a download. */
export function isReady({ engine, path }: Route): boolean {
  return path.slice(1).every((target, hop) => engine.isReady({ source: path[hop] ?? target, target }));
}

/** How many routes are worth trying for one text. */
export const routesMax = 4;

/** What a hop is taken for that was never measured: chrF2, a little below what Apertium's pairs reach. */
const unmeasuredScore = 40;

/** What each hop after the first leaves of the quality, beside that hop's own losses. */
const furtherLegFactor = 0.9;

/** Which engine, by name, an operator wants for a pair. */
export type PreferredEngine = (pair: LanguagePair) => string | undefined;

/**
 * The routes from `source` to each language that can be reached, best first, at most `routesMax` to each.
 *
 * They stand as `engines` does, direct ones before those through pivots. Those whose whole path was measured then change
 * places among themselves, so that the better one stands before the worse, while one that was never measured stays where
 * it is, but never before a direct one. Those of the engine that an operator prefers come before all others.
 *
 * Tags that differ only by region are never joined through a pivot: that would lose more than it adapts.
 */
export function findRoutesFrom(
  engines: readonly Engine[],
  source: LanguageTag,
  preferredEngine: PreferredEngine = () => undefined,
): ReadonlyMap<LanguageTag, readonly Route[]> {
  const found = new Map<LanguageTag, Candidate[]>();
  for (const [rank, engine] of engines.entries()) {
    for (const path of pathsFrom(engine, source)) {
      const target = path[path.length - 1] ?? source;
      if (path.length > 2 && differOnlyByRegion(source, target)) continue;
      const candidates = found.get(target) ?? [];
      if (candidates.length === 0) found.set(target, candidates);
      candidates.push(candidateOf(rank, { engine, path }));
    }
  }
  return new Map(
    [...found].map(([target, candidates]) => [target, bestOf(candidates, preferredEngine({ source, target }))]),
  );
}

type Candidate = {
  readonly rank: number;
  readonly route: Route;
  readonly isMeasured: boolean;
  /** chrF2, 0-100: as measured for the whole path, else estimated from its hops. */
  readonly quality: number;
};

function candidateOf(rank: number, route: Route): Candidate {
  const measured = route.engine.measuredScore(route.path);
  return { rank, route, isMeasured: measured !== undefined, quality: measured ?? estimateQuality(route) };
}

function bestOf(candidates: readonly Candidate[], preferred: string | undefined): readonly Route[] {
  const standing = candidates.toSorted(compareStanding);
  const byScore = standing.filter(({ isMeasured }) => isMeasured).toSorted((a, b) => b.quality - a.quality);
  const placed = byScore.values();
  const ordered = standing.map((candidate) => (candidate.isMeasured ? (placed.next().value ?? candidate) : candidate));
  const routes = unknownPivotsBehindDirect(ordered).map(({ route }) => route);
  const [wanted, others] = [true, false].map((is) => routes.filter(({ engine }) => (engine.name === preferred) === is));
  return worthTrying([...(wanted ?? []), ...(others ?? [])]);
}

/** A pivot without a measured score does not overtake a direct route that measured routes have overtaken. */
function unknownPivotsBehindDirect(ordered: readonly Candidate[]): readonly Candidate[] {
  const end = ordered.findLastIndex(({ route }) => route.path.length === 2) + 1;
  const untilDirect = ordered.slice(0, end);
  const [known, unknown] = [false, true].map((is) =>
    untilDirect.filter(({ isMeasured, route }) => (!isMeasured && route.path.length > 2) === is),
  );
  return [...(known ?? []), ...(unknown ?? []), ...ordered.slice(end)];
}

/** The first routes. If all of them use one engine, the best route without that engine replaces the last. */
function worthTrying(routes: readonly Route[]): readonly Route[] {
  const first = routes.slice(0, routesMax);
  const another = routes.slice(routesMax).find(({ engine }) => engine !== routes[0]?.engine);
  const isOneEngine = first.every(({ engine }) => engine === routes[0]?.engine);
  return another !== undefined && isOneEngine ? [...first.slice(0, -1), another] : first;
}

/** The order before scores are compared among engines. Nothing is equal but a candidate to itself. */
function compareStanding(a: Candidate, b: Candidate): number {
  const [legsA, legsB] = [a.route.path.length, b.route.path.length];
  return (
    Number(legsA > 2) - Number(legsB > 2) ||
    a.rank - b.rank ||
    Number(b.isMeasured) - Number(a.isMeasured) ||
    b.quality - a.quality ||
    legsA - legsB ||
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
  return 100 * kept * furtherLegFactor ** (path.length - 2);
}

/** Every path of the engine that starts at `source` and has at most its number of pivots. */
function pathsFrom(engine: Engine, source: LanguageTag): readonly (readonly LanguageTag[])[] {
  const nexts = new Map<LanguageTag, Set<LanguageTag>>();
  for (const pair of engine.pairs()) {
    const targets = nexts.get(pair.source) ?? new Set();
    if (targets.size === 0) nexts.set(pair.source, targets);
    targets.add(pair.target);
  }
  const paths: LanguageTag[][] = [];
  let ends: readonly LanguageTag[][] = [[source]];
  for (let hops = 1; hops <= engine.pivotsMax + 1; hops++) {
    ends = ends.flatMap((path) => {
      const targets = [...(nexts.get(path[path.length - 1] ?? source) ?? [])];
      return targets.filter((target) => !path.includes(target)).map((target) => [...path, target]);
    });
    paths.push(...ends);
  }
  return paths;
}
