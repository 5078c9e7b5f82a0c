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

/**
 * Of words that differ in their ends, forms of one word mostly have so many letters in common, and differ in so few:
 * "church" and "churches". "City" and "cities" are taken for such where the alignment agrees.
 */
const likeness = { aligned: { sameMin: 3, otherMax: 3 }, elsewhere: { sameMin: 4, otherMax: 2 } };

/** What is looked for first: the surest. */
const passes = [
  { isAligned: true, isExact: true },
  { isAligned: true, isExact: false },
  { isAligned: false, isExact: true },
  { isAligned: false, isExact: false },
] as const;

type Pass = (typeof passes)[number];

/**
 * Finds terms by what they are likely to read like. That is surer than alignments, which small models often have at the
 * word beside. A place is one term's, and of a term that stands there several times each has its own, from left to right.
 */
export function findTerms(words: readonly SearchedWord[], places: readonly TermPlace[]): readonly FoundTerm[] {
  const index = new WordIndex(words);
  const groups = Map.groupBy(places, ({ term }) => JSON.stringify(term.wordings));
  const found = new Map<TermPlace, FoundTerm>();
  const taken = new Set<number>();
  for (const pass of passes) {
    for (const group of groups.values()) {
      const [first] = group;
      const wordings = first === undefined || group.every((place) => found.has(place)) ? [] : first.term.wordings;
      const owners = new Owners(group, (place) => !found.has(place));
      for (const { words: wording, isWhole } of wordings) {
        for (const from of index.startsOf(wording, pass)) {
          if (!stands(words, from, { wording, pass })) continue;
          const own = Array.from(wording, (_, at) => from + at);
          if (own.some((at) => taken.has(at) || words[at]?.isTaken === true)) continue;
          const owner = pass.isAligned ? owners.ofAny(own.map((at) => words[at]?.number)) : owners.next();
          if (owner === undefined) continue;
          found.set(owner, { open: owner.term.open, from, to: from + wording.length, isWhole });
          for (const at of own) taken.add(at);
        }
      }
    }
  }
  return [...found.values()];
}

/** Where words begin as others do, so that not each is compared with each. */
class WordIndex {
  readonly #same: ReadonlyMap<string, readonly number[]>;
  readonly #alike: ReadonlyMap<string, readonly number[]>;

  constructor(words: readonly SearchedWord[]) {
    const places = [...words.keys()];
    this.#same = Map.groupBy(places, (at) => words[at]?.bare ?? '');
    this.#alike = Map.groupBy(places, (at) => words[at]?.bare.slice(0, likeness.aligned.sameMin) ?? '');
  }

  /** Where a wording may begin, from left to right. */
  startsOf([first]: readonly string[], { isExact }: Pass): readonly number[] {
    if (first === undefined) return [];
    const same = this.#same.get(first) ?? [];
    if (isExact) return same;
    const alike = this.#alike.get(first.slice(0, likeness.aligned.sameMin)) ?? [];
    // Short words that differ by an "s" do not begin with as many letters.
    const others = [`${first}s`, first.slice(0, -1)].flatMap((other) => this.#same.get(other) ?? []);
    return [...new Set([...same, ...alike, ...others])].toSorted((one, other) => one - other);
  }
}

/** The places of one term in the sentence that are not found yet. */
class Owners {
  readonly #places: readonly TermPlace[];
  readonly #isOpen: (place: TermPlace) => boolean;
  readonly #byNumber = new Map<number, TermPlace>();
  #next = 0;

  constructor(places: readonly TermPlace[], isOpen: (place: TermPlace) => boolean) {
    this.#places = places;
    this.#isOpen = isOpen;
    for (const place of places) for (let at = place.first; at < place.last; at++) this.#byNumber.set(at, place);
  }

  /** The one with any of these words of the sentence. */
  ofAny(numbers: readonly (number | undefined)[]): TermPlace | undefined {
    const owners = numbers.map((number) => (number === undefined ? undefined : this.#byNumber.get(number)));
    return owners.find((owner) => owner !== undefined && this.#isOpen(owner));
  }

  next(): TermPlace | undefined {
    while (this.#next < this.#places.length) {
      const place = this.#places[this.#next];
      if (place !== undefined && this.#isOpen(place)) return place;
      this.#next++;
    }
    return undefined;
  }
}

function stands(
  words: readonly SearchedWord[],
  from: number,
  { wording, pass }: { readonly wording: readonly string[]; readonly pass: Pass },
): boolean {
  const like = pass.isAligned ? likeness.aligned : likeness.elsewhere;
  return wording.every((word, at) => {
    const bare = words[from + at]?.bare ?? '';
    return pass.isExact ? bare === word : areForms(bare, word, like);
  });
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
