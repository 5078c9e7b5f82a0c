import type { Engine } from '../../../src/text/engine/engine.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';

export type EngineFacts = {
  readonly name?: string;
  readonly pivotsMax?: number;
  /** `es-ca es-en`: the pairs that the engine translates directly. */
  readonly pairs: string;
  /** By path, joined by spaces: `es ca en`. */
  readonly scores?: Readonly<Record<string, number>>;
};

/** An engine with facts only; its translate() fails the test. */
export function engineOf(facts: EngineFacts): Engine & { serve(pairs: string): void } {
  let pairs = parsePairs(facts.pairs);
  return {
    name: facts.name ?? 'engine',
    isDeterministic: true,
    versionOf: () => '1',
    missedEntries: 'replace',
    pivotsMax: facts.pivotsMax ?? 2,
    pairs: () => pairs,
    isReady: ({ source, target }) => pairs.some((pair) => pair.source === source && pair.target === target),
    serve: (next) => {
      pairs = parsePairs(next);
    },
    measuredScore: (path) => facts.scores?.[path.join(' ')],
    translate: () => Promise.reject(new Error('languages and routes are chosen without translating')),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

export function tag(code: string): LanguageTag {
  return code as LanguageTag;
}

/** A hyphen inside a tag is written as `_`: `es-pt_BR`. */
function parsePairs(written: string) {
  return written.split(' ').map((pair) => {
    const [source = '', target = ''] = pair.split('-').map((code) => code.replaceAll('_', '-'));
    return { source: tag(source), target: tag(target) };
  });
}
