import type { Span } from '../../text/document/span.ts';
import { afterWord, insertTokens, type TagSpan, type WordPlace } from '../../text/engine/token-insertion.ts';
import { functionWordsOf } from '../../text/glossary/word-lists.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import type { AlignedText } from './aligned-text.ts';
import type { FoundNoun } from './placeholder-nouns.ts';
import { type PlacedPoint, type PlacedTagPair, type PlacedWord, type PlainSegment, wordUnit } from './plain-segment.ts';
import {
  type FoundEntry,
  type Sought,
  type TargetWord,
  targetWords,
  withoutPunctuation,
  wordNumberAt,
  wordNumbersIn,
  wordStarts,
} from './target-words.ts';

/** The translation of the content of a pair, as words of the translation and as UTF-16 units of its text. */
type PairSpan = TagSpan & { from: number; to: number };

/** Weights in the search for the span of a pair: words of the pair, words without alignment, words of others. */
const weights = { own: 1, none: -0.25, other: -1, sure: 4 };

/**
 * Puts the tokens of a sentence into any translation of it, each once, with nested pairs. Each token costs a pass over
 * all words: segments are short. Pairs of glossary entries are placed by the wanted words first, then by alignment,
 * else left empty, so that no other word is replaced.
 * @param sought the placeholder nouns in the translation, from left to right, and the entries
 */
export function placeTokens(
  plain: PlainSegment,
  aligned: AlignedText,
  sought: Sought & { readonly target: LanguageTag },
): string {
  return new Placement(plain, aligned, sought).write();
}

class Placement {
  readonly #plain: PlainSegment;
  readonly #text: string;
  readonly #words: readonly TargetWord[];
  readonly #starts: readonly number[];
  readonly #places: readonly WordPlace[];
  readonly #pairSpans = new Map<PlacedTagPair, PairSpan>();

  /** By the token at the start of the pair; undefined for an entry that was not found. */
  readonly #entries: ReadonlyMap<string, FoundEntry | undefined>;
  readonly #functionWords: ReadonlySet<string>;

