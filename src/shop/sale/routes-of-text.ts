import { ServiceError } from '../../ground/service-error.ts';
import { spellsLetters } from '../../text/document/protected-spans/entities.ts';
import type { LanguageCatalogue } from '../../text/languages/catalogue.ts';
import { type Detection, type Detector, detectSource, guessLanguage } from '../../text/languages/detector.ts';
import type { LanguagePair, LanguageTag } from '../../text/languages/language.ts';
import type { Route } from '../../text/languages/routes.ts';
import type { FindRecentSources } from '../usage/recent-sources.ts';
import type { Stopwatch, TranslateRequest } from './translate.ts';

export type LanguageParts = { readonly detector: Detector; readonly catalogue: LanguageCatalogue };

export type TextRouteParts = LanguageParts & { readonly recentSources: FindRecentSources };

export type TextRouteRequest = Pick<TranslateRequest, 'accountId' | 'text' | 'source' | 'target' | 'guessesSource'>;

/** The languages of a text, and its routes as `chooseRoutes` returns them. */
export type TextRoutes = { readonly pair: LanguagePair; readonly routes: readonly Route[] };

const anyLetter = /\p{L}/u;

/** Whether a text may have something to translate, in letters or in character references. */
export function hasLetters(text: string): boolean {
  return anyLetter.test(text) || spellsLetters(text);
}

/**
 * Detects the source of a text if none is named; synchronous with a named source.
 * @throws ServiceError `undecided_language`; as `chooseRoutes`
 */
export function routesOfText(
  parts: TextRouteParts,
  request: TextRouteRequest,
  stopwatch?: Stopwatch,
): TextRoutes | Promise<TextRoutes> {
  const { source, target } = request;
  if (source === 'auto') return detectRoutes(parts, request, stopwatch);
  const pair = { source, target };
  return { pair, routes: chooseRoutes(parts.catalogue, pair) };
}

async function detectRoutes(
  parts: TextRouteParts,
  { accountId, text, target, guessesSource = false }: TextRouteRequest,
  stopwatch: Stopwatch | undefined,
): Promise<TextRoutes> {
  const startedAt = performance.now();
  const recent = await parts.recentSources(accountId);
  const detection = detectSource(parts.detector, { text, target, catalogue: parts.catalogue, recent });
  stopwatch?.record('detect', performance.now() - startedAt);
  const pair = { source: guessesSource ? (guessLanguage(detection) ?? target) : decided(detection), target };
  return { pair, routes: chooseRoutes(parts.catalogue, pair) };
}

function decided(detection: Detection): LanguageTag {
  if (detection.kind === 'detected') return detection.language;
  throw new ServiceError('undecided_language', { data: { candidates: detection.candidates } });
}

/** Best first; none for the same language. @throws ServiceError `unsupported_pair`; `withdrawn_pair`: none for now */
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
