/** A glossary entry in a segment. */
export type SoughtEntry = {
  /** The token at the start of the pair around it. */
  readonly open: string;
  /** The words of its translation in lower case; empty if unknown. */
  readonly wanted: readonly string[];
};

/** An entry and its words in the sentence; last exclusive. */
export type SoughtPlace = SoughtEntry & { readonly first: number; readonly last: number };

/** An entry and the words of its translation: `from` to `to`, end exclusive. */
export type FoundEntry = SoughtPlace & { readonly from: number; readonly to: number };

/** A word of a translation that may belong to an entry. */
export type SearchedWord = {
  /** In lower case, without punctuation. */
  readonly bare: string;
  /** Number of the word of the sentence that it is aligned with. */
  readonly number: number | undefined;
  /** Whether it is known to be the translation of something else. */
  readonly isTaken: boolean;
};

/**
 * Finds the wanted words of glossary entries in a translation: first those that are aligned with the entry, then those
 * elsewhere. A word is part of one entry only. Repeated entries are found from left to right.
 */
export function findEntries(words: readonly SearchedWord[], entries: readonly SoughtPlace[]): readonly FoundEntry[] {
  const startsOf = Map.groupBy(words.keys(), (at) => words[at]?.bare ?? '');
  const taken = new Set([...words.keys()].filter((at) => words[at]?.isTaken));
  const located = new Map<SoughtPlace, FoundEntry>();
  for (const isAligned of [true, false]) {
    for (const entry of entries) {
      const { wanted, first, last } = entry;
      const isOwn = ({ number }: SearchedWord) => number !== undefined && number >= first && number < last;
      const isAt = (from: number): boolean => {
        const isFree = wanted.every((word, index) => words[from + index]?.bare === word && !taken.has(from + index));
        return isFree && (!isAligned || words.slice(from, from + wanted.length).some(isOwn));
      };
      const from = located.has(entry) ? undefined : startsOf.get(wanted[0] ?? '')?.find(isAt);
      if (from === undefined) continue;
      const to = from + wanted.length;
      located.set(entry, { ...entry, from, to });
      for (let at = from; at < to; at++) taken.add(at);
    }
  }
  return [...located.values()];
}
