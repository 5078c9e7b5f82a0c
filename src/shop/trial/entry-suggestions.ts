import type { DocumentParts } from '../../text/attempts/translate-text.ts';
import { type Document, parseDocument } from '../../text/document/document.ts';
import { alignmentOf } from '../../text/document/render.ts';
import { anyLanguage, type EntryLanguage } from '../../text/glossary/glossary-entry.ts';
import type { Morphology } from '../../text/glossary/morphology.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import type { AccountId } from '../accounts/account.ts';
import type { CandidateSentence, EntryCandidate } from '../glossaries/candidate-tally.ts';
import { findCandidates } from '../glossaries/candidates.ts';
import type { StoredEntry } from '../glossaries/stored-entry.ts';
import { chooseRoutes, type LanguageParts } from '../sale/routes-of-text.ts';
import { type SeenTranslation, seeTranslations } from './seen-translations.ts';

export type EntrySuggestionParts = DocumentParts & LanguageParts & { readonly morphology: Morphology };

export type EntrySuggestionRequest = {
  readonly accountId: AccountId;
  readonly source: LanguageTag;
  /** Undefined: entries for any target are known candidates, and no translations are looked up. */
  readonly target: LanguageTag | undefined;
  /** Whether engines translate the candidates. */
  readonly seesTranslations: boolean;
  readonly documents: readonly { readonly name: string; readonly text: string }[];
  /** The account's entries, which are not candidates. */
  readonly entries: readonly StoredEntry[];
  /** Minimum occurrences of a candidate in the documents, and maximum of candidates. */
  readonly countMin: number;
  readonly candidatesMax: number;
};

export type EntrySuggestion = Omit<EntryCandidate, 'places'> & {
  /** The first occurrence; lines count from 1. */
  readonly example: { readonly document: string; readonly line: number };
  readonly isInBase: boolean;
  /** Its current translations, most frequent first; empty if none was found. */
  readonly translations: readonly SeenTranslation[];
};

/**
 * Suggests glossary entries from documents. Stores and charges nothing.
 *
 * @throws ServiceError `unsupported_pair`, and any error of an engine
 */
export async function suggestEntries(
  parts: EntrySuggestionParts,
  request: EntrySuggestionRequest,
  signal: AbortSignal,
): Promise<readonly EntrySuggestion[]> {
  const { source, target, documents, accountId, countMin } = request;
  const all = target === undefined ? [] : chooseRoutes(parts.catalogue, { source, target });
  const routes = request.seesTranslations ? all : [];
  const parsed: Document[] = [];
  for (const { text } of documents) parsed.push(await parts.turns.run(parseDocument(text, source), signal));
  const sentences = parsed.flatMap((each, document) =>
    each.sentences.map((text, index): CandidateSentence => ({ text, document, index })),
  );
  const found = await findCandidates({ language: source, sentences, morphology: parts.morphology, countMin });
  const candidates = found.slice(0, request.candidatesMax);
  const seen = await seeTranslations(parts, { candidates, routes, share: accountId }, signal);
  const lines = linesOf(parsed, candidates);
  const known = wordsOf(request);
  return candidates.map(({ places, ...candidate }, index) => ({
    ...candidate,
    example: { document: documents[places[0]?.sentence.document ?? 0]?.name ?? '', line: lines[index] ?? 1 },
    isInBase: known.has(folded(candidate.words)),
    translations: seen[index] ?? [],
  }));
}

/** Returns the line of each candidate's first occurrence. */
function linesOf(parsed: readonly Document[], candidates: readonly EntryCandidate[]): readonly number[] {
  const places = candidates.map(({ places: [first] }, index) => {
    const document = parsed[first?.sentence.document ?? 0];
    const segment = document?.segments[first?.sentence.index ?? 0];
    const start = first?.start ?? 0;
    return { index, document, offset: segment ? alignmentOf(segment).locate({ start, end: start }).start : 0 };
  });
  const lines: number[] = [];
  for (const [document, own] of Map.groupBy(places, (place) => place.document)) {
    let [line, from] = [1, 0];
    for (const { index, offset } of own.toSorted((one, other) => one.offset - other.offset)) {
      const text = document?.text ?? '';
      for (let at = text.indexOf('\n', from); at !== -1 && at < offset; at = text.indexOf('\n', from)) {
        line++;
        from = at + 1;
      }
      lines[index] = line;
    }
  }
  return lines;
}

/** Returns the words of entries that can apply to these languages. */
function wordsOf({ entries, source, target }: EntrySuggestionRequest): ReadonlySet<string> {
  const applies = (language: EntryLanguage, to: LanguageTag | undefined) =>
    to === undefined || language === anyLanguage || language === to || to.startsWith(`${language}-`);
  return new Set(
    entries
      .filter((entry) => applies(entry.source, source) && applies(entry.target, target))
      .map(({ term }) => folded(term)),
  );
}

function folded(words: string): string {
  return words.normalize('NFC').toLowerCase();
}
