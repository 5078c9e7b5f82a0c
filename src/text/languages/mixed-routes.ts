import { assert } from '../../ground/assert.ts';
import type { Engine } from '../engine/engine.ts';
import { type LanguagePair, type LanguageTag, pairName } from './language.ts';
import table from './mixed-routes.json' with { type: 'json' };

/** A pivot route of two engines that was measured, because it is better than the routes of each engine alone. */
export type MixedRoute = {
  /** The name of each hop's engine. */
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
