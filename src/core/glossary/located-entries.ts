import { orAborted } from '../abort.ts';
import type { AccountId } from '../accounts/account.ts';
import { type Document, keepWrittenOut, parseDocument } from '../document/document.ts';
import type { Segment } from '../document/segment.ts';
import type { LanguagePair } from '../languages/language.ts';
import type { Turns } from '../turns.ts';
import type { TermUse } from './term-match.ts';
import type { TermsVersion } from './term-store.ts';
import type { UnprotectedWords } from './unprotected-words.ts';

export type GlossaryQuery = {
  readonly accountId: AccountId;
  readonly termsVersion: TermsVersion;
  readonly pair: LanguagePair;
};

/** By sentence, in its order; one without glossary entries is not in it. */
export type EntriesBySentence = ReadonlyMap<string, readonly TermUse[]>;

/** The entries of one account for one pair. */
export type PairGlossary = {
  /** The words of its entries that are protected spans in the texts of others; undefined for none. */
  readonly unprotected: UnprotectedWords | undefined;
  /** Locates entries in sentences with tokens: the longest first, then the newest, none overlapping another. */
  readonly locate: (sentences: readonly string[]) => Promise<EntriesBySentence>;
};

/** @throws ServiceError `store_unavailable` */
export type FindGlossary = (query: GlossaryQuery) => Promise<PairGlossary>;

export type LocateParts = { readonly findGlossary: FindGlossary; readonly turns: Turns };

export type TextOfAccount = GlossaryQuery & { readonly text: string };

/** A parsed text, and the glossary entries of its account in its sentences. */
export type LocatedEntries = { readonly document: Document; readonly terms: EntriesBySentence };

const noEntries: EntriesBySentence = new Map();

/**
 * Parses a text and locates its account's entries in its segments. A protected span inside an entry is written out:
 * "CO2" where that is an entry. Elsewhere it stays protected: "B12" where only "vitamin B12" is one.
 *
 * The text is parsed once, with all protected spans written out that may belong to entries. A sentence is read again if
 * some of its written-out spans are in no entry. This changes neither where sentences end nor any other sentence.
 *
 * @throws ServiceError `store_unavailable`
 */
export async function locateEntries(
  { findGlossary, turns }: LocateParts,
  { text, ...query }: TextOfAccount,
  signal: AbortSignal,
): Promise<LocatedEntries> {
  const language = query.pair.source;
  // Version 0: the account has never had an entry.
  if (query.termsVersion === 0)
    return { document: await turns.run(parseDocument(text, language), signal), terms: noEntries };
  const { unprotected, locate } = await orAborted(findGlossary(query), signal);
  const searched = new Set<string>();
  const terms = new Map<string, readonly TermUse[]>();
  const writesOut = unprotected && ((written: string) => unprotected.has(written));
  const first = await turns.run(parseDocument(text, language, writesOut), signal);
  await search(first);
  if (first.choices.length === 0) return { document: first, terms };
  const second = await turns.run(keepWrittenOut(first, placesInEntries(first, terms)), signal);
  await search(second);
  // Once other spans are tokens again, an entry may match elsewhere. An engine gets only protected spans in entries.
  const still = placesInEntries(second, terms);
  const sound = second.segments.filter(({ writtenOut }) => writtenOut.every(({ at }) => still.has(at)));
  const document = await turns.run(keepWrittenOut(second, new Set(sound.flatMap(placesOf))), signal);
  await search(document);
  return { document, terms };

  async function search({ sentences: all }: Document): Promise<void> {
    const sentences = [...new Set(all)].filter((sentence) => !searched.has(sentence));
    if (sentences.length === 0) return;
    const found = await orAborted(locate(sentences), signal);
    for (const sentence of sentences) searched.add(sentence);
    for (const [sentence, uses] of found) terms.set(sentence, uses);
  }
}

function placesOf({ writtenOut }: Segment): readonly number[] {
  return writtenOut.map(({ at }) => at);
}

/** Where the written-out spans begin that are inside an entry. Both the spans and the entries are in order. */
function placesInEntries({ segments }: Document, terms: EntriesBySentence): ReadonlySet<number> {
  const places = new Set<number>();
  for (const { text, writtenOut } of segments) {
    const uses = writtenOut.length === 0 ? [] : (terms.get(text) ?? []);
    let next = 0;
    for (const span of writtenOut) {
      while ((uses[next]?.end ?? span.end) < span.end) next++;
      if ((uses[next]?.start ?? span.end) <= span.start) places.add(span.at);
    }
  }
  return places;
}
