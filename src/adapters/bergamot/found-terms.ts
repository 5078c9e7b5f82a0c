/** A glossary entry in a segment, and its words in the translation if they are known. */
export type SoughtTerm = {
  /** The token at the start of the pair around it. */
  readonly open: string;
  /** In lower case; empty if unknown. */
  readonly wanted: readonly string[];
};

/** Words of a translation from `from`, end exclusive, that are the translation of a term. */
export type FoundTerm = { readonly open: string; readonly from: number; readonly to: number };

/** A word of a translation that may belong to a term. */
export type SearchedWord = {
  /** In lower case, without punctuation. */
  readonly bare: string;
  /** Number of the word of the sentence that it is aligned with. */
  readonly number: number | undefined;
  /** Whether it is known to be the translation of something else. */
  readonly isTaken: boolean;
};

/** The words of a term in the sentence; last exclusive. */
export type TermPlace = { readonly term: SoughtTerm; readonly first: number; readonly last: number };

/**
 * Finds the wanted words of terms in a translation: first those that are aligned with the term, then those elsewhere.
 * A word is part of one term only. Repeated terms are found from left to right.
 */
export function findTerms(words: readonly SearchedWord[], places: readonly TermPlace[]): readonly FoundTerm[] {
  const startsOf = Map.groupBy(words.keys(), (at) => words[at]?.bare ?? '');
  const taken = new Set([...words.keys()].filter((at) => words[at]?.isTaken));
  const found = new Map<TermPlace, FoundTerm>();
  for (const isAligned of [true, false]) {
    for (const place of places) {
      const { term, first, last } = place;
      const isAt = (from: number): boolean =>
        term.wanted.every((word, index) => words[from + index]?.bare === word && !taken.has(from + index)) &&
        (!isAligned ||
          term.wanted.some((_, index) => {
            const number = words[from + index]?.number;
            return number !== undefined && number >= first && number < last;
          }));
      const from = found.has(place) ? undefined : startsOf.get(term.wanted[0] ?? '')?.find(isAt);
      if (from === undefined) continue;
      const to = from + term.wanted.length;
      found.set(place, { open: term.open, from, to });
      for (let at = from; at < to; at++) taken.add(at);
    }
  }
  return [...found.values()];
}
