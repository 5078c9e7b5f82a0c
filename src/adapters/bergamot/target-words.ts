import { unspacedLetter } from '../../text/checks/words.ts';
import type { Span } from '../../text/document/span.ts';
import type { AlignedPiece, AlignedText } from './aligned-text.ts';
import type { FoundNoun } from './placeholder-nouns.ts';
import { type PlainSegment, wordUnit } from './plain-segment.ts';

/** A word of a translation with the punctuation at its ends. */
export type TargetWord = Span & {
  /** Number of the sentence word that it translates, from 0; undefined if there is none. */
  readonly number: number | undefined;
  /** Whether its number is certain, because it is a placeholder noun or the wanted translation of an entry. */
  readonly isSure: boolean;
  /** Without punctuation and clitics: "uncle" in "uncle's.", "usine" in "(l'usine". */
  readonly bare: Span;
};

export type Sought = { readonly nouns: readonly FoundNoun[]; readonly entries: readonly SoughtEntry[] };

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** The words of a translation in order, and the glossary entries in it. Linear in its length, except for entries. */
export function targetWords(
  plain: PlainSegment,
  { text, pieces }: AlignedText,
  { nouns, entries }: Sought,
): { readonly words: readonly TargetWord[]; readonly located: readonly FoundEntry[] } {
  const places = wordPlaces(text);
  const starts = wordStarts(plain.text);
  const ofNouns = nounNumbers(plain, { places, starts }, nouns);
  const certain = new Map([...sameWordNumbers(plain, text, places), ...ofNouns]);
  const bare = places.map((place) => bareSpan(text, place));
  const aligned = bare.map(alignedNumbers(pieces, starts));
  const searched = bare.map(({ start, end }, index) => {
    const isTaken = ofNouns.has(index);
    return { bare: text.slice(start, end).toLowerCase(), number: certain.get(index) ?? aligned[index], isTaken };
  });
  const located = findEntries(searched, entryPlaces(plain, starts, entries));
  const taken = new Set(certain.values());
  const sure = new Set(ofNouns.keys());
  for (const { first, last, from, to } of located) {
    for (let number = first; number < last; number++) taken.add(number);
    for (let index = from; index < to; index++) {
      certain.set(index, Math.min(first + index - from, last - 1));
      sure.add(index);
    }
  }
  const words = places.map((place, index): TargetWord => {
    const own = aligned[index];
    // A word with a certain translation has no other one.
    const number = certain.get(index) ?? (own !== undefined && taken.has(own) ? undefined : own);
    return { ...place, number, isSure: sure.has(index), bare: bare[index] ?? place };
  });
  return { words, located };
}

/** The words of a text for comparison, in lower case. */
export function bareWords(text: string): readonly string[] {
  return wordPlaces(text).map((place) => {
    const { start, end } = bareSpan(text, place);
    return text.slice(start, end).toLowerCase();
  });
}

