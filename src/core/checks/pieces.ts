import { type Span, spansOf } from '../document/span.ts';
import { hasTokens, readToken, tokenPattern } from '../document/token.ts';
import { fitPiece } from './fit-piece.ts';
import { cutUnspaced } from './unspaced-text.ts';
import { unspacedLetters } from './words.ts';

/** A sentence in pieces that can be translated by themselves. */
export type Pieces = {
  /** In order; each holds a letter outside tokens and has no white space at its ends. */
  readonly texts: readonly string[];
  /** Puts back what stood between and around them. @param translations one for each text */
  join(translations: readonly string[]): string;
};

/** Shorter clauses stay with their neighbours: without them they say next to nothing to an engine. */
const clauseLettersMin = 12;

/** A half of a pair, or a span of punctuation, white space and what stands for white space. */
const pairOrGap = /[\uFDD1\uFDD2][\uE000-\uE3E7]|(?:[\s,;:()[\]—–،؛，；：、（）]|\uFDD4[\uE000-\uE3E7])+/g;
const isPairToken = /^[\uFDD1\uFDD2]/;
const clauseMark = /[,;:()[\]—–،؛，；：、（）]/;
const spaceOrWide = /[\s—，；：、（）\uFDD4]/;
const space = /[\s\uFDD4]/;
const digit = /\p{Nd}/u;
const digits = /\p{Nd}+/gu;
const tokenUnit = /[\uFDD0-\uFDEF\uFFFE\uFFFF]/g;
const letter = /\p{L}/u;
const letters = /\p{L}/gu;

/**
 * A token, or a figure with the letters of an alphabet that have grown together with it: 39C, 1st. Looks behind, so that
 * a long word without a figure is not tried anew from each of its letters.
 */
const markOrFigure = /[\uFDD0-\uFDD4][\uE000-\uE3E7]|(?<![\p{Lu}\p{Ll}])[\p{Lu}\p{Ll}]*\p{Nd}[\p{Nd}\p{Lu}\p{Ll}]*/gu;
/** Of a word; halves of letters beyond the first plane count for letters. */
const wordUnit = /[\p{L}\p{M}\uD800-\uDFFF]/u;
const brackets: Readonly<Record<string, string>> = { ')': '(', ']': '[', '»': '«', '”': '“', '）': '（', '」': '「' };

/**
 * Cuts a sentence into its clauses, or in two at about the middle where it has but one; never between the halves of a
 * pair and never inside a number.
 *
 * @returns undefined when there is no place to cut
 */
export function cutAtClauses(sentence: string): Pieces | undefined {
  const gaps = gapsOutsidePairs(sentence);
  const clauses = joinShort(
    sentence,
    between(
      sentence,
      gaps.filter((gap) => dividesClauses(sentence, gap)),
    ),
  );
  if (clauses.length > 1) return piecesOf(sentence, clauses);
  const middle = middleOf(sentence, gaps);
  const halves = middle === undefined ? [] : between(sentence, [middle]);
  return halves.length > 1 ? piecesOf(sentence, halves) : undefined;
}

/**
 * Cuts out tokens and figures: they stay where they are, with the punctuation and white space around them, and only
 * the words between are translated. Nothing of them can be lost that way, though the words fit together less well.
 *
 * @returns undefined when the sentence has neither
 */
export function cutProtectedOut(sentence: string): Pieces | undefined {
  if (!hasTokens(sentence) && !digit.test(sentence)) return undefined;
  const marks = spansOf(sentence, markOrFigure);
  const spans = between(sentence, marks).map((span) => withoutEdges(sentence, span));
  const pieces = piecesOf(sentence, spans);
  return { texts: pieces.texts, join: (translations) => pieces.join(translations.map(withoutMarks)) };
}

function withoutMarks(translation: string): string {
  if (!hasTokens(translation) && !digit.test(translation)) return translation;
  return translation.replace(tokenPattern, ' ').replace(tokenUnit, '').replace(digits, '');
}

function piecesOf(sentence: string, spans: readonly Span[]): Pieces {
  const texts = spans.map(({ start, end }) => sentence.slice(start, end));
  return {
    texts,
    join(translations) {
      let joined = '';
      let last = 0;
      for (const [index, { start, end }] of spans.entries()) {
        const text = texts[index] ?? '';
        joined += sentence.slice(last, start) + fitPiece(text, translations[index] ?? '', { isFirst: index === 0 });
        last = end;
      }
      return joined + sentence.slice(last);
    },
  };
}