  constructor(plain: PlainSegment, aligned: AlignedText, sought: Sought & { readonly target: LanguageTag }) {
    const { words, located } = targetWords(plain, aligned, sought);
    this.#plain = plain;
    this.#text = aligned.text;
    this.#words = words;
    this.#entries = new Map([
      ...sought.entries.map(({ open }) => [open, undefined] as const),
      ...located.map((entry) => [entry.open, entry] as const),
    ]);
    this.#functionWords = functionWordsOf(sought.target);
    this.#starts = wordStarts(plain.text);
    this.#places = this.#placeWords(sought.nouns);
  }

  write(): string {
    for (const pair of this.#plain.pairs) this.#pairSpans.set(pair, this.#findPairSpan(pair));
    this.#coverWords();
    this.#fit();
    const pairs = this.#plain.pairs.flatMap((pair) => this.#pairSpans.get(pair) ?? []);
    const points = this.#plain.points.map((point) => {
      const inside = point.parent && this.#pairSpans.get(point.parent);
      return { at: this.#pointOffset(point, inside), content: point.content, inside };
    });
    return insertTokens(this.#text, { words: this.#places, pairs, points }).replaceAll(/ {2,}/g, ' ').trim();
  }

  #numbersOf(span: Span): readonly [first: number, last: number] {
    return wordNumbersIn(this.#starts, this.#plain.text, span);
  }

  #placeWords(found: readonly FoundNoun[]): readonly WordPlace[] {
    const byIndex = Map.groupBy(found, ({ index }) => index);
    const places: WordPlace[] = [];
    const missing: PlacedWord[] = [];
    for (const [index, word] of this.#plain.words.entries()) {
      const own = byIndex.get(index) ?? [];
      const [first, ...others] = own;
      if (first === undefined) missing.push(word);
      else places.push({ start: first.start, end: first.end, token: word.token });
      // The token is written once, even if the model repeated the noun.
      for (const { start, end } of others) places.push({ start, end, token: '' });
    }
    for (const word of missing) places.push(this.#placeMissing(word, places));
    return places.toSorted((one, other) => one.start - other.start || one.end - other.end);
  }

  /** Replaces the model's form of the placeholder noun if the alignment points to it; else inserts at the best gap. */
  #placeMissing({ start, end, token }: PlacedWord, taken: readonly Span[]): WordPlace {
    const [number] = this.#numbersOf({ start, end });
    const from = this.#words.findIndex((word) => word.number === number && !word.isSure);
    if (from >= 0) {
      let to = from + 1;
      while (this.#words[to]?.number === number && this.#words[to]?.isSure === false) to++;
      const place = withoutPunctuation(this.#text, this.#spanOf(from, to));
      const isFree = taken.every((other) => other.end <= place.start || other.start >= place.end);
      const [noun, found] = [this.#plain.text.slice(start, end), this.#text.slice(place.start, place.end)];
      if (isFree && isFormOf(found, noun)) return { ...place, token };
    }
    const gap = this.#gapFor(number, { from: 0, to: this.#words.length });
    const at = afterWord(taken, gap === 0 ? 0 : (this.#words[gap - 1]?.end ?? this.#text.length));
    return { start: at, end: at, token: ` ${token} ` };
  }

  #spanOf(from: number, to: number): Span {
    return { start: this.#words[from]?.start ?? 0, end: this.#words[to - 1]?.end ?? this.#text.length };
  }

  #findPairSpan(pair: PlacedTagPair): PairSpan {
    if (!this.#entries.has(pair.open)) {
      const { from, to } = this.#searchPairSpan(pair) ?? this.#nearestWord(pair);
      return { ...pairTokens(pair), from, to, ...this.#spanOf(from, to) };
    }
    const pairSpan = this.#entries.get(pair.open) ?? this.#withoutFunctionWords(this.#searchPairSpan(pair));
    const [first, last] = this.#numbersOf(pair);
    // So many words are probably not the translation of the entry, and all would be replaced.
    if (pairSpan === undefined || pairSpan.to - pairSpan.from > 2 * (last - first)) return this.#emptyPairSpan(pair);
    const { from, to } = pairSpan;
    const start = this.#words[from]?.bare.start ?? 0;
    return { ...pairTokens(pair), from, to, start, end: this.#words[to - 1]?.bare.end ?? start };
  }

  /** Excludes words such as "the" and "of" at the ends of an entry, unless the entry has them in the sentence. */
  #withoutFunctionWords(
    pairSpan: Pick<PairSpan, 'from' | 'to'> | undefined,
  ): Pick<PairSpan, 'from' | 'to'> | undefined {
    let { from, to } = pairSpan ?? { from: 0, to: 0 };
    while (from < to && this.#isFunctionWord(from)) from++;
    while (from < to && this.#isFunctionWord(to - 1)) to--;
    return from < to ? { from, to } : undefined;
  }

  #isFunctionWord(index: number): boolean {
    const { start, end } = this.#words[index]?.bare ?? { start: 0, end: 0 };
    return this.#functionWords.has(this.#text.slice(start, end).toLowerCase());
  }

  #emptyPairSpan(pair: PlacedTagPair): PairSpan {
    const [first] = this.#numbersOf(pair);
    const gap = this.#gapFor(first, this.#boundsOf(pair));
    const at = afterWord(this.#places, this.#words[gap - 1]?.end ?? 0);
    return { ...pairTokens(pair), from: gap, to: gap, start: at, end: at };
  }

  #boundsOf({ parent }: PlacedTagPair): { readonly from: number; readonly to: number } {
    const outer = parent && this.#pairSpans.get(parent);
    return { from: outer?.from ?? 0, to: outer?.to ?? this.#words.length };
  }

  /** The span of words, within the outer pair, with most words of this pair and fewest of others. */
  #searchPairSpan(pair: PlacedTagPair): Pick<PairSpan, 'from' | 'to'> | undefined {
    const [first, last] = this.#numbersOf(pair);
    const { from: low, to: high } = this.#boundsOf(pair);
    // Of two equally good spans, the one with about as many words as the content of the pair.
    const size = last - first;
    let best = { from: low, to: low, sum: 0 };
    let current = { from: low, sum: 0 };
    for (const [index, { number, isSure }] of this.#words.entries()) {
      if (index < low || index >= high) continue;
      if (current.sum < 0) current = { from: index, sum: 0 };
      const isOwn = number !== undefined && number >= first && number < last;
      if (number === undefined) current.sum += weights.none;
      else current.sum += (isOwn ? weights.own : weights.other) * (isSure ? weights.sure : 1);
      const [own, known] = [index + 1 - current.from, best.to - best.from];
      const distance = Math.abs(own - size) - Math.abs(known - size);
      const isCloser = distance < 0 || (distance === 0 && own > known);
      if (current.sum > best.sum || (current.sum === best.sum && best.sum > 0 && isCloser)) {
        best = { from: current.from, to: index + 1, sum: current.sum };
      }
    }
    return best.sum > 0 ? best : undefined;
  }

  #nearestWord(pair: PlacedTagPair): Pick<PairSpan, 'from' | 'to'> {
    const [first] = this.#numbersOf(pair);
    const { from, to } = this.#boundsOf(pair);
    const gap = Math.max(from, Math.min(to - 1, this.#gapFor(first, { from, to })));
    return { from: gap, to: gap + 1 };
  }

  /** Finds the gap before word `number` with the fewest words on the wrong side. Returns how many words precede it. */
  #gapFor(number: number, { from, to }: { readonly from: number; readonly to: number }): number {
    let wrong = 0;
    for (let index = from; index < to; index++) if ((this.#words[index]?.number ?? number) < number) wrong++;
    let best = { gap: from, wrong: wrong - this.#fitOf(from, number) };
    for (let gap = from + 1; gap <= to; gap++) {
      const passed = this.#words[gap - 1]?.number;
      if (passed !== undefined) wrong += passed < number ? -1 : 1;
      const own = wrong - this.#fitOf(gap, number);
      if (own <= best.wrong) best = { gap, wrong: own };
    }
    return best.gap;
  }

  /** A gap beside the same words as in the sentence counts for up to 0.75 of a word. */
  #fitOf(gap: number, number: number): number {
    const isBehind = this.#words[gap - 1]?.number === number - 1;
    const isBefore = this.#words[gap]?.number === number;
    return (isBehind ? 0.5 : 0) + (isBefore ? 0.25 : 0);
  }

  /** If every word of the sentence is in one of several pairs, so is every word of the translation: in the one before it. */
  #coverWords(): void {
    const outer = this.#plain.pairs.filter(({ parent }) => parent === undefined);
    const isInside = (at: number) =>
      outer.some(({ start, end, open }) => start <= at && at < end && !this.#entries.has(open));
    if (outer.length < 2 || !this.#starts.every(isInside)) return;
    const spans = outer
      .flatMap((pair) => this.#pairSpans.get(pair) ?? [])
      .toSorted((one, other) => one.from - other.from);
    for (const [index, span] of spans.entries()) {
      if (index === 0) span.from = 0;
      span.to = Math.max(span.to, spans[index + 1]?.from ?? this.#words.length);
      Object.assign(span, this.#spanOf(span.from, span.to));
    }
  }

  /** Excludes punctuation at the ends of pairSpans that was outside the pair. */
  #fit(): void {
    for (const pair of this.#plain.pairs) {
      const pairSpan = this.#pairSpans.get(pair);
      if (pairSpan === undefined || this.#entries.has(pair.open)) continue;
      const content = this.#plain.text.slice(pair.start, pair.end).trim();
      const bare = this.#partOfWord(pair, content, pairSpan) ?? withoutPunctuation(this.#text, pairSpan);
      if (wordUnit.test(content.charAt(0))) pairSpan.start = bare.start;
      if (wordUnit.test(content.slice(-1))) pairSpan.end = bare.end;
      this.#keepWordsWhole(pairSpan);
      const outer = pair.parent && this.#pairSpans.get(pair.parent);
      if (outer === undefined) continue;
      pairSpan.start = Math.max(outer.start, pairSpan.start);
      pairSpan.end = Math.min(outer.end, pairSpan.end);
      if (pairSpan.start >= pairSpan.end) [pairSpan.start, pairSpan.end] = [outer.start, outer.end];
    }
  }

  /** A pair inside a word stays around the same letters if the translation has them. */
  #partOfWord(pair: PlacedTagPair, content: string, pairSpan: PairSpan): Span | undefined {
    const { text } = this.#plain;
    const isPart =
      (wordUnit.test(content.charAt(0)) && wordUnit.test(text.charAt(pair.start - 1))) ||
      (wordUnit.test(content.slice(-1)) && wordUnit.test(text.charAt(pair.end)));
    const own = this.#text.slice(pairSpan.start, pairSpan.end);
    const at = !isPart
      ? -1
      : wordUnit.test(text.charAt(pair.start - 1))
        ? own.lastIndexOf(content)
        : own.indexOf(content);
    return at < 0 ? undefined : { start: pairSpan.start + at, end: pairSpan.start + at + content.length };
  }

  #keepWordsWhole(pairSpan: PairSpan): void {
    for (const { start, end } of this.#places) {
      if (start < pairSpan.start && pairSpan.start < end) pairSpan.start = start;
      if (start < pairSpan.end && pairSpan.end < end) pairSpan.end = end;
    }
  }

  #pointOffset({ at, parent }: PlacedPoint, inner: PairSpan | undefined): number {
    const { text } = this.#plain;
    const [start, end] = [parent?.start ?? 0, parent?.end ?? text.length];
    const isFirst = text.slice(start, at).trim() === '';
    if (isFirst) return inner?.start ?? 0;
    if (text.slice(at, end).trim() === '') return inner?.end ?? this.#text.length;
    const within = { from: inner?.from ?? 0, to: inner?.to ?? this.#words.length };
    const own = wordNumberAt(this.#starts, at);
    const wordStart = this.#starts[own] ?? 0;
    const wordEnd = wordStart + text.slice(wordStart, this.#starts[own + 1]).trimEnd().length;
    const before = text.slice(wordStart, at);
    const hasLetterBefore = wordUnit.test(before);
    const gap = this.#gapFor(hasLetterBefore ? own + 1 : own, within);
    const [left, right] = [this.#words[gap - 1], this.#words[gap]];
    const isGluedRight = at < wordEnd && !hasLetterBefore;
    if ((isGluedRight || left === undefined) && right !== undefined) {
      const bare = withoutPunctuation(this.#text, right);
      return afterWord(this.#places, before === '' ? right.start : bare.start);
    }
    if (left === undefined) return 0;
    const bare = withoutPunctuation(this.#text, left);
    return afterWord(this.#places, hasLetterBefore && at < wordEnd ? bare.end : left.end);
  }
}

/** Whether `word` may be the model's form of a placeholder noun: it begins like it, or is in another script. */
function isFormOf(word: string, noun: string): boolean {
  return word.charAt(0).toLowerCase() === noun.charAt(0).toLowerCase() || !/\p{Script=Latin}/u.test(word);
}

function pairTokens({ open, close }: PlacedTagPair): Pick<PairSpan, 'open' | 'close'> {
  return { open, close };
}