/** "l'", "dell'" before a word. */
const elided = /^\p{L}{1,6}['’](?=[\p{L}\p{N}]{3})/u;
const possessive = /(?<=[\p{L}\p{N}])['’]s$/u;

function bareSpan(text: string, place: Span): Span {
  const { start, end } = withoutPunctuation(text, place);
  const word = text.slice(start, end);
  return { start: start + (elided.exec(word)?.[0].length ?? 0), end: end - (possessive.exec(word)?.[0].length ?? 0) };
}

/** Returns a span without punctuation at its ends; the same span if it has no letter or digit. */
export function withoutPunctuation(text: string, span: Span): Span {
  let { start, end } = span;
  while (start < end && !wordUnit.test(text.charAt(start))) start++;
  while (end > start && !wordUnit.test(text.charAt(end - 1))) end--;
  return start < end ? { start, end } : span;
}

function entryPlaces(
  { text, pairs }: PlainSegment,
  starts: readonly number[],
  entries: readonly SoughtEntry[],
): readonly SoughtPlace[] {
  return pairs.flatMap((pair) => {
    const entry = entries.find(({ open }) => open === pair.open);
    if (entry === undefined) return [];
    const [first, last] = wordNumbersIn(starts, text, pair);
    return [{ ...entry, first, last }];
  });
}

/** The numbers of the words from the first to the last letter of a span of a sentence; last exclusive. */
export function wordNumbersIn(
  starts: readonly number[],
  text: string,
  { start, end }: Span,
): readonly [first: number, last: number] {
  const content = text.slice(start, end);
  const lead = content.length - content.trimStart().length;
  const first = wordNumberAt(starts, start + lead);
  return [first, Math.max(first, wordNumberAt(starts, start + content.trimEnd().length - 1)) + 1];
}

/** Offsets in a sentence at which its words begin. */
export function wordStarts(text: string): readonly number[] {
  const starts = wordPlaces(text).map(({ start }) => start);
  return starts.length > 0 ? starts : [0];
}

/** The number of the word at `at`, or of the one before it. */
export function wordNumberAt(starts: readonly number[], at: number): number {
  const found = starts.findLastIndex((start) => start <= at);
  return Math.max(0, found);
}

function wordPlaces(text: string): readonly Span[] {
  return Array.from(text.matchAll(/[^ ]+/g)).flatMap(({ 0: word, index }) => {
    if (!unspacedLetter.test(word)) return [{ start: index, end: index + word.length }];
    return Array.from(segmenter.segment(word), ({ segment, index: at }) => {
      return { start: index + at, end: index + at + segment.length };
    });
  });
}

function nounNumbers(
  { words }: PlainSegment,
  { places, starts }: { readonly places: readonly Span[]; readonly starts: readonly number[] },
  nouns: readonly FoundNoun[],
): ReadonlyMap<number, number> {
  const found = nouns.flatMap(({ index, start }) => {
    const place = places.findIndex(({ end }) => end > start);
    const word = words[index];
    return place < 0 || word === undefined ? [] : [[place, wordNumberAt(starts, word.start)] as const];
  });
  return new Map(found);
}

/** A word that both texts have once, usually a name or number, is its own translation, regardless of the alignment. */
function sameWordNumbers(
  { text: source }: PlainSegment,
  text: string,
  places: readonly Span[],
): readonly (readonly [place: number, number: number])[] {
  const numbers = indexesOnce(wordPlaces(source).map(({ start, end }) => source.slice(start, end)));
  const targets = indexesOnce(places.map(({ start, end }) => text.slice(start, end)));
  return [...targets].flatMap(([word, place]) => {
    const number = numbers.get(word);
    return number === undefined ? [] : [[place, number] as const];
  });
}

/** A digit, a capital with another letter or digit, or four letters; of "Ana's" only the part before the apostrophe. */
const distinctive = /\p{Nd}[\p{Nd}.,:]*\p{Nd}|\p{Lu}[\p{L}\p{M}\p{N}]+|[\p{L}\p{M}\p{N}]{4,}/u;

/** Returns the index of each distinctive word that the text has once. */
function indexesOnce(words: readonly string[]): ReadonlyMap<string, number> {
  const indexes = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [index, word] of words.entries()) {
    const found = distinctive.exec(word)?.[0].toLowerCase();
    if (found === undefined) continue;
    if (indexes.has(found)) repeated.add(found);
    indexes.set(found, index);
  }
  for (const each of repeated) indexes.delete(each);
  return indexes;
}

/** Returns a function that finds the sentence word with most attention of a word. Call it from left to right. */
function alignedNumbers(
  pieces: readonly AlignedPiece[],
  starts: readonly number[],
): (place: Span) => number | undefined {
  let first = 0;
  return ({ start, end }) => {
    while ((pieces[first + 1]?.start ?? Number.POSITIVE_INFINITY) <= start) first++;
    const sums = new Map<number, number>();
    for (let at = first; (pieces[at]?.start ?? end) < end; at++) {
      const { source, weight } = pieces[at] ?? { source: 0, weight: 0 };
      const number = wordNumberAt(starts, source);
      sums.set(number, (sums.get(number) ?? 0) + weight);
    }
    const [largest] = [...sums].toSorted((one, other) => other[1] - one[1]);
    return largest?.[0];
  };
}

export type SoughtEntry = {
  /** The token at the start of the pair around it. */
  readonly open: string;
  /** The words of its translation in lower case; empty if unknown. */
  readonly wanted: readonly string[];
};

/** An entry and its words in the sentence; last exclusive. */
type SoughtPlace = SoughtEntry & { readonly first: number; readonly last: number };

/** An entry and the words of its translation: `from` to `to`, end exclusive. */
export type FoundEntry = SoughtPlace & { readonly from: number; readonly to: number };

type SearchedWord = {
  /** In lower case, without punctuation. */
  readonly bare: string;
  /** Number of the word of the sentence that it is aligned with. */
  readonly number: number | undefined;
  /** Whether it is known to be the translation of something else. */
  readonly isTaken: boolean;
};

/** Finds wanted words: first those aligned with the entry, then others. Each is of one entry; equal ones in order. */
function findEntries(words: readonly SearchedWord[], entries: readonly SoughtPlace[]): readonly FoundEntry[] {
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
