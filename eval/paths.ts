import type { Engine } from '../src/text/engine/engine.ts';
import type { LanguageTag } from '../src/text/languages/language.ts';
import { differOnlyByRegion } from '../src/text/languages/language-tag.ts';

export type Path = readonly LanguageTag[];

/** Pivot paths to measure, for pairs with and without a direct translation. */
const pathsMax = { besideDirect: 2, without: 4 };

export function pathName(path: Path): string {
  return path.join('>');
}

/**
 * Returns the most promising pivot paths of each pair, by the product of their hops' scores.
 *
 * @param direct measured chrF2 of the direct pairs
 */
export function promisingPaths(
  { pivotsMax }: Pick<Engine, 'pivotsMax'>,
  direct: ReadonlyMap<string, number>,
): readonly Path[] {
  const legs = [...direct].map(([name, score]) => ({ path: name.split('>') as LanguageTag[], promise: score / 100 }));
  let ends: readonly Promising[] = legs;
  const found: Promising[] = [];
  for (let pivots = 1; pivots <= pivotsMax; pivots++) {
    ends = ends.flatMap((promising) => extend(promising, legs));
    found.push(...ends);
  }
  const byEnds = Map.groupBy(found, ({ path }) => `${path[0]}>${path.at(-1)}`);
  return [...byEnds].flatMap(([name, candidates]) => {
    const best = candidates.toSorted((one, other) => other.promise - one.promise);
    return best.slice(0, direct.has(name) ? pathsMax.besideDirect : pathsMax.without).map(({ path }) => path);
  });
}

type Promising = { readonly path: Path; readonly promise: number };

function extend({ path, promise }: Promising, legs: readonly Promising[]): readonly Promising[] {
  return legs.flatMap((leg) => {
    const [from, to] = leg.path;
    if (from === undefined || to === undefined || from !== path.at(-1)) return [];
    // No route goes from a language to its own variety through another language.
    if (path.some((tag) => differOnlyByRegion(tag, to))) return [];
    return [{ path: [...path, to], promise: promise * leg.promise }];
  });
}
