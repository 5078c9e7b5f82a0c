import type { Turns } from '../../ground/steps.ts';
import type { LanguageCatalogue } from '../../text/languages/catalogue.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import { findApprovedSources } from '../../text/memory/approved-runs.ts';
import type { FindMemory } from '../memory/memory-index.ts';
import { openMemory } from './parsed-texts.ts';
import type { TranslateRequest } from './translate.ts';

export type ApprovedSourcesParts = {
  readonly findMemory: FindMemory;
  readonly turns: Turns;
  readonly catalogue: LanguageCatalogue;
};

type ApprovedSourcesQuery = {
  readonly request: Pick<TranslateRequest, 'accountId' | 'memoryVersion' | 'markup'>;
  readonly texts: readonly Pick<TranslateRequest, 'text' | 'target'>[];
};

/** Returns the sources of texts, in order; undefined unless the whole text is approved from exactly one language. */
export async function approvedSources(
  { findMemory, turns, catalogue }: ApprovedSourcesParts,
  { request: { accountId, memoryVersion, markup }, texts }: ApprovedSourcesQuery,
  signal: AbortSignal,
): Promise<readonly (LanguageTag | undefined)[]> {
  const sources: (LanguageTag | undefined)[] = texts.map(() => undefined);
  if (memoryVersion === 0) return sources;
  for (const [target, some] of Map.groupBy(texts.entries(), ([, text]) => text.target)) {
    const memory = await openMemory(
      findMemory,
      { accountId, memoryVersion, pair: { source: undefined, target } },
      signal,
    );
    if (memory === undefined) continue;
    const written = some.map(([, { text }]) => text);
    const found = await findApprovedSources({ turns }, { texts: written, memory, markup }, signal);
    for (const [index, [number]] of some.entries()) {
      const source = found[index];
      if (source && catalogue.chooseRoutes({ source, target }).kind === 'routes') sources[number] = source;
    }
  }
  return sources;
}
