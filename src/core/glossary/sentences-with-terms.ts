import { orAborted } from '../abort.ts';
import type { AccountId } from '../accounts/account.ts';
import { type Document, keepWrittenOut, parseDocument } from '../document/document.ts';
import type { Segment } from '../document/segment.ts';
import type { LanguagePair } from '../languages/language.ts';
import type { Turns } from '../turns.ts';
import type { AccountTerms } from './find-terms.ts';
import type { TermUse } from './term-match.ts';
import type { TermsVersion } from './term-store.ts';

export type FindSentencesParts = AccountTerms & { readonly turns: Turns };

export type TextOfAccount = {
  readonly text: string;
  readonly pair: LanguagePair;
  readonly accountId: AccountId;
  readonly termsVersion: TermsVersion;
};

/** By sentence; one without glossary entries is not in it. */
export type SentenceTerms = ReadonlyMap<string, readonly TermUse[]>;

/** A parsed text, and the terms of its account in its sentences. */
export type SentencesWithTerms = { readonly document: Document; readonly terms: SentenceTerms };

/**
 * Parses a text and locates its account's terms in its segments. A protected span inside a term is written out: "CO2"
 * where that is a term. Elsewhere it stays protected: "B12" where only "vitamin B12" is a term.
 *
 * The text is parsed once, with all protected spans written out that may belong to terms. A sentence is read again if
 * some of its written-out spans are in no term. This changes neither where sentences end nor any other sentence.
 *
 * @throws ServiceError `store_unavailable`
 */
export async function findSentences(
  parts: FindSentencesParts,
  { text, ...asked }: TextOfAccount,
  signal: AbortSignal,
): Promise<SentencesWithTerms> {
  const { turns } = parts;
  const language = asked.pair.source;
  const searched = new Set<string>();
  const terms = new Map<string, readonly TermUse[]>();
  if (asked.termsVersion === 0) return { document: await turns.run(parseDocument(text, language), signal), terms };
  const words = await orAborted(parts.findSparedWords(asked), signal);
  const writesOut = words && ((written: string) => words.has(written));
  const first = await turns.run(parseDocument(text, language, writesOut), signal);
  await search(first);
  if (first.choices.length === 0) return { document: first, terms };
  const second = await turns.run(keepWrittenOut(first, placesInTerms(first, terms)), signal);
  await search(second);
  // Once other spans are tokens again, a term may match elsewhere. No engine gets a protected span that is in no term.
  const still = placesInTerms(second, terms);
  const sound = second.segments.filter(({ writtenOut }) => writtenOut.every(({ at }) => still.has(at)));
  const document = await turns.run(keepWrittenOut(second, new Set(sound.flatMap(placesOf))), signal);
  await search(document);
  return { document, terms };

  async function search({ sentences: all }: Document): Promise<void> {
    const sentences = [...new Set(all)].filter((sentence) => !searched.has(sentence));
    if (sentences.length === 0) return;
    const found = await orAborted(parts.findTerms({ ...asked, sentences }), signal);
    for (const sentence of sentences) searched.add(sentence);
    for (const [sentence, uses] of found) terms.set(sentence, uses);
  }
}

function placesOf({ writtenOut }: Segment): readonly number[] {
  return writtenOut.map(({ at }) => at);
}

/** Where the written-out spans begin that are inside a term. Both the spans and the terms are in order. */
function placesInTerms({ segments }: Document, terms: SentenceTerms): ReadonlySet<number> {
  const places = new Set<number>();
  for (const { text, writtenOut } of segments) {
    const uses = writtenOut.length === 0 ? [] : (terms.get(text) ?? []);
    let next = 0;
    for (const mark of writtenOut) {
      while ((uses[next]?.end ?? mark.end) < mark.end) next++;
      if ((uses[next]?.start ?? mark.end) <= mark.start) places.add(mark.at);
    }
  }
  return places;
}
