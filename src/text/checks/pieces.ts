import { type Span, spansOf } from '../document/span.ts';
import { hasTokens, readToken, tokenPattern } from '../document/token.ts';
import { fitPiece } from './capitals.ts';
import { cutUnspaced, unspacedLetters } from './words.ts';

export type Pieces = {
  /** In order; each has a letter outside tokens, and no white space at its ends. */
  readonly texts: readonly string[];
  /** Joins translations with the text between and around the pieces. */
  join(translations: readonly string[]): string;
};

/** Shorter clauses are joined to their neighbours, because an engine needs more context. */
const clauseLettersMin = 12;

/** Signs between the parts of a title or a list, for a character class. */
export const separators = '|/~>•·⋅→←★●+';
/** A token such as an emoji or `&nbsp;`, for a regular expression. */
export const point = '\\uFDD3[\\uE000-\\uEF9F]';
const lonePoint = `(?<=\\s)${point}(?=\\s)`;
/** Half of a pair, or punctuation, white space, points between spaces and tokens of white space. */
const pairOrGap = new RegExp(
  `[\\uFDD1\\uFDD2][\\uE000-\\uEF9F]|(?:[\\s,;:()[\\]—–،؛，；：、（）${separators}]|\\uFDD4[\\uE000-\\uEF9F]|${lonePoint})+`,
  'g',
);
const separator = new RegExp(`[${separators}]|${lonePoint}`);
const clauseMark = /[,;:()[\]—–،؛，；：、（）]/;
const spaceOrWide = /[\s—，；：、（）\uFDD4]/;
const space = /[\s\uFDD4]/;
const digit = /\p{Nd}/u;
const figure = /\p{Nd}|[IVX]{2}/u;
const digits = /\p{Nd}+/gu;
const tokenUnit = /[\uFDD0-\uFDEF\uFFFE\uFFFF]/g;
const letter = /\p{L}/u;
const letters = /\p{L}/gu;

/** A token, a number with attached letters (39C), or a Roman numeral. Look-behinds keep the time linear for long words. */
const tokenOrFigure =
  /[\uFDD0-\uFDD4][\uE000-\uEF9F]|(?<![\p{Lu}\p{Ll}])[\p{Lu}\p{Ll}]*\p{Nd}[\p{Nd}\p{Lu}\p{Ll}]*|(?<![\p{L}\p{N}])[IVX]{2,6}(?![\p{L}\p{N}])/gu;
/** Surrogates count as letters. */
const wordUnit = /[\p{L}\p{M}\uD800-\uDFFF]/u;
const brackets: Readonly<Record<string, string>> = { ')': '(', ']': '[', '»': '«', '”': '“', '）': '（', '」': '「' };

/**
 * Cuts a sentence at its separators (`a / b`) and points between spaces, into its clauses, or a single clause near its
 * middle; never inside a pair or a number. Undefined if there is no place to cut.
 */
export function cutAtClauses(sentence: string): Pieces | undefined {
  const gaps = gapsOutsidePairs(sentence);
  const apart = gaps.filter(({ start, end }) => separator.test(sentence.slice(start, end)));
  const parts = between(sentence, apart);
  if (parts.length > 1) return piecesOf(sentence, parts);
  const dividing = gaps.filter((gap) => dividesClauses(sentence, gap));
  const clauses = joinShort(sentence, between(sentence, dividing));
  if (clauses.length > 1) return piecesOf(sentence, clauses);
  const middle = middleOf(sentence, gaps);
  const halves = middle === undefined ? [] : between(sentence, [middle]);
  return halves.length > 1 ? piecesOf(sentence, halves) : undefined;
}

const quotes = /["“”„«»][\s,;:—–"“”„«»]*/g;

/** Cuts a sentence at its quotation marks; undefined if there is none, or if a pair crosses one. */
export function cutAtQuotes(sentence: string): Pieces | undefined {
  const spans = between(sentence, spansOf(sentence, quotes)).map((span) => withoutSpace(sentence, span));
  const crosses = ({ start, end }: Span): boolean => {
    const text = sentence.slice(start, end);
    return text.split('\uFDD1').length !== text.split('\uFDD2').length;
  };
  return spans.length > 0 && !spans.some(crosses) ? piecesOf(sentence, spans) : undefined;
}

function withoutSpace(sentence: string, { start, end }: Span): Span {
  const text = sentence.slice(start, end);
  return { start: end - text.trimStart().length, end: start + text.trimEnd().length };
}

/** Cuts out tokens and numbers with punctuation and white space around them; undefined if the sentence has neither. */
export function cutProtectedOut(sentence: string): Pieces | undefined {
  if (!hasTokens(sentence) && !figure.test(sentence)) return undefined;
  const spans = between(sentence, spansOf(sentence, tokenOrFigure)).map((span) => withoutEdges(sentence, span));
  const pieces = piecesOf(sentence, spans);
  return { texts: pieces.texts, join: (translations) => pieces.join(translations.map(withoutProtected)) };
}

function withoutProtected(translation: string): string {
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

/** Punctuation and white space outside of pairs. */
function gapsOutsidePairs(sentence: string): readonly Span[] {
  const gaps: Span[] = [];
  let depth = 0;
  for (const { 0: found, index } of sentence.matchAll(pairOrGap)) {
    const { role } = readToken(found);
    if (role === 'open' || role === 'close') depth += role === 'open' ? 1 : -1;
    else if (depth === 0) gaps.push({ start: index, end: index + found.length });
  }
  return gaps;
}

/** The spans of `sentence` outside `gaps` that have a letter. */
function between(sentence: string, gaps: readonly Span[]): readonly Span[] {
  const starts = [0, ...gaps.map(({ end }) => end)];
  const ends = [...gaps.map(({ start }) => start), sentence.length];
  return starts
    .map((start, index) => ({ start, end: ends[index] ?? start }))
    .filter(({ start, end }) => letter.test(sentence.slice(start, end).replace(tokenPattern, '')));
}

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

/** A character of a script without spaces counts as three letters. */
function countLetters(text: string): number {
  return (text.match(letters)?.length ?? 0) + 2 * (text.match(unspacedLetters)?.length ?? 0);
}

/** False for the comma of 1,000 or "e.g.,x". Wide punctuation needs no space. */
function dividesClauses(sentence: string, { start, end }: Span): boolean {
  const gap = sentence.slice(start, end);
  return clauseMark.test(gap) && spaceOrWide.test(gap) && !isBetweenDigits(sentence, { start, end });
}

function isBetweenDigits(sentence: string, { start, end }: Span): boolean {
  return digit.test(sentence.charAt(start - 1)) && digit.test(sentence.charAt(end));
}

/** The white space nearest to the middle, with words on both sides; otherwise a place between two words. */
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

function middleOfWord(sentence: string, { start, end }: Span): Span | undefined {
  const text = sentence.slice(start, end);
  const cut = hasTokens(text) ? undefined : cutUnspaced(text, text.length / 2);
  return cut === undefined ? undefined : { start: start + cut, end: start + cut };
}

/** Removes punctuation and white space at both ends, except a bracket that closes one inside. */
function withoutEdges(sentence: string, { start, end }: Span): Span {
  let [first, last] = [start, end];
  while (first < end && !wordUnit.test(sentence.charAt(first))) first++;
  while (last > first && !wordUnit.test(sentence.charAt(last - 1))) last--;
  const opener = brackets[sentence.charAt(last)];
  if (last < end && opener !== undefined && sentence.slice(first, last).includes(opener)) last++;
  return { start: first, end: last };
}
