import type { Span } from '../../text/document/span.ts';
import { afterWord, insertTokens, type TagSpan, type WordPlace } from '../../text/engine/token-insertion.ts';
import { wordPattern } from './placeholder-nouns/noun-heads.ts';
import type { Pair, TaggedSentence } from './tagged-sentence.ts';

/** A mode's reply: text, the names of the blanks on its spans, and where plain blanks are, by name. */
export type Carried = {
  readonly text: string;
  readonly spans: readonly (Span & { readonly names: readonly string[] })[];
  readonly gaps: ReadonlyMap<string, number>;
};

type PairSpan = TagSpan & { readonly pair: Pair };

export type PlacementTraits = {
  /** Whether the mode removes word-bound blanks from words that its rules join. */
  readonly losesWordBlanks: boolean;
  /** Whether the mode inserts articles, and gives them the blank of their noun. */
  readonly insertsArticles?: boolean;
};

/** By the number of the pair; undefined if the reply has no part of it. */
type PairSpans = (PairSpan | undefined)[];

const wordCharacters = /[\p{L}\p{M}\p{N}]+/gu;

/** Returns the reply to a sentence with the sentence's tokens in it. */
export function placeTags(carried: Carried, tagged: TaggedSentence, traits: PlacementTraits): string {
  const { text, gaps } = carried;
  const words = placeWords(carried, tagged);
  const estimate = openEstimate(carried, tagged, words);
  const pairSpans = findPairSpans(carried, tagged, traits);
  arrange(pairSpans, words, { text, tagged });
  putAroundNearest(pairSpans, { text, tagged, estimate });
  const points = tagged.blanks.map(({ start, end, parent }, number) => {
    const at = Math.min(gaps.get(`m${number}`) ?? nearestGap(text, estimate(start)), text.length);
    const inside = parent === undefined ? undefined : pairSpans[parent];
    return { at: afterWord(words, at), content: tagged.sentence.slice(start, end), inside };
  });
  return insertTokens(text, { words, pairs: pairSpans.filter((span) => span !== undefined), points });
}

function placeWords(carried: Carried, tagged: TaggedSentence): readonly WordPlace[] {
  const spans = carried.spans.flatMap((span) => numbersOf(span.names, 'w').map((number) => ({ ...span, number })));
  const byNumber = Map.groupBy(spans, ({ number }) => number);
  const nouns = placeNouns(carried.text, tagged, byNumber);
  const unknown = placeUnknownWords(carried, tagged);
  const isFree = (one: Span): boolean => unknown.every(({ start, end }) => end <= one.start || start >= one.end);
  return [...unknown, ...nouns.filter(isFree)].toSorted((one, other) => one.start - other.start);
}

/** Locates the unknown names. Each gets the token that its blank names, or else the next missing token. */
function placeUnknownWords(
  { text, spans }: Carried,
  { unknownName, words, nouns }: TaggedSentence,
): readonly WordPlace[] {
  const numbered = spans.map(({ start, end, names }) => ({ start, end, numbers: numbersOf(names, 'w') }));
  const ofWords = numbered.filter(({ numbers }) => numbers.length > 0);
  const named = Map.groupBy(ofWords, ({ start }) => start);
  const missing = new Set([...words.keys()].filter((number) => !nouns.has(number)));
  const places = [...text.matchAll(new RegExp(unknownName, 'giu'))].map(({ 0: word, index: start }) => {
    const end = start + word.length;
    const own = named.get(start)?.find((span) => span.end === end);
    const overlapping = own ? [own] : [...named.values()].flat().filter((span) => span.start < end && span.end > start);
    const numbers = overlapping.flatMap((span) => span.numbers);
    const number = numbers.find((candidate) => missing.has(candidate));
    if (number !== undefined) missing.delete(number);
    return { start, end, number, again: numbers[0] };
  });
  return places.map(({ start, end, number, again }) => {
    const [next] = number === undefined ? missing : [];
    if (next !== undefined) missing.delete(next);
    return { start, end, token: words[number ?? next ?? again ?? -1] ?? '' };
  });
}

