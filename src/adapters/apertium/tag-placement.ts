import type { Span } from '../../core/document/span.ts';
import { placeNouns, type WordPlace } from './noun-places.ts';
import { ownPart, withoutPutIn } from './span-start.ts';
import type { Blank, Pair, TaggedSentence } from './tagged-sentence.ts';

/** What came back from a mode: text, what its spans carry, and where plain blanks stand, by their names. */
export type Carried = {
  readonly text: string;
  readonly spans: readonly (Span & { readonly names: readonly string[] })[];
  readonly gaps: ReadonlyMap<string, number>;
};

/** A tagSpan: the span of text that a pair encloses. `order` counts outer before inner, from left to right. */
type TagSpan = { start: number; end: number; readonly pair: Pair; order: number };

/** What is special about where a mode puts blanks. */
export type PlacementTraits = {
  /** Whether the mode takes word-bound blanks from words that its rules join. */
  readonly losesWordBlanks: boolean;
  /** Whether the mode gives the blank of a noun to an article that it puts before it. */
  readonly insertsArticles?: boolean;
};

/** By the number of the pair; undefined if no part of it returned. */
type TagSpans = (TagSpan | undefined)[];

const wordCharacters = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * Puts the tokens of a sentence into the text that came back for it.
 *
 */
export function placeTags(carried: Carried, tagged: TaggedSentence, traits: PlacementTraits): string {
  const { text } = carried;
  const words = placeWords(carried, tagged);
  const estimate = openEstimate(carried, tagged, words);
  const tagSpans = findTagSpans(carried, tagged, traits);
  arrange(tagSpans, words, { text, tagged });
  putAroundNearest(tagSpans, { text, tagged, estimate });
  const nested = nest(tagSpans.filter((tagSpan) => tagSpan !== undefined));
  const insertions = [
    ...nested.flatMap((tagSpan) => insertPair(tagSpan)),
    ...tagged.blanks.map((blank, number) => {
      const at = carried.gaps.get(`m${number}`) ?? nearestGap(text, estimate(blank.start));
      const content = tagged.sentence.slice(blank.start, blank.end);
      return insertBlank(
        { at: afterWord(words, Math.min(at, text.length)), content, number },
        innermost(blank, tagSpans),
      );
    }),
  ];
  return assemble(text, words, insertions.toSorted(compareInsertions));
}

function placeWords(carried: Carried, tagged: TaggedSentence): readonly WordPlace[] {
  const spans = carried.spans.flatMap((span) => numbersOf(span.names, 'w').map((number) => ({ ...span, number })));
  const byNumber = Map.groupBy(spans, ({ number }) => number);
  const nouns = placeNouns(carried.text, tagged, byNumber);
  const unknown = placeUnknownWords(carried, tagged);
  const isFree = (one: Span): boolean => unknown.every(({ start, end }) => end <= one.start || start >= one.end);
  return [...unknown, ...nouns.filter(isFree)].toSorted((one, other) => one.start - other.start);
}

/**
 * Finds the words that no dictionary has. Each is the one that its blank names or, where that was lost, the next that is
 * missing.
 */
