import type { AccountId } from '../accounts/account.ts';
import type { LanguageTag } from '../languages/language.ts';
import type { TextLayout } from '../segments/text-layout.ts';
import type { CandidateSentence, TermCandidate } from '../terms/candidate-tally.ts';
import { findCandidates } from '../terms/candidates.ts';
import type { Morphology } from '../terms/morphology.ts';
import { anyLanguage, type Term, type TermLanguage } from '../terms/term.ts';
import { chooseRoutes, type LanguageParts } from './chosen-routes.ts';
import { type FaithfulParts, layOut } from './faithful-text.ts';
import { renderWithPlaces } from './rendered-places.ts';
import { type SeenTranslation, seeTranslations } from './seen-translations.ts';

export type TermSuggestionParts = FaithfulParts & LanguageParts & { readonly morphology: Morphology };

export type TermSuggestionRequest = {
  readonly accountId: AccountId;
  readonly source: LanguageTag;
  /** Undefined: terms into any language count as terms already, and no translations are looked at. */
  readonly target: LanguageTag | undefined;
  /** Whether engines are asked what candidates are translated as. */
  readonly seesTranslations: boolean;
  readonly documents: readonly { readonly name: string; readonly text: string }[];
  /** Of the account, to tell which candidates are terms already. */
  readonly terms: readonly Term[];
  /** How often a candidate must stand in the documents, and how many are told. */
  readonly countMin: number;
  readonly candidatesMax: number;
};

export type TermSuggestion = Omit<TermCandidate, 'places'> & {
  /** Where it stands first; the line, from 1, is undefined where marks stand so that it cannot be told. */
  readonly example: { readonly document: string; readonly line: number | undefined };
  readonly isInBase: boolean;
  /** What it is translated as now, the commonest first; empty where none was to be seen. */
  readonly translations: readonly SeenTranslation[];
};

/**
 * Suggests terms from documents, which are read here and kept nowhere. Nothing is held and nothing charged.
 *
 * @throws ServiceError `unsupported_pair`, and what engines throw
 */
export async function suggestTerms(
  parts: TermSuggestionParts,
  request: TermSuggestionRequest,
  signal: AbortSignal,
): Promise<readonly TermSuggestion[]> {
  const { source, target, documents, accountId, countMin } = request;
  const all = target === undefined ? [] : chooseRoutes(parts.catalogue, { source, target });
  const routes = request.seesTranslations ? all : [];
  const layouts: TextLayout[] = [];
  for (const { text } of documents) layouts.push(await layOut(parts, { text, language: source }, signal));
  const sentences = layouts.flatMap((layout, document) =>
    layout.sentences.map((text, index): CandidateSentence => ({ text, document, index })),
  );
  const found = await findCandidates({ language: source, sentences, morphology: parts.morphology, countMin });
  const candidates = found.slice(0, request.candidatesMax);
  const seen = await seeTranslations(parts, { candidates, routes, accountId }, signal);
  const lineOf = linesOf(layouts, request, candidates);
  const known = wordsOf(request);
  return candidates.map(({ places, ...candidate }, index) => ({
    ...candidate,
    example: { document: documents[places[0]?.sentence.document ?? 0]?.name ?? '', line: lineOf(index) },
    isInBase: known.has(folded(candidate.words)),
    translations: seen[index] ?? [],
  }));
}

/** The line of each candidate's first place. */
function linesOf(
  layouts: readonly TextLayout[],
  { documents }: TermSuggestionRequest,
  candidates: readonly TermCandidate[],
): (index: number) => number | undefined {
  const byDocument = layouts.map((layout, document) => {
    const starts = layout.sentences.map(() => new Set<number>());
    for (const { places } of candidates) {
      const [first] = places;
      if (first?.sentence.document === document) starts[first.sentence.index]?.add(first.start);
    }
    return placesOf(layout, documents[document]?.text ?? '', starts);
  });
  return (index) => {
    const first = candidates[index]?.places[0];
    if (first === undefined) return undefined;
    return byDocument[first.sentence.document]?.get(`${first.sentence.index}:${first.start}`);
  };
}

/** Lines by sentence and offset in it. */
function placesOf(
  layout: TextLayout,
  text: string,
  starts: readonly ReadonlySet<number>[],
): ReadonlyMap<string, number> {
  const spans = starts.map((own) => [...own].toSorted((a, b) => a - b).map((start) => ({ start, end: start })));
  const places = renderWithPlaces(layout, text, { written: layout.sentences, spans });
  const offsets = spans.flatMap((own, sentence) =>
    own.flatMap(({ start }, index) => {
      const place = places[sentence]?.[index];
      return place === undefined ? [] : [{ key: `${sentence}:${start}`, offset: place.start }];
    }),
  );
  const lines = new Map<string, number>();
  let [line, from] = [1, 0];
  for (const { key, offset } of offsets.toSorted((a, b) => a.offset - b.offset)) {
    for (let at = text.indexOf('\n', from); at !== -1 && at < offset; at = text.indexOf('\n', from)) {
      line++;
      from = at + 1;
    }
    lines.set(key, line);
  }
  return lines;
}

/** The words of the terms that could apply between these languages. */
function wordsOf({ terms, source, target }: TermSuggestionRequest): ReadonlySet<string> {
  const applies = (language: TermLanguage, to: LanguageTag | undefined) =>
    to === undefined || language === anyLanguage || language === to || to.startsWith(`${language}-`);
  return new Set(
    terms
      .filter((term) => applies(term.source, source) && applies(term.target, target))
      .map(({ term }) => folded(term)),
  );
}

function folded(words: string): string {
  return words.normalize('NFC').toLowerCase();
}
