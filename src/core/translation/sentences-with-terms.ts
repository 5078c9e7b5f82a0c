import { orAborted } from '../abort.ts';
import type { AccountId } from '../accounts/account.ts';
import type { LanguagePair } from '../languages/language.ts';
import type { SparesMark } from '../segments/spared-marks.ts';
import type { TextLayout } from '../segments/text-layout.ts';
import type { AccountTerms, FindSparedWords } from '../terms/find-terms.ts';
import type { TermUse } from '../terms/term-match.ts';
import type { TermsVersion } from '../terms/term-store.ts';
import { layOut } from './faithful-text.ts';
import type { SentenceTerms } from './terms-on-route.ts';
import type { Turns } from './turns.ts';

export type FindSentencesParts = AccountTerms & { readonly turns: Turns };

export type TextOfAccount = {
  readonly text: string;
  readonly pair: LanguagePair;
  readonly accountId: AccountId;
  readonly termsVersion: TermsVersion;
};

/** The sentences of a text, and the terms of its account in them. */
export type SentencesWithTerms = { readonly layout: TextLayout; readonly terms: SentenceTerms };

/**
 * Finds the sentences of a text and its account's terms in them. A mark that stands in a term gives way to it: "CO2", where
 * that is one. Anywhere else it is the mark that it is without terms: "B12" where only "vitamin B12" is one.
 *
 * For that the text is laid out with all marks written out that may be of terms; where some turn out to be in none, again
 * with the others alone. Where sentences end depends on neither, so that the same terms are found again. What becomes of a
 * sentence does not depend on those around it.
 *
 * @throws ServiceError `store_unavailable`
 */
export async function findSentences(
  parts: FindSentencesParts,
  asked: TextOfAccount,
  signal: AbortSignal,
): Promise<SentencesWithTerms> {
  const reader = new SentenceReader(parts, asked, signal);
  const words = await reader.sparedWords();
  if (words === undefined) return reader.read();
  const first = await reader.read((written) => words.has(written));
  const inTerms = placesInTerms(first);
  if (inTerms.size === sparedIn(first.layout).length) return first;
  const second = await reader.read(isAmong(inTerms));
  // A term beside those that are marks again could take their place, and no engine is to get a mark that is in no term.
  const still = placesInTerms(second);
  const spared = sparedIn(second.layout);
  const lost = spared.filter(({ at }) => !still.has(at));
  if (lost.length === 0) return second;
  const without = new Set(lost.map(({ sentence }) => sentence));
  const kept = spared.filter(({ sentence }) => !without.has(sentence)).map(({ at }) => at);
  return reader.read(isAmong(new Set(kept)));
}

function isAmong(places: ReadonlySet<number>): SparesMark {
  return (_, at) => places.has(at);
}

/** Lays one text out in several ways, and looks for terms in each sentence once. */
class SentenceReader {
  readonly #parts: FindSentencesParts;
  readonly #asked: TextOfAccount;
  readonly #signal: AbortSignal;
  readonly #searched = new Set<string>();
  readonly #terms = new Map<string, readonly TermUse[]>();

  constructor(parts: FindSentencesParts, asked: TextOfAccount, signal: AbortSignal) {
    this.#parts = parts;
    this.#asked = asked;
    this.#signal = signal;
  }

  async sparedWords(): ReturnType<FindSparedWords> {
    const { text: _, ...query } = this.#asked;
    return query.termsVersion === 0 ? undefined : orAborted(this.#parts.findSparedWords(query), this.#signal);
  }

  async read(spares?: SparesMark): Promise<SentencesWithTerms> {
    const { text, pair } = this.#asked;
    const layout = await layOut(this.#parts, { text, language: pair.source, spares }, this.#signal);
    await this.#search(layout.sentences);
    return { layout, terms: this.#terms };
  }

  async #search(all: readonly string[]): Promise<void> {
    const { text: _, ...query } = this.#asked;
    const sentences = [...new Set(all)].filter((sentence) => !this.#searched.has(sentence));
    if (query.termsVersion === 0 || sentences.length === 0) return;
    const found = await orAborted(this.#parts.findTerms({ ...query, sentences }), this.#signal);
    for (const sentence of sentences) this.#searched.add(sentence);
    for (const [sentence, uses] of found) this.#terms.set(sentence, uses);
  }
}

function sparedIn({ segments }: TextLayout) {
  return segments.flatMap(({ spared }, sentence) => spared.map((mark) => ({ ...mark, sentence })));
}

/** Where the marks begin that are written out and stand in a term. Both they and the terms are in order. */
function placesInTerms({ layout, terms }: SentencesWithTerms): ReadonlySet<number> {
  const places = new Set<number>();
  let [sentence, next]: [number, number] = [0, 0];
  for (const mark of sparedIn(layout)) {
    if (mark.sentence !== sentence) [sentence, next] = [mark.sentence, 0];
    const uses = terms.get(layout.sentences[sentence] ?? '') ?? [];
    while ((uses[next]?.end ?? mark.end) < mark.end) next++;
    if ((uses[next]?.start ?? mark.end) <= mark.start) places.add(mark.at);
  }
  return places;
}
