import { chooseRoutes, detectSource, type LanguageParts } from '../../text/languages/chosen-routes.ts';
import type { LanguagePair } from '../../text/languages/language.ts';
import type { Route } from '../../text/languages/routes.ts';
import type { FindRecentSources } from '../usage/recent-sources.ts';
import type { Stopwatch, TranslateRequest } from './translate.ts';

export type TextRouteParts = LanguageParts & { readonly recentSources: FindRecentSources };

export type TextRouteRequest = Pick<TranslateRequest, 'accountId' | 'text' | 'source' | 'target'>;

/** The languages of a text, and its routes as `chooseRoutes` returns them. */
export type TextRoutes = { readonly pair: LanguagePair; readonly routes: readonly Route[] };

/**
 * Detects the source of a text if none is named, and chooses its routes.
 *
 * @throws ServiceError `undecided_language`; as `chooseRoutes`
 */
export async function routesOfText(
  parts: TextRouteParts,
  { accountId, text, source, target }: TextRouteRequest,
  stopwatch?: Stopwatch,
): Promise<TextRoutes> {
  if (source !== 'auto') return { pair: { source, target }, routes: chooseRoutes(parts.catalogue, { source, target }) };
  const startedAt = performance.now();
  const detected = detectSource(parts, text, await parts.recentSources(accountId));
  stopwatch?.record('detect', performance.now() - startedAt);
  const pair = { source: detected, target };
  return { pair, routes: chooseRoutes(parts.catalogue, pair) };
}
