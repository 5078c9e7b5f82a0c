import type { LanguageTag } from '../../core/languages/language.ts';
import { functionWordsOf } from '../../core/terms/function-words.ts';

/** A term of a segment, and what may stand for it in the translation. */
export type SoughtTerm = {
  /** The token at the start of the pair around it. */
  readonly open: string;
  /** As they stand in the segment. */
  readonly words: string;
  /** What is wanted, or what the model makes of the term by itself. */
  readonly wordings: readonly Wording[];
};

export type Wording = {
  /** In small letters. */
  readonly words: readonly string[];
  /** Whether it is all that stands for the term: else words beside it may as well. */
  readonly isWhole: boolean;
};

/** Places of words in a translation from `from`, end exclusive, that are the translation of a term. */
export type FoundTerm = {
  readonly open: string;
  readonly from: number;
  readonly to: number;
  readonly isWhole: boolean;
};

/** A word of a translation, and whether it can be that of a term. */
export type SearchedWord = {
  /** In small letters, without signs. */
  readonly bare: string;
  /** Of which word of the sentence the library says that it is. */
  readonly number: number | undefined;
  /** Whether it is known what else it is. */
  readonly isTaken: boolean;
};

/** Where the words of a term stand in the sentence; last exclusive. */
export type TermPlace = { readonly term: SoughtTerm; readonly first: number; readonly last: number };

type Candidate = FoundTerm & { readonly rank: number };

/**
 * Of words that differ in their ends, forms of one word mostly have so many letters in common, and differ in so few:
 * "church" and "churches". "City" and "cities" are taken for such where the alignment agrees.
 */
const likeness = { aligned: { sameMin: 3, otherMax: 3 }, elsewhere: { sameMin: 4, otherMax: 2 } };

/**
 * Finds terms by what they are likely to read like. That is surer than alignments, which small models often have at the
 * word beside. A place is one term's, and of a term that stands there several times each has its own.
 */
export function findTerms(words: readonly SearchedWord[], places: readonly TermPlace[]): readonly FoundTerm[] {
  const candidates = places.flatMap((place) => candidatesFor(words, place));
  const found = new Map<string, FoundTerm>();
  const taken = new Set<number>();
  // The order of equal ones stays: from left to right in both languages.
  for (const candidate of candidates.toSorted((one, other) => one.rank - other.rank)) {
    const { open, from, to, isWhole } = candidate;
    const own = Array.from({ length: to - from }, (_, index) => from + index);
    if (found.has(open) || own.some((index) => taken.has(index))) continue;
    found.set(open, { open, from, to, isWhole });
    for (const index of own) taken.add(index);
  }
  return [...found.values()];
}

function candidatesFor(words: readonly SearchedWord[], { term, first, last }: TermPlace): readonly Candidate[] {
  return term.wordings.flatMap(({ words: wording, isWhole }) =>
    words.flatMap((_, from): readonly Candidate[] => {
      const own = words.slice(from, from + wording.length);
      if (own.length < wording.length || wording.length === 0 || own.some(({ isTaken }) => isTaken)) return [];
      const isExact = own.every(({ bare }, index) => bare === wording[index]);
      const isAligned = own.some(({ number }) => number !== undefined && number >= first && number < last);
      const like = isAligned ? likeness.aligned : likeness.elsewhere;
      if (!isExact && !own.every(({ bare }, index) => areForms(bare, wording[index] ?? '', like))) return [];
      const rank = (isAligned ? 0 : 2) + (isExact ? 0 : 1);
      return [{ open: term.open, from, to: from + wording.length, isWhole, rank }];
    }),
  );
}

/** Whether they may be singular and plural, say. */
function areForms(one: string, other: string, { sameMin, otherMax }: (typeof likeness)['aligned']): boolean {
  if (one === other || `${one}s` === other || one === `${other}s`) return true;
  const lengthMax = Math.max(one.length, other.length);
  let same = 0;
  while (same < lengthMax && one[same] === other[same]) same++;
  return same >= sameMin && lengthMax - same <= otherMax;
}

/** What a model made of a term by itself, without articles and the like at its ends. Small models drop words. */
export function wordingAlone(term: string, words: readonly string[], language: LanguageTag): Wording {
  const bare = withoutLightEnds(words, language);
  const weighty = term.split(' ').filter(({ length }) => length > lightLettersMax);
  return { words: bare, isWhole: bare.length >= weighty.length };
}

/** Letters of words that mostly only tie others, in many languages. */
const lightLettersMax = 3;

function withoutLightEnds(words: readonly string[], language: LanguageTag): readonly string[] {
  const light = functionWordsOf(language);
  let [from, to] = [0, words.length];
  while (from < to && light.has(words[from] ?? '')) from++;
  while (from < to && light.has(words[to - 1] ?? '')) to--;
  return words.slice(from, to);
}
