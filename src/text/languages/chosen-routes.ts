import { ServiceError } from '../../ground/service-error.ts';
import type { LanguageCatalogue } from './catalogue.ts';
import type { Detector } from './detector.ts';
import type { LanguagePair, LanguageTag } from './language.ts';
import type { Route } from './routes.ts';

export type LanguageParts = { readonly detector: Detector; readonly catalogue: LanguageCatalogue };

/**
 * Detects the language of a text.
 *
 * @param recent languages that decide between close candidates
 * @throws ServiceError `undecided_language`
 */
export function detectSource(
  { detector, catalogue }: LanguageParts,
  text: string,
  recent: ReadonlySet<LanguageTag>,
): LanguageTag {
  // Includes withdrawn languages: a text in one must not be detected, and charged, as a related language.
  const detection = detector.detect(text, catalogue.sourcesOffered(), recent);
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