function numbersOf(names: readonly string[], kind: 'w' | 'p'): readonly number[] {
  return names.filter((name) => name.startsWith(kind)).map((name) => Number(name.slice(1)));
}

/** From the pair's first to last span, or between its plain blanks, as the mode handles better. Undefined if none. */
function findPairSpans(
  { text, spans, gaps }: Carried,
  { pairs, sentence }: TaggedSentence,
  { losesWordBlanks, insertsArticles = false }: PlacementTraits,
): PairSpans {
  const carrying: PairSpans = pairs.map(() => undefined);
  const numbered = spans.flatMap(({ names }) => [...new Set(numbersOf(names, 'p'))]);
  const carriers = Map.groupBy(numbered, (number) => number);
  const gathered = new Set<number>();
  for (const { start, end, names } of spans) {
    const span = { start, end: Math.min(end, text.length) };
    const numbers = numbersOf(names, 'p');
    for (const [index, number] of numbers.entries()) {
      if (numbers.indexOf(number) < index) gathered.add(number);
      const pair = pairs[number];
      const named = numbers.filter((other) => other === number).length;
      // The words of an expression such as "Union européenne" have one blank.
      const isWhole = pair !== undefined && carriers.get(number)?.length === 1;
      const count = isWhole ? Math.max(named, wordCount(sentence.slice(pair.start, pair.end))) : named;
      widen(carrying, pair, ownPart(text, { span, count, opening: gaps.get(`o${number}`) }));
    }
  }
  return pairs.map((pair, number) => {
    const [start = 0, end = 0] = [gaps.get(`o${number}`), gaps.get(`c${number}`)];
    const between = /[\p{L}\p{N}]/u.test(text.slice(start, end)) ? spanOf(pair, { start, end }) : undefined;
    const pairSpan = carrying[number];
    const content = sentence.slice(pair.start, pair.end);
    const carried = pairSpan && insertsArticles ? { ...pairSpan, ...withoutPutIn(text, pairSpan, content) } : pairSpan;
    if (losesWordBlanks || carried === undefined) return between ?? carried;
    // A word with the blank of several words is the translation of all of them: those after it have none.
    const isAround = between !== undefined && between.start <= carried.start && between.end >= carried.end;
    return isAround && gathered.has(number) ? between : carried;
  });
}

function wordCount(text: string): number {
  return text.match(wordCharacters)?.length ?? 0;
}

/** Extends spans of pairs to whole words with their punctuation, and keeps inner pairs inside outer ones. */
function arrange(
  pairSpans: PairSpans,
  words: readonly WordPlace[],
  { text, tagged }: { readonly text: string; readonly tagged: TaggedSentence },
): void {
  // Inner pairs have greater numbers. Their spans are final before the outer pair is processed.
  for (const { number, parent } of tagged.pairs.toReversed()) {
    const pairSpan = pairSpans[number];
    if (pairSpan === undefined) continue;
    takePunctuation(pairSpan, text, tagged.sentence);
    const { start } = pairSpan;
    pairSpan.start = words.find((word) => word.start < start && start < word.end)?.start ?? start;
    pairSpan.end = afterWord(words, pairSpan.end);
    if (parent !== undefined) widen(pairSpans, tagged.pairs[parent], pairSpan);
  }
}

function spanOf(pair: Pair, { start, end }: Span): PairSpan {
  return { start, end, open: pair.open, close: pair.close, pair };
}

function widen(pairSpans: PairSpans, pair: Pair | undefined, { start, end }: Span): void {
  if (pair === undefined || start >= end) return;
  const pairSpan = pairSpans[pair.number];
  if (pairSpan === undefined) pairSpans[pair.number] = spanOf(pair, { start, end });
  else {
    pairSpan.start = Math.min(pairSpan.start, start);
    pairSpan.end = Math.max(pairSpan.end, end);
  }
}

