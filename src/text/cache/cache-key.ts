import type { Route } from '../languages/routes.ts';

/** Everything other than the sentence that its translation depends on. */
export type CacheConditions = {
  readonly route: Route;
  /** Whose request it is. */
  readonly share: string;
  /** Identifies the terms of the sentence, their translations and other engine input; empty without terms. */
  readonly termsKey: string;
};

/**
 * Creates the cache keys of sentences under the same conditions.
 *
 * Different shares get the same translation only if the engine is deterministic and no glossary entry is in it.
 */
export function cacheKeys({ route, share, termsKey }: CacheConditions): (sentence: string) => string {
  const { engine, path } = route;
  const isShared = engine.isDeterministic && termsKey === '';
  const hops = path.slice(1).map((target, hop) => engine.versionOf({ source: path[hop] ?? target, target }));
  const conditions = JSON.stringify([isShared ? '' : share, termsKey, engine.name, path.join('>'), ...hops]);
  // JSON escapes line breaks, so the first line break of a key ends the conditions.
  return (sentence) => `${conditions}\n${sentence}`;
}