/** Where a sentence can be taken apart: punctuation and white space that no pair encloses. */
function gapsOutsidePairs(sentence: string): readonly Span[] {
  const gaps: Span[] = [];
  let depth = 0;
  for (const { 0: found, index } of sentence.matchAll(pairOrGap)) {
    const { role } = readToken(found);
    if (isPairToken.test(found)) depth += role === 'open' ? 1 : -1;
    else if (depth === 0) gaps.push({ start: index, end: index + found.length });
  }
  return gaps;
}

/** What is left of `sentence` outside `gaps`, without what holds no letter. */
function between(sentence: string, gaps: readonly Span[]): readonly Span[] {
  const starts = [0, ...gaps.map(({ end }) => end)];
  const ends = [...gaps.map(({ start }) => start), sentence.length];
  return starts
    .map((start, index) => ({ start, end: ends[index] ?? start }))
    .filter(({ start, end }) => letter.test(sentence.slice(start, end).replace(tokenPattern, '')));
}

/** The same spans, the short ones in one with what precedes them. */
function joinShort(sentence: string, spans: readonly Span[]): readonly Span[] {
  const joined: Span[] = [];
  let lettersOfLast = Number.POSITIVE_INFINITY;
  for (const { start, end } of spans) {
    const count = countLetters(sentence.slice(start, end));
    const last = joined.at(-1);
    if (last !== undefined && (lettersOfLast < clauseLettersMin || count < clauseLettersMin)) {
      joined[joined.length - 1] = { start: last.start, end };
      lettersOfLast += count;
    } else {
      joined.push({ start, end });
      lettersOfLast = count;
    }
  }
  return joined;
}

/** A character of a script without spaces says about as much as three letters. */
function countLetters(text: string): number {
  return (text.match(letters)?.length ?? 0) + 2 * (text.match(unspacedLetters)?.length ?? 0);
}

/** A comma alone divides clauses, not 1,000 nor "e.g.,x"; what is wide brings its own space. */
function dividesClauses(sentence: string, { start, end }: Span): boolean {
  const gap = sentence.slice(start, end);
  return clauseMark.test(gap) && spaceOrWide.test(gap) && !isBetweenDigits(sentence, { start, end });
}

function isBetweenDigits(sentence: string, { start, end }: Span): boolean {
  return digit.test(sentence.charAt(start - 1)) && digit.test(sentence.charAt(end));
}

/** The gap of white space nearest to the middle that has words on both sides; between letters where there is none. */
function middleOf(sentence: string, gaps: readonly Span[]): Span | undefined {
  const inside = gaps.filter((gap) => {
    return space.test(sentence.slice(gap.start, gap.end)) && !isBetweenDigits(sentence, gap);
  });
  const sides = between(sentence, inside);
  const [first, last] = [sides.at(0), sides.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  if (sides.length === 1) return middleOfWord(sentence, first);
  const middle = (first.start + last.end) / 2;
  return inside
    .filter(({ start, end }) => start >= first.end && end <= last.start)
    .toSorted((one, other) => Math.abs(one.start - middle) - Math.abs(other.start - middle))[0];
}

/** Between two words that no space divides. */
function middleOfWord(sentence: string, { start, end }: Span): Span | undefined {
  const text = sentence.slice(start, end);
  const cut = hasTokens(text) ? undefined : cutUnspaced(text, text.length / 2);
  return cut === undefined ? undefined : { start: start + cut, end: start + cut };
}

/** Without the punctuation and white space at both ends; what closes a bracket opened inside stays. */
function withoutEdges(sentence: string, { start, end }: Span): Span {
  let [first, last] = [start, end];
  while (first < end && !wordUnit.test(sentence.charAt(first))) first++;
  while (last > first && !wordUnit.test(sentence.charAt(last - 1))) last--;
  const opener = brackets[sentence.charAt(last)];
  if (last < end && opener !== undefined && sentence.slice(first, last).includes(opener)) last++;
  return { start: first, end: last };
}