/** Excludes white space at the ends, and includes the punctuation that the pair enclosed. */
function takePunctuation(pairSpan: PairSpan, text: string, sentence: string): void {
  while (pairSpan.start < pairSpan.end - 1 && /\s/.test(text.charAt(pairSpan.start))) pairSpan.start++;
  while (pairSpan.end > pairSpan.start + 1 && /\s/.test(text.charAt(pairSpan.end - 1))) pairSpan.end--;
  const isMark = (character: string): boolean => /[^\p{L}\p{M}\p{N}\s\uE000-\uEF9F\uFDD0-\uFDD4]/u.test(character);
  const content = sentence.slice(pairSpan.pair.start, pairSpan.pair.end);
  let [first, last] = [0, content.length];
  while (first < last && isMark(content.charAt(first))) first++;
  while (last > first && isMark(content.charAt(last - 1))) last--;
  while (first > 0 && text.charAt(pairSpan.start - 1) === content.charAt(first - 1) && pairSpan.start > 0) {
    pairSpan.start--;
    first--;
  }
  while (last < content.length && text.charAt(pairSpan.end) === content.charAt(last)) {
    pairSpan.end++;
    last++;
  }
}

/** Returns a function that estimates where an offset of the sentence is in the text, by interpolation of anchors. */
function openEstimate(carried: Carried, tagged: TaggedSentence, words: readonly WordPlace[]): (at: number) => number {
  let known: readonly Anchor[] | undefined;
  return (at) => {
    known ??= findAnchors(carried, tagged, words);
    const after = known.find(({ from }) => from > at);
    const before = known.findLast(({ from }) => from <= at);
    if (before === undefined || after === undefined) return carried.text.length;
    const share = (at - before.from) / (after.from - before.from);
    return after.to < before.to ? before.to : before.to + share * (after.to - before.to);
  };
}

/** An offset in the sentence, and the corresponding offset in the text. */
type Anchor = { readonly from: number; readonly to: number };

function findAnchors({ text, gaps }: Carried, tagged: TaggedSentence, words: readonly WordPlace[]): readonly Anchor[] {
  const { sentence, blanks } = tagged;
  return [
    { from: 0, to: 0 },
    ...words.map(({ start, token }) => ({ from: sentence.indexOf(token), to: start })),
    ...blanks.map(({ start }, number) => ({ from: start, to: gaps.get(`m${number}`) ?? -1 })),
    { from: sentence.length, to: text.length },
  ]
    .filter(({ to }) => to >= 0)
    .toSorted((one, other) => one.from - other.from);
}

type PlacementContext = {
  readonly text: string;
  readonly tagged: TaggedSentence;
  readonly estimate: (at: number) => number;
};

/** Puts pairs without a span around the word nearest to their estimated place. */
function putAroundNearest(pairSpans: PairSpans, { text, tagged, estimate }: PlacementContext): void {
  tagged.pairs.forEach((pair, number) => {
    if (pairSpans[number] !== undefined) return;
    const around = pair.parent === undefined ? undefined : pairSpans[pair.parent];
    const range = around ?? { start: 0, end: text.length };
    const middle = estimate((pair.start + pair.end) / 2);
    const span = nearestWord(text, range, middle);
    pairSpans[number] = spanOf(pair, span);
  });
}

function nearestWord(text: string, range: Span, at: number): Span {
  const distance = ({ start, end }: Span): number => Math.abs((start + end) / 2 - at);
  const [first = range, ...others] = matchesIn(text, range, wordCharacters);
  return others.reduce((nearest, word) => (distance(word) < distance(nearest) ? word : nearest), first);
}

