import type { AccountId } from '../accounts/account.ts';
import type { Document } from '../document/document.ts';
import { alignmentOf } from '../document/render.ts';
import type { Span } from '../document/span.ts';
import type { LanguagePair, LanguageTag } from '../languages/language.ts';
import type { TermUse } from '../terms/term-match.ts';
import type { TermsVersion } from '../terms/term-store.ts';
import { chooseRoutes, detectSource, type LanguageParts } from './chosen-routes.ts';
import type { TermOutcome } from './glossary-variants.ts';
import { type FindSentencesParts, findSentences } from './sentences-with-terms.ts';
import { type DocumentParts, type TranslatedDocument, translateDocument } from './translate-document.ts';

export type TermTrialParts = DocumentParts & LanguageParts & FindSentencesParts;

export type TermTrialRequest = {
  readonly accountId: AccountId;
  readonly termsVersion: TermsVersion;
  readonly text: string;
  readonly source: LanguageTag | 'auto';
  readonly target: LanguageTag;
};

/** The outcome of an account's terms in one text. */
export type TermTrial = {
  readonly pair: LanguagePair;
  readonly translatedText: string;
  /** Undefined where there was nothing to translate. */
  readonly engine: string | undefined;
  /** In the order of the text; a term has an entry for each of its places. */
  readonly terms: readonly TriedTerm[];
};

export type TriedTerm = {
  /** The term that matched, its words in the text, and what was wanted for them. */
  readonly use: TermUse;
  readonly outcome: TermOutcome;
  /** UTF-16 offsets in the text. */
  readonly inText: Span;
  /** The same in the translated text. */
  readonly inTranslation: Span;
};

/**
 * Translates a text as a request does, and returns which terms matched, where, and what the translation did. Charges
 * nothing.
 *
 * @throws ServiceError as a request does, the balance aside
 */
export async function tryTerms(
  parts: TermTrialParts,
  request: TermTrialRequest,
  signal: AbortSignal,
): Promise<TermTrial> {
  const { accountId, termsVersion, text, target } = request;
  const source = request.source === 'auto' ? await detectSource(parts, request) : request.source;
  const pair = { source, target };
  const routes = chooseRoutes(parts.catalogue, pair);
  const { document, terms } = await findSentences(parts, { text, pair, accountId, termsVersion }, signal);
  if (routes.length === 0 || document.sentences.length === 0)
    return { pair, translatedText: text, engine: undefined, terms: [] };
  const work = { document, pair, routes, accountId, terms };
  const translated = await translateDocument(parts, work, signal);
  const { engine, translatedText } = translated;
  return { pair, translatedText, engine, terms: placeTerms(translated, document) };
}

/** Locates the terms of segments in the text and in its translation; in the order of the text. */
export function placeTerms(
  { applied, map }: Pick<TranslatedDocument, 'applied' | 'map'>,
  { segments }: Document,
): readonly TriedTerm[] {
  const tried = segments.flatMap((segment, index): readonly TriedTerm[] => {
    const [terms, target] = [applied.get(segment.text), map[index]];
    if (terms === undefined || target === undefined) return [];
    const source = alignmentOf(segment);
    return terms.map(({ use, outcome, ...span }) => {
      return { use, outcome, inText: source.locate(use), inTranslation: target.locate(span) };
    });
  });
  return tried.toSorted((one, other) => one.inText.start - other.inText.start);
}
