import type { LanguageCatalogue } from '../languages/catalogue.ts';
import type { Detector } from '../languages/detector.ts';
import type { LanguagePair, LanguageTag } from '../languages/language.ts';
import type { Route } from '../languages/routes.ts';
import { ServiceError } from '../service-error.ts';
import type { FindRecentSources } from '../usage/recent-sources.ts';
import type { Stopwatch, TranslateRequest } from './translate.ts';

export type LanguageParts = {
  readonly detector: Detector;
  readonly catalogue: LanguageCatalogue;
  readonly recentSources: FindRecentSources;
};

export type LanguageRequest = Pick<TranslateRequest, 'accountId' | 'text' | 'source' | 'target'>;

/** The languages of a text, and its routes as `chooseRoutes` returns them. */
export type ChosenRoutes = { readonly pair: LanguagePair; readonly routes: readonly Route[] };

/**
 * Detects the source of a text if none is named, and chooses its routes.
 *
 * @throws ServiceError `undecided_language`; as `chooseRoutes`
 */
export async function routesOfText(
  parts: LanguageParts,
  request: LanguageRequest,
  stopwatch?: Stopwatch,
): Promise<ChosenRoutes> {
  const { source, target } = request;
  const pair = { source: source === 'auto' ? await detectSource(parts, request, stopwatch) : source, target };
  return { pair, routes: chooseRoutes(parts.catalogue, pair) };
}

async function detectSource(
  { detector, catalogue, recentSources }: LanguageParts,
  { text, accountId }: LanguageRequest,
  stopwatch?: Stopwatch,
): Promise<LanguageTag> {
  const startedAt = performance.now();
  // Includes withdrawn languages: a text in one must not be detected, and charged, as a related language.
  const detection = detector.detect(text, catalogue.sourcesOffered(), await recentSources(accountId));
  stopwatch?.record('detect', performance.now() - startedAt);
  if (detection.kind === 'detected') return detection.language;
  throw new ServiceError('undecided_language', { data: { candidates: detection.candidates } });
}

/**
 * Returns the routes from one language to another, best first; none if both are the same.
 *
 * @throws ServiceError `unsupported_pair`; `withdrawn_pair` when no engine serves it for now
 */
export function chooseRoutes(catalogue: LanguageCatalogue, pair: LanguagePair): readonly Route[] {
  const choice = catalogue.chooseRoutes(pair);
  switch (choice.kind) {
    case 'same':
      return [];
    case 'none': {
      const targets = catalogue.entries().find(({ code }) => code === pair.source)?.targets ?? [];
      throw new ServiceError('unsupported_pair', { data: { ...pair, targets } });
    }
    case 'withdrawn':
      throw new ServiceError('withdrawn_pair', { data: pair });
    case 'routes':
      return choice.routes;
  }
}
