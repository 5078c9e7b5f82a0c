import type { AccountId } from '../accounts/account.ts';
import type { LanguagePair, LanguageTag } from '../languages/language.ts';
import type { Span } from '../marks/mark.ts';
import type { TextLayout } from '../segments/text-layout.ts';
import type { TermUse } from '../terms/term-match.ts';
import type { TermsVersion } from '../terms/term-store.ts';
import { chooseRoutes, detectSource, type LanguageParts } from './chosen-routes.ts';
import { type FaithfulParts, type FaithfulSentences, translateSentencesOf } from './faithful-text.ts';
import { renderWithPlaces } from './rendered-places.ts';
import { type FindSentencesParts, findSentences } from './sentences-with-terms.ts';
import type { TermOutcome } from './terms-on-route.ts';

export type TermTrialParts = FaithfulParts & LanguageParts & FindSentencesParts;

export type TermTrialRequest = {
  readonly accountId: AccountId;
  readonly termsVersion: TermsVersion;
  readonly text: string;
  readonly source: LanguageTag | 'auto';
  readonly target: LanguageTag;
};

/** What became of an account's terms in one text. */
export type TermTrial = {
  readonly pair: LanguagePair;
  readonly translatedText: string;
  /** Undefined where there was nothing to translate. */
  readonly engine: string | undefined;
  /** In the order of the text, those last of which it cannot be told; a term has an entry for each place in which it stands. */
  readonly terms: readonly TriedTerm[];
};

export type TriedTerm = {
  /** The term that matched, its words in the text, and what was wanted for them. */
  readonly use: TermUse;
  readonly outcome: TermOutcome;
  /** UTF-16 offsets in the text; undefined where marks stand so that it cannot be told. */
  readonly inText: Span | undefined;
  /** The same in the translated text. */
  readonly inTranslation: Span | undefined;
};

/**
 * Translates a text as a request does, and tells which terms matched, where, and what the translation did. Nothing is held
 * and nothing charged.
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
  const { layout, terms } = await findSentences(parts, { text, pair, accountId, termsVersion }, signal);
  if (routes.length === 0 || layout.sentences.length === 0)
    return { pair, translatedText: text, engine: undefined, terms: [] };
  const work = { text, layout, pair, routes, accountId, terms };
  const translated = await translateSentencesOf(parts, work, signal);
  const translatedText = layout.render(translated.translations);
  const tried = placeTerms(translated, { text, translatedText, layout });
  return { pair, translatedText, engine: translated.engine, terms: tried };
}

type Texts = { readonly text: string; readonly translatedText: string; readonly layout: TextLayout };

/** Finds out where the terms of sentences stand in the whole texts; in the order of the text. */
export function placeTerms(
  { translations, applied }: Pick<FaithfulSentences, 'translations' | 'applied'>,
  { text, translatedText, layout }: Texts,
): readonly TriedTerm[] {
  const standing = layout.sentences.map((sentence) => applied.get(sentence) ?? []);
  const spans = standing.map((each) => each.map(({ use }) => use));
  const inText = renderWithPlaces(layout, text, { written: layout.sentences, spans });
  const inTranslation = renderWithPlaces(layout, translatedText, { written: translations, spans: standing });
  const tried = standing.flatMap((each, sentence) => {
    return each.map(({ use, outcome }, index): TriedTerm => {
      return { use, outcome, inText: inText[sentence]?.[index], inTranslation: inTranslation[sentence]?.[index] };
    });
  });
  return tried.toSorted((one, other) => startOf(one) - startOf(other));
}

function startOf({ inText }: TriedTerm): number {
  return inText?.start ?? Number.MAX_SAFE_INTEGER;
}