function placeUnknownWords(
  { text, spans }: Carried,
  { unknownName, words, nouns }: TaggedSentence,
): readonly WordPlace[] {
  const named = Map.groupBy(
    spans
      .map(({ start, end, names }) => ({ start, end, numbers: numbersOf(names, 'w') }))
      .filter(({ numbers }) => numbers.length > 0),
    ({ start }) => start,
  );
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

/**
 * The text from the first to the last span of the pair, or between its two plain blanks, whichever the mode handles
 * better. Undefined for a pair without either.
 */
function findTagSpans(
  { text, spans, gaps }: Carried,
  { pairs, sentence }: TaggedSentence,
  { losesWordBlanks, insertsArticles = false }: PlacementTraits,
): TagSpans {
  const carrying: TagSpans = pairs.map(() => undefined);
  const gathered = new Set<number>();
  for (const { start, end, names } of spans) {
    const span = { start, end: Math.min(end, text.length) };
    const numbers = numbersOf(names, 'p');
    for (const [index, number] of numbers.entries()) {
      if (numbers.indexOf(number) < index) gathered.add(number);
      const count = numbers.filter((other) => other === number).length;
      widen(carrying, pairs[number], ownPart(text, { span, count, opening: gaps.get(`o${number}`) }));
    }
  }
  return pairs.map((pair, number) => {
    const [start = 0, end = 0] = [gaps.get(`o${number}`), gaps.get(`c${number}`)];
    const between = /[\p{L}\p{N}]/u.test(text.slice(start, end)) ? { start, end, pair, order: 0 } : undefined;
    const tagSpan = carrying[number];
    const content = sentence.slice(pair.start, pair.end);
    const carried = tagSpan && insertsArticles ? { ...tagSpan, ...withoutPutIn(text, tagSpan, content) } : tagSpan;
    if (losesWordBlanks || carried === undefined) return between ?? carried;
    // One word that carries the blank of several came of all of them: those behind it carry none.
    const isAround = between !== undefined && between.start <= carried.start && between.end >= carried.end;
    return isAround && gathered.has(number) ? between : carried;
  });
}

/** Lets tagSpans begin and end with words and their punctuation, and holds inner pairs in the ones around them. */
function arrange(
  tagSpans: TagSpans,
  words: readonly WordPlace[],
  { text, tagged }: { readonly text: string; readonly tagged: TaggedSentence },
): void {
  // Inner pairs have greater numbers, so that what they take is known when the pair around them is looked at.
  for (const { number, parent } of tagged.pairs.toReversed()) {
    const tagSpan = tagSpans[number];
    if (tagSpan === undefined) continue;
    takePunctuation(tagSpan, text, tagged.sentence);
    tagSpan.start = beforeWord(words, tagSpan.start);
    tagSpan.end = afterWord(words, tagSpan.end);
    if (parent !== undefined) widen(tagSpans, tagged.pairs[parent], tagSpan);
  }
}

function widen(tagSpans: TagSpans, pair: Pair | undefined, { start, end }: Span): void {
  if (pair === undefined || start >= end) return;
  const tagSpan = tagSpans[pair.number];
  if (tagSpan === undefined) tagSpans[pair.number] = { start, end, pair, order: 0 };
  else {
    tagSpan.start = Math.min(tagSpan.start, start);
    tagSpan.end = Math.max(tagSpan.end, end);
  }
}

/** Leaves out white space at the ends, and takes in the punctuation that stood just inside the pair. */
function takePunctuation(tagSpan: TagSpan, text: string, sentence: string): void {
  while (tagSpan.start < tagSpan.end - 1 && /\s/.test(text.charAt(tagSpan.start))) tagSpan.start++;
  while (tagSpan.end > tagSpan.start + 1 && /\s/.test(text.charAt(tagSpan.end - 1))) tagSpan.end--;
  const isMark = (character: string): boolean => /[^\p{L}\p{M}\p{N}\s\uE000-\uE3E7\uFDD0-\uFDD4]/u.test(character);
  const content = sentence.slice(tagSpan.pair.start, tagSpan.pair.end);
  let [first, last] = [0, content.length];
  while (first < last && isMark(content.charAt(first))) first++;
  while (last > first && isMark(content.charAt(last - 1))) last--;
  while (first > 0 && text.charAt(tagSpan.start - 1) === content.charAt(first - 1) && tagSpan.start > 0) {
    tagSpan.start--;
    first--;
  }
  while (last < content.length && text.charAt(tagSpan.end) === content.charAt(last)) {
    tagSpan.end++;
    last++;
  }
}

/**
 * Tells where in the text something of the sentence is likely to be: between what came back of its neighbours, as far
 * on as in the sentence.
 */
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

/** An offset in the sentence, and where in the text that is. */
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

/** Puts pairs whose words did not come back around the word nearest to where these should be. */
function putAroundNearest(tagSpans: TagSpans, { text, tagged, estimate }: PlacementContext): void {
  tagged.pairs.forEach((pair, number) => {
    if (tagSpans[number] !== undefined) return;
    const around = pair.parent === undefined ? undefined : tagSpans[pair.parent];
    const range = around ?? { start: 0, end: text.length };
    const middle = estimate((pair.start + pair.end) / 2);
    const span = nearestWord(text, range, middle);
    tagSpans[number] = { ...span, pair, order: 0 };
  });
}

function nearestWord(text: string, range: Span, at: number): Span {
  const distance = ({ start, end }: Span): number => Math.abs((start + end) / 2 - at);
  const words = [...text.slice(range.start, range.end).matchAll(wordCharacters)].map(({ 0: word, index }) => {
    return { start: range.start + index, end: range.start + index + word.length };
  });
  const [first = range, ...others] = words;
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

/** Widens tagSpans that cross each other, so that one lies in the other. @returns outer ones before inner ones */
function nest(tagSpans: readonly TagSpan[]): readonly TagSpan[] {
  const sorted = tagSpans.toSorted(
    (one, other) => one.start - other.start || other.end - one.end || one.pair.start - other.pair.start,
  );
  const around: TagSpan[] = [];
  for (const tagSpan of sorted) {
    while ((around.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= tagSpan.start) around.pop();
    for (const outer of around) outer.end = Math.max(outer.end, tagSpan.end);
    around.push(tagSpan);
  }
  sorted.forEach((tagSpan, order) => (tagSpan.order = order));
  return sorted;
}

/**
 * Something to put in at an offset: what closes before what stands free, that before what opens. `key` orders what is of
 * one `phase`.
 */
type Insertion = { readonly at: number; readonly phase: 0 | 1 | 2; readonly key: number; readonly content: string };

function compareInsertions(one: Insertion, other: Insertion): number {
  return one.at - other.at || one.phase - other.phase || one.key - other.key;
}

function insertPair({ start, end, pair, order }: TagSpan): readonly Insertion[] {
  // Only in an empty text.
  if (start === end) return [{ at: start, phase: 1, key: order, content: pair.open + pair.close }];
  return [
    { at: start, phase: 2, key: order, content: pair.open },
    { at: end, phase: 0, key: -order, content: pair.close },
  ];
}

type BlankPlace = { readonly at: number; readonly content: string; readonly number: number };

/** A blank stays inside the pairs that it stood in. */
function insertBlank({ at, content, number }: BlankPlace, inner: TagSpan | undefined): Insertion {
  if (inner === undefined) return { at, phase: 1, key: number, content };
  const inside = Math.max(inner.start, Math.min(inner.end, at));
  if (inside === inner.end) return { at: inside, phase: 0, key: -inner.order - 0.5, content };
  if (inside === inner.start) return { at: inside, phase: 2, key: inner.order + 0.5, content };
  return { at: inside, phase: 1, key: number, content };
}

/** The innermost tagSpan that a blank stood in. */
function innermost(blank: Blank, tagSpans: Readonly<TagSpans>): TagSpan | undefined {
  return blank.parent === undefined ? undefined : tagSpans[blank.parent];
}

/** Where a stand-in ends that `at` is inside of; `at` when it is in none. */
function afterWord(words: readonly WordPlace[], at: number): number {
  return words.find(({ start, end }) => start < at && at < end)?.end ?? at;
}

function beforeWord(words: readonly WordPlace[], at: number): number {
  return words.find(({ start, end }) => start < at && at < end)?.start ?? at;
}

/** The text with each stand-in replaced by its token and each insertion in its place. */
function assemble(text: string, words: readonly WordPlace[], insertions: readonly Insertion[]): string {
  const changes = [
    ...insertions.map(({ at, content }) => ({ start: at, end: at, content })),
    ...words.map(({ start, end, token }) => ({ start, end, content: token })),
  ].toSorted((one, other) => one.start - other.start || one.end - other.end);
  const pieces: string[] = [];
  let done = 0;
  for (const { start, end, content } of changes) {
    pieces.push(text.slice(done, start), content);
    done = end;
  }
  return pieces.join('') + text.slice(done);
}
