import type { Engine } from '../engine/engine.ts';
import type { LanguageTag } from './language.ts';
import { differOnlyByRegion } from './language-tag.ts';

/** A way from one language to another through one engine: source, any pivots, target; no language twice. */
export type Route = { readonly engine: Engine; readonly path: readonly LanguageTag[] };

/** How many routes are worth trying for one text. */
export const routesMax = 4;

/** What a leg is taken for that was never measured: chrF2, a little below what Apertium's pairs reach. */
const unmeasuredScore = 40;

/** What each leg after the first leaves of the quality, beside that leg's own losses. */
const furtherLegFactor = 0.9;

/**
 * The routes from `source` to each language that can be reached, best first, at most `routesMax` to each: direct ones
 * in the order of `engines`, then those through pivots by quality. Tags that differ only by region are never joined
 * through a pivot: that would lose more than it adapts.
 */
export function findRoutesFrom(
  engines: readonly Engine[],
  source: LanguageTag,
): ReadonlyMap<LanguageTag, readonly Route[]> {
  const found = new Map<LanguageTag, Candidate[]>();
  for (const [rank, engine] of engines.entries()) {
    for (const path of pathsFrom(engine, source)) {
      const target = path[path.length - 1] ?? source;
      if (path.length > 2 && differOnlyByRegion(source, target)) continue;
      const candidates = found.get(target) ?? [];
      if (candidates.length === 0) found.set(target, candidates);
      candidates.push({ rank, route: { engine, path }, quality: estimateQuality(engine, path) });
    }
  }
  return new Map([...found].map(([target, candidates]) => [target, bestOf(candidates)]));
}

type Candidate = { readonly rank: number; readonly route: Route; readonly quality: number };

function bestOf(candidates: readonly Candidate[]): readonly Route[] {
  return candidates
    .toSorted(compareCandidates)
    .slice(0, routesMax)
    .map(({ route }) => route);
}

function compareCandidates(a: Candidate, b: Candidate): number {
  const [legsA, legsB] = [a.route.path.length, b.route.path.length];
  const [directA, directB] = [legsA === 2, legsB === 2];
  if (directA !== directB) return directA ? -1 : 1;
  if (directA) return a.rank - b.rank;
  return b.quality - a.quality || legsA - legsB || a.rank - b.rank || comparePaths(a.route.path, b.route.path);
}

function comparePaths(a: readonly LanguageTag[], b: readonly LanguageTag[]): number {
  const [pathA, pathB] = [a.join(' '), b.join(' ')];
  return pathA < pathB ? -1 : Number(pathA > pathB);
}

/** chrF2, 0-100: as measured for the whole path, else from its legs. */
function estimateQuality(engine: Engine, path: readonly LanguageTag[]): number {
  const measured = engine.measuredScore(path);
  if (measured !== undefined) return measured;
  let kept = 1;
  for (let leg = 1; leg < path.length; leg++) {
    kept *= (engine.measuredScore(path.slice(leg - 1, leg + 1)) ?? unmeasuredScore) / 100;
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
  for (let legs = 1; legs <= engine.pivotsMax + 1; legs++) {
    ends = ends.flatMap((path) => {
      const targets = [...(nexts.get(path[path.length - 1] ?? source) ?? [])];
      return targets.filter((target) => !path.includes(target)).map((target) => [...path, target]);
    });
    paths.push(...ends);
  }
  return paths;
}
