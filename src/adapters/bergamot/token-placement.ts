import type { Span } from '../../core/document/span.ts';
import { functionWordsOf } from '../../core/glossary/word-lists.ts';
import type { LanguageTag } from '../../core/languages/language.ts';
import type { AlignedText } from './aligned-text.ts';
import type { LocatedTerm } from './located-terms.ts';
import type { FoundNoun } from './placeholder-nouns.ts';
import { type PlacedPair, type PlacedPoint, type PlacedWord, type PlainSegment, wordUnit } from './plain-segment.ts';
import {
  type Sought,
  type TargetWord,
  targetWords,
  withoutPunctuation,
  wordNumberAt,
  wordNumbersIn,
  wordStarts,
} from './target-words.ts';

/** The translation of the content of a pair, as words of the translation and as UTF-16 units of its text. */
type Hull = { from: number; to: number; start: number; end: number; order: number };

/** The span of the text that a `word` token replaces; empty if its placeholder noun was lost. */
type WordPlace = Span & { readonly token: string };

/** Weights in the search for the span of a pair: words of the pair, words without alignment, words of others. */
const weights = { own: 1, none: -0.25, other: -1, sure: 4 };

/**
 * Puts the tokens of a sentence into any translation of it, each once, with nested pairs. Each token costs a pass over
 * all words: segments are short.
 *
 * Pairs of glossary entries are placed by the wanted words first, then by alignment. If neither finds the entry, its pair
 * is left empty, so that core replaces no other word.
 *
 * @param sought the placeholder nouns in the translation, from left to right, and the terms
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
  readonly #hulls = new Map<PlacedPair, Hull>();

  /** By the token at the start of the pair; undefined for a term that was not found. */
  readonly #terms: ReadonlyMap<string, LocatedTerm | undefined>;
  readonly #functionWords: ReadonlySet<string>;

  constructor(plain: PlainSegment, aligned: AlignedText, sought: Sought & { readonly target: LanguageTag }) {
    const { words, located } = targetWords(plain, aligned, sought);
    this.#plain = plain;
    this.#text = aligned.text;
    this.#words = words;
    this.#terms = new Map([
      ...sought.terms.map(({ open }) => [open, undefined] as const),
      ...located.map((term) => [term.open, term] as const),
    ]);
    this.#functionWords = functionWordsOf(sought.target);
    this.#starts = wordStarts(plain.text);
    this.#places = this.#placeWords(sought.nouns);
  }

  write(): string {
    for (const pair of this.#plain.pairs) this.#hulls.set(pair, this.#findHull(pair));
    this.#fit();
    this.#nest();
    const insertions = [
      ...this.#plain.pairs.flatMap((pair) => this.#insertPair(pair)),
      ...this.#plain.points.map((point, index) => this.#insertPoint(point, index)),
    ];
    return this.#assemble(insertions.toSorted(compareInsertions));
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
    const at = afterAll(taken, gap === 0 ? 0 : (this.#words[gap - 1]?.end ?? this.#text.length));
    return { start: at, end: at, token: ` ${token} ` };
  }

  #spanOf(from: number, to: number): Span {
    return { start: this.#words[from]?.start ?? 0, end: this.#words[to - 1]?.end ?? this.#text.length };
  }

  #findHull(pair: PlacedPair): Hull {
    if (!this.#terms.has(pair.open)) {
      const { from, to } = this.#searchHull(pair) ?? this.#nearestWord(pair);
      return { from, to, ...this.#spanOf(from, to), order: 0 };
    }
    const hull = this.#terms.get(pair.open) ?? this.#withoutFunctionWords(this.#searchHull(pair));
    const [first, last] = this.#numbersOf(pair);
    // This many words are hardly the translation of the entry, and core would replace them all.
    if (hull === undefined || hull.to - hull.from > 2 * (last - first)) return this.#emptyHull(pair);
    const { from, to } = hull;
    const start = this.#words[from]?.bare.start ?? 0;
    return { from, to, start, end: this.#words[to - 1]?.bare.end ?? start, order: 0 };
  }

  /** Excludes words such as "the" and "of" at the ends of a term, unless the term has them in the sentence. */
  #withoutFunctionWords(hull: Pick<Hull, 'from' | 'to'> | undefined): Pick<Hull, 'from' | 'to'> | undefined {
    let { from, to } = hull ?? { from: 0, to: 0 };
    while (from < to && this.#isFunctionWord(from)) from++;
    while (from < to && this.#isFunctionWord(to - 1)) to--;
    return from < to ? { from, to } : undefined;
  }

  #isFunctionWord(index: number): boolean {
    const { start, end } = this.#words[index]?.bare ?? { start: 0, end: 0 };
    return this.#functionWords.has(this.#text.slice(start, end).toLowerCase());
  }

  #emptyHull(pair: PlacedPair): Hull {
    const [first] = this.#numbersOf(pair);
    const gap = this.#gapFor(first, this.#boundsOf(pair));
    const at = afterAll(this.#places, this.#words[gap - 1]?.end ?? 0);
    return { from: gap, to: gap, start: at, end: at, order: 0 };
  }

  #boundsOf({ parent }: PlacedPair): { readonly from: number; readonly to: number } {
    const outer = parent && this.#hulls.get(parent);
    return { from: outer?.from ?? 0, to: outer?.to ?? this.#words.length };
  }

  /** The span of words, within the outer pair, with most words of this pair and fewest of others. */
  #searchHull(pair: PlacedPair): Pick<Hull, 'from' | 'to'> | undefined {
    const [first, last] = this.#numbersOf(pair);
    const { from: low, to: high } = this.#boundsOf(pair);
    let best = { from: low, to: low, sum: 0 };
    let current = { from: low, sum: 0 };
    for (const [index, { number, isSure }] of this.#words.entries()) {
      if (index < low || index >= high) continue;
      if (current.sum < 0) current = { from: index, sum: 0 };
      const isOwn = number !== undefined && number >= first && number < last;
      if (number === undefined) current.sum += weights.none;
      else current.sum += (isOwn ? weights.own : weights.other) * (isSure ? weights.sure : 1);
      const isLonger = index + 1 - current.from > best.to - best.from;
      if (current.sum > best.sum || (current.sum === best.sum && best.sum > 0 && isLonger)) {
        best = { from: current.from, to: index + 1, sum: current.sum };
      }
    }
    return best.sum > 0 ? best : undefined;
  }

  #nearestWord(pair: PlacedPair): Pick<Hull, 'from' | 'to'> {
    const [first] = this.#numbersOf(pair);
    const { from, to } = this.#boundsOf(pair);
    const gap = Math.max(from, Math.min(to - 1, this.#gapFor(first, { from, to })));
    return { from: gap, to: gap + 1 };
  }

  /**
   * Finds the gap in the translation for a token before word `number` of the sentence: the one with the fewest words on
   * the wrong side. @returns the count of words before the gap
   */
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

  /** Excludes punctuation at the ends of hulls that was outside the pair. */
  #fit(): void {
    for (const pair of this.#plain.pairs) {
      const hull = this.#hulls.get(pair);
      if (hull === undefined || this.#terms.has(pair.open)) continue;
      const content = this.#plain.text.slice(pair.start, pair.end).trim();
      const bare = this.#partOfWord(pair, content, hull) ?? withoutPunctuation(this.#text, hull);
      if (wordUnit.test(content.charAt(0))) hull.start = bare.start;
      if (wordUnit.test(content.slice(-1))) hull.end = bare.end;
      this.#keepWordsWhole(hull);
      const outer = pair.parent && this.#hulls.get(pair.parent);
      if (outer === undefined) continue;
      hull.start = Math.max(outer.start, hull.start);
      hull.end = Math.min(outer.end, hull.end);
      if (hull.start >= hull.end) [hull.start, hull.end] = [outer.start, outer.end];
    }
  }

  /** A pair inside a word stays around the same letters if the translation has them. */
  #partOfWord(pair: PlacedPair, content: string, hull: Hull): Span | undefined {
    const { text } = this.#plain;
    const isPart =
      (wordUnit.test(content.charAt(0)) && wordUnit.test(text.charAt(pair.start - 1))) ||
      (wordUnit.test(content.slice(-1)) && wordUnit.test(text.charAt(pair.end)));
    const own = this.#text.slice(hull.start, hull.end);
    const at = !isPart
      ? -1
      : wordUnit.test(text.charAt(pair.start - 1))
        ? own.lastIndexOf(content)
        : own.indexOf(content);
    return at < 0 ? undefined : { start: hull.start + at, end: hull.start + at + content.length };
  }

  #keepWordsWhole(hull: Hull): void {
    for (const { start, end } of this.#places) {
      if (start < hull.start && hull.start < end) hull.start = start;
      if (start < hull.end && hull.end < end) hull.end = end;
    }
  }

  /** Widens hulls that cross until one contains the other, and orders outer hulls before inner ones. */
  #nest(): void {
    const around: Hull[] = [];
    const sorted = [...this.#hulls.values()].toSorted((one, other) => one.start - other.start || other.end - one.end);
    for (const [order, hull] of sorted.entries()) {
      while ((around.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= hull.start) around.pop();
      for (const outer of around) outer.end = Math.max(outer.end, hull.end);
      around.push(hull);
      hull.order = order;
    }
  }

  #insertPair(pair: PlacedPair): readonly Insertion[] {
    const hull = this.#hulls.get(pair);
    if (hull === undefined || hull.start >= hull.end) {
      return [{ at: hull?.start ?? 0, phase: 1, key: -1, content: pair.open + pair.close }];
    }
    return [
      { at: hull.start, phase: 2, key: hull.order, content: pair.open },
      { at: hull.end, phase: 0, key: -hull.order, content: pair.close },
    ];
  }

  #insertPoint(point: PlacedPoint, index: number): Insertion {
    const { content } = point;
    const inner = point.parent && this.#hulls.get(point.parent);
    const at = this.#pointOffset(point, inner);
    if (inner === undefined) return { at, phase: 1, key: index, content };
    if (at >= inner.end) return { at: inner.end, phase: 0, key: -inner.order - 0.5, content };
    if (at <= inner.start) return { at: inner.start, phase: 2, key: inner.order + 0.5, content };
    return { at, phase: 1, key: index, content };
  }

  #pointOffset({ at, parent }: PlacedPoint, inner: Hull | undefined): number {
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
      return afterAll(this.#places, before === '' ? right.start : bare.start);
    }
    if (left === undefined) return 0;
    const bare = withoutPunctuation(this.#text, left);
    return afterAll(this.#places, hasLetterBefore && at < wordEnd ? bare.end : left.end);
  }

  #assemble(insertions: readonly Insertion[]): string {
    const changes = [
      ...insertions.map(({ at, content }) => ({ start: at, end: at, content })),
      ...this.#places.map(({ start, end, token }) => ({ start, end, content: token })),
    ].toSorted((one, other) => one.start - other.start || one.end - other.end);
    let written = '';
    let done = 0;
    for (const { start, end, content } of changes) {
      written += this.#text.slice(done, Math.max(done, start)) + content;
      done = Math.max(done, end);
    }
    return (written + this.#text.slice(done)).replaceAll(/ {2,}/g, ' ').trim();
  }
}

/** Whether `word` may be the model's form of a placeholder noun: it begins like it, or is in another script. */
function isFormOf(word: string, noun: string): boolean {
  return word.charAt(0).toLowerCase() === noun.charAt(0).toLowerCase() || !/\p{Script=Latin}/u.test(word);
}

/** Text to insert at an offset: closing tokens first (0), then points (1), then opening tokens (2). */
type Insertion = { readonly at: number; readonly phase: 0 | 1 | 2; readonly key: number; readonly content: string };

function compareInsertions(one: Insertion, other: Insertion): number {
  return one.at - other.at || one.phase - other.phase || one.key - other.key;
}

/** `at`, or the end of the span that contains it. */
function afterAll(spans: readonly Span[], at: number): number {
  return spans.find(({ start, end }) => start < at && at < end)?.end ?? at;
}
