import type { LanguagePair } from '../languages/language.ts';
import type { Span } from '../marks/mark.ts';
import type { TermUse } from '../terms/term-match.ts';
import { chooseRoutes, detectSource, type LanguageParts } from './chosen-routes.ts';
import { renderWithPlaces } from './rendered-places.ts';
import { type FindSentencesParts, findSentences } from './sentences-with-terms.ts';
import type { TermTrialRequest } from './term-trial.ts';

export type TermPlacesParts = LanguageParts & FindSentencesParts;

/** A term where a translation would have to obey it. */
export type PlacedTerm = {
  readonly use: TermUse;
  /** UTF-16 offsets in the text; undefined where marks stand so that it cannot be told. */
  readonly inText: Span | undefined;
};

/**
 * Finds the terms of an account that a translation of a text would obey. No engine is asked, so that there is nothing to
 * charge.
 *
 * @returns in the order of the text; none where nothing would be translated
 * @throws ServiceError as a request does, the balance aside
 */
export async function locateTerms(
  parts: TermPlacesParts,
  request: TermTrialRequest,
  signal: AbortSignal,
): Promise<{ readonly pair: LanguagePair; readonly terms: readonly PlacedTerm[] }> {
  const { accountId, termsVersion, text, target } = request;
  const source = request.source === 'auto' ? await detectSource(parts, request) : request.source;
  const pair = { source, target };
  if (chooseRoutes(parts.catalogue, pair).length === 0) return { pair, terms: [] };
  const { layout, terms } = await findSentences(parts, { text, pair, accountId, termsVersion }, signal);
  const spans = layout.sentences.map((sentence) => terms.get(sentence) ?? []);
  const places = renderWithPlaces(layout, text, { written: layout.sentences, spans });
  const placed = spans.flatMap((uses, sentence) => {
    return uses.map((use, index): PlacedTerm => ({ use, inText: places[sentence]?.[index] }));
  });
  return { pair, terms: placed };
}
