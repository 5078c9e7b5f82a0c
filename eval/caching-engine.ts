import type { Engine } from '../src/text/engine/engine.ts';
import { pairName } from '../src/text/languages/language.ts';

/**
 * Returns the engine with a cache of all its translations: many routes begin with the same hop. A non-deterministic
 * engine is returned unchanged.
 */
export function withCache(engine: Engine): Engine {
  if (!engine.isDeterministic) return engine;
  const known = new Map<string, string>();
  return {
    name: engine.name,
    isDeterministic: true,
    missedEntries: engine.missedEntries,
    copiesInFragments: engine.copiesInFragments === true,
    pivotsMax: engine.pivotsMax,
    versionOf: (pair) => engine.versionOf(pair),
    pairs: () => engine.pairs(),
    isReady: (pair) => engine.isReady(pair),
    measuredScore: (path) => engine.measuredScore(path),
    async translate(job, signal) {
      const keyOf = (segment: string) => `${pairName(job.pair)} ${segment}`;
      const fresh = [...new Set(job.segments.filter((segment) => !known.has(keyOf(segment))))];
      const translations = fresh.length === 0 ? [] : await engine.translate({ ...job, segments: fresh }, signal);
      fresh.forEach((segment, index) => known.set(keyOf(segment), translations[index] ?? ''));
      return job.segments.map((segment) => known.get(keyOf(segment)) ?? '');
    },
    [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
  };
}
