import type { AccountId } from '../accounts/account.ts';
import type { LanguageCatalogue } from '../languages/catalogue.ts';
import type { Detector } from '../languages/detector.ts';
import type { LanguagePair, LanguageTag } from '../languages/language.ts';
import type { Route } from '../languages/routes.ts';
import { ServiceError } from '../service-error.ts';
import type { FindRecentSources } from '../usage/recent-sources.ts';

export type LanguageParts = {
  readonly detector: Detector;
  readonly catalogue: LanguageCatalogue;
  readonly recentSources: FindRecentSources;
};

/**
 * The language of a text for which none was named.
 *
 * @throws ServiceError `validation_error` when it cannot be told
 */
export async function detectSource(
  { detector, catalogue, recentSources }: LanguageParts,
  { text, accountId }: { readonly text: string; readonly accountId: AccountId },
): Promise<LanguageTag> {
  // A text in a language that is away for now is not to be taken, and paid, for one in its neighbour.
  const detection = detector.detect(text, catalogue.sourcesOffered(), await recentSources(accountId));
  if (detection.kind === 'detected') return detection.language;
  const { candidates } = detection;
  const hint = candidates.length > 0 ? ` It may be one of: ${candidates.join(', ')}.` : '';
  throw new ServiceError('validation_error', {
    message: `The language of the text cannot be told from this text.${hint} Name it in source_lang.`,
    param: 'source_lang',
    body: { candidates },
  });
}

/**
 * The routes from one language to another, best first; none where both are the same.
 *
 * @throws ServiceError `validation_error` on a pair that is not served, `engine_unavailable` on one that is away for now
 */
export function chooseRoutes(catalogue: LanguageCatalogue, pair: LanguagePair): readonly Route[] {
  const choice = catalogue.chooseRoutes(pair);
  switch (choice.kind) {
    case 'same':
      return [];
    case 'none':
      throw unsupportedPair(catalogue, pair);
    case 'withdrawn':
      throw new ServiceError('engine_unavailable', {
        message: `There is no translation from ${pair.source} to ${pair.target} at the moment.`,
      });
    case 'routes':
      return choice.routes;
  }
}

function unsupportedPair(catalogue: LanguageCatalogue, pair: LanguagePair): ServiceError {
  const targets = catalogue.entries().find((entry) => entry.code === pair.source)?.targets ?? [];
  return new ServiceError('validation_error', {
    message: `There is no translation from ${pair.source} to ${pair.target}. From ${pair.source} there is: ${targets.join(', ') || 'none'}.`,
    param: 'target_lang',
  });
}