function nearestGap(text: string, at: number): number {
  const from = Math.max(0, Math.min(text.length, Math.round(at)));
  for (let step = 0; step <= text.length; step++) {
    for (const place of [from + step, from - step]) {
      if (place === 0 || place === text.length || /\s/.test(text.charAt(place)))
        return Math.max(0, Math.min(text.length, place));
    }
  }
  return from;
}

/** Share and count of equal initial letters that two forms of one word have at least. */
const likenessMin = 0.5;
const likeLettersMin = 2;

/** The word in its blank, possibly with an ending or article; without a blank, the only match. None if ambiguous. */
function placeNouns(
  text: string,
  { nouns, words }: Pick<TaggedSentence, 'nouns' | 'words'>,
  carried: ReadonlyMap<number, readonly Span[]>,
): readonly WordPlace[] {
  if (nouns.size === 0) return [];
  const found = [...text.matchAll(wordPattern)].map(({ 0: word, index: start }) => {
    return { start, end: start + word.length, word: word.toLowerCase() };
  });
  return [...nouns].flatMap(([number, { target }]) => {
    const spans = carried.get(number);
    const own = spans && found.filter(({ start, end }) => spans.some((span) => span.start < end && span.end > start));
    const place = only(found, own, target);
    return place === undefined ? [] : [{ start: place.start, end: place.end, token: words[number] ?? '' }];
  });
}

type Found = Span & { readonly word: string };

function only(all: readonly Found[], own: readonly Found[] | undefined, target: string): Found | undefined {
  const exact = (own ?? all).filter(({ word }) => word === target);
  if (exact.length > 0 || own === undefined) return exact.length === 1 ? exact[0] : undefined;
  const alike = own.filter(({ word }) => isLike(word, target));
  return alike.length === 1 ? alike[0] : undefined;
}

function isLike(word: string, target: string): boolean {
  const length = Math.min(word.length, target.length);
  let same = 0;
  while (same < length && word.charAt(same) === target.charAt(same)) same++;
  return same >= likeLettersMin && same >= length * likenessMin;
}

const words = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}·-]*/gu;

/** Length of the longest contracting words, such as articles, and of their contractions: "de l'", "nella", "pelos". */
const contractedLettersMax = 5;

type CarriedBlank = {
  readonly span: Span;
  /** Count of its source words: the blank names the pair once for each. */
  readonly count: number;
  readonly opening: number | undefined;
};

/** Returns the own words of a span: contracted words share one blank, and an opening one moves behind the first. */
export function ownPart(text: string, { span, count, opening }: CarriedBlank): Span {
  if (opening === undefined || opening <= span.start) return span;
  const found = matchesIn(text, span, words);
  const others = found.slice(0, Math.max(0, found.length - count));
  const own = found[others.length];
  const mayContract = others.every(({ start, end }) => end - start <= contractedLettersMax);
  return own !== undefined && mayContract ? { start: own.start, end: span.end } : span;
}

/** Removes inserted articles and prepositions: "la presó" for "prison". @param content enclosed in the sentence */
export function withoutPutIn(text: string, span: Span, content: string): Span {
  const found = matchesIn(text, span, words);
  const isPutIn = ({ start, end }: Span): boolean => putIn.test(text.slice(start, end));
  const before = found.slice(0, Math.max(0, found.length - Math.max(1, content.match(words)?.length ?? 0)));
  const first = before.findIndex((word) => !isPutIn(word));
  const own = found[first === -1 ? before.length : first];
  return own === undefined ? span : { start: own.start, end: span.end };
}

/** In Spanish, Catalan and Galician. */
const putIn = /^(?:el|los|las|els|les|la|l|o|os|a|as|del?|dels|d|d[oa]s?)$/i;

function matchesIn(text: string, { start, end }: Span, pattern: RegExp): readonly Span[] {
  return [...text.slice(start, end).matchAll(pattern)].map(({ 0: word, index }) => {
    return { start: start + index, end: start + index + word.length };
  });
}
