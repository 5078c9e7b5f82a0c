import type { LanguageTag } from '../languages/language.ts';
import { abbreviationsOf } from './abbreviations.ts';
import { characterAt } from './scripts.ts';
import { UnitKinds, unitTest } from './unit-kinds.ts';

/** Units that may end a sentence or a table cell: spaces, terminals, surrogates, the Greek question mark, tabs. */
const kinds = new UnitKinds(/ /, /[.!?…]|\p{Sentence_Terminal}/u, /\p{Cs}/u, /;/, /\t/);
const sentenceTerminal = /\p{Sentence_Terminal}/u;
const terminals = /(?:[.!?…]|\p{Sentence_Terminal})+/uy;

/** Terminals that also occur in abbreviations and numbers (source: UAX #29, ATerm), and the ellipsis. */
const points = /^[.…\u2024\uFE52\uFF0E]+$/u;
/** Terminals that end a sentence without a space after them. */
const needsNoSpace = /[^.!?…\u2024\uFE52؟]$/u;

/** Characters of the sentence after its terminal: quotation marks, brackets, closing tokens, points, notes. */
const closers = /(?:[\p{Pe}\p{Pf}\p{Pi}"'*_]|[\uFDD2\uFDD3].|\uFDD1.\[?\d{1,3}\]?\uFDD2.|\[\d{1,3}\])*/uy;
/** French and other languages put white space before a closing quotation mark. */
const closerBehindSpace = /[»›”)\]}](?=[\s,;:.!?\p{Sentence_Terminal}\uFDD2]|$)/uy;
const spaces = /(?:[\s\p{Cc}]|\uFDD4.)*/uy;
/** Characters after which a sentence continues. Source: UAX #29, SContinue. */
const continuation = /[,;:\-–—،、；：，]/u;
/** Characters before the first letter of a sentence. */
const openers = /(?:[\p{Ps}\p{Pi}\p{Pf}"'*_\s]|[\uFDD1\uFDD3\uFDD4].){0,50}/uy;
const openTokens = /(?:\uFDD1.)*/uy;
const pointLead = '\uFDD3';
const invertedMark = /[¿¡]/u;
/** The text before the first letter: no sentence ends there. */
const beforeLetter = /(?:(?![.!?…]|\p{Sentence_Terminal})[^\p{L}\uFDD0]){0,50}/uy;

const lowercase = /\p{Ll}/u;
const letter = /\p{L}/u;
const digit = /^\d/;
const isSpace = unitTest(/\s/);
const hiragana = /\p{Script=Hiragana}/u;
const japaneseQuoteEnd = /[」』”]$/u;

/** The longest abbreviation, with its point, in UTF-16 units. */
const abbreviationLengthMax = 16;

/** Characters before an abbreviation in the same word: brackets, quotation marks, tokens. */
const opening = /^[\p{Ps}\p{Pi}\p{Pd}"'’/\uFDD0-\uFDD4\uE000]+/u;
const initials = /^(?:\p{Lu}\p{M}?[.]|(?:\p{L}\p{M}?[.]){2,})$/u;
const ordinal = /^\d{1,2}[.]$/;
/** A word with a point that is longer than any abbreviation. */
const longWord = /\p{L}{6,}[.]$/u;

/**
 * Returns a function from the start of a sentence to its end with the white space after it. Unlike in UAX #29, points
 * of abbreviations, initials and German ordinals do not end it, because half a sentence translates worse than two.
 * `line` has tokens for protected spans. Starts must increase: all calls read the line a few times at most.
 */
export function sentenceEnds(line: string, language: LanguageTag): (start: number) => number {
  const isGreek = language === 'el' || language.startsWith('el-');
  // In a line without cells, spaces are skipped like letters.
  const passed = line.includes('   ') ? 0 : 1;
  const { known } = kinds;
  return (start) => {
    for (let at = start; at < line.length; ) {
      const unit = line.charCodeAt(at);
      const kind = (known[unit] || kinds.learn(unit)) - 1;
      if (kind <= passed || !mayEnd(line, at, { kind, isGreek })) {
        at++;
        continue;
      }
      // Most lines have one sentence.
      if (at === line.length - 1) break;
      const behind = kind === 1 || kind === 5 ? behindCell(line, start, at) : behindTerminal(line, at, language);
      if (behind.isEnd) return behind.index;
      at = behind.index;
    }
    return line.length;
  };
}

function mayEnd(line: string, at: number, { kind, isGreek }: { readonly kind: number; readonly isGreek: boolean }) {
  if (kind === 1) return line.startsWith('   ', at);
  if (kind === 3) return sentenceTerminal.test(characterAt(line, at));
  return kind !== 4 || isGreek;
}

/** The index where the sentence ends, or where the search continues. */
type Behind = { readonly index: number; readonly isEnd: boolean };

/** Wide white space separates cells, unless a sentence that began with a capital continues in lower case. */
function behindCell(line: string, start: number, tab: number): Behind {
  const index = skip(spaces, line, tab);
  const goesOn = lowercase.test(firstOf(line, index)) && !lowercase.test(firstOf(line, start));
  return { index, isEnd: !goesOn };
}

function behindTerminal(line: string, from: number, language: LanguageTag): Behind {
  const end = Math.max(skip(terminals, line, from), from + 1);
  const closed = skip(closers, line, end);
  const spaced = skip(spaces, line, closed);
  const quoted = spaced > closed ? skip(closerBehindSpace, line, spaced) : spaced;
  const index = quoted > spaced ? skip(spaces, line, quoted) : spaced;
  if (index >= line.length) return { index, isEnd: true };
  const mark = { text: line.slice(from, end), from, end, closed: quoted > spaced ? quoted : closed, index };
  return { index, isEnd: endsSentence(line, mark, language) };
}

type TerminalMark = {
  /** One or more terminals, "?!". */
  readonly text: string;
  readonly from: number;
  readonly end: number;
  /** After all closing characters of the sentence. */
  readonly closed: number;
  /** After the white space, where the next sentence would begin. */
  readonly index: number;
};

function endsSentence(line: string, mark: TerminalMark, language: LanguageTag): boolean {
  const next = line.charAt(mark.index);
  if (continuation.test(next)) return false;
  if (mark.index === mark.closed && !isDivided(line, mark)) return endsWithoutSpace(line, mark, language);
  if (sentenceTerminal.test(next)) return false;
  const first = firstOf(line, mark.index);
  if (points.test(mark.text)) return !goesOnInSmall(line, mark, first) && !pointEndsNothing(line, mark, language);
  // «¿Qué?» dijo: the quotation ends, the sentence continues.
  return mark.closed === mark.end || !lowercase.test(first);
}

/** A lower-case letter continues the sentence, except after a digit and a point that is not of an abbreviation. */
function goesOnInSmall(line: string, { from, index }: TerminalMark, first: string): boolean {
  if (!lowercase.test(first)) return false;
  return (
    !digit.test(line.charAt(index)) || !longWord.test(line.slice(Math.max(0, from - abbreviationLengthMax), from + 1))
  );
}

/** Whether a space, also after tokens (`Hola.<b> Adiós</b>`), or an emoji is after the terminal. */
function isDivided(line: string, { end, closed, index }: TerminalMark): boolean {
  if (line.slice(end, closed).includes(pointLead)) return true;
  const opened = skip(openTokens, line, index);
  return opened > index && skip(spaces, line, opened) > opened;
}

/** Words on both sides of a full stop without a space: `roja.El`, not `S.A.`, `Node.js`, `System.Windows.Forms`. */
const wordBefore =
  /(?:(?<![\p{L}\p{M}\p{N}.])(?:\p{Lu}?[\p{Ll}\p{Lo}\p{M}]{2,}|\p{Lu}{4,})|(?<![\p{L}.])\p{N}{1,9}|[\p{Pe}\p{Pf}"'%€$*_]|[\uFDD0\uFDD2].)$/u;
const wordAfter =
  /(?:[\p{Ps}\p{Pi}"'*_]|[\uFDD1\uFDD3\uFDD4].){0,4}(?:\p{Lu}[\p{Ll}\p{M}]{0,40}|(?<=\p{Lu}{4}\.)\p{Lu}{2,40})(?![\p{L}\p{N}_(]|\.[\p{L}\p{N}])/uy;

function divides(line: string, mark: TerminalMark, language: LanguageTag): boolean {
  if (mark.from === 0 || skip(wordAfter, line, mark.index) === mark.index) return false;
  const before = line.slice(Math.max(0, mark.from - 2 * abbreviationLengthMax), mark.from);
  return wordBefore.test(before) && !pointEndsNothing(line, mark, language);
}

function endsWithoutSpace(line: string, mark: TerminalMark, language: LanguageTag): boolean {
  const next = firstOf(line, mark.index);
  if (invertedMark.test(line.charAt(mark.index))) return true;
  if (needsNoSpace.test(mark.text)) {
    const isQuoted = mark.closed > mark.end && japaneseQuoteEnd.test(line.slice(mark.end, mark.closed));
    return !(isQuoted && hiragana.test(next)) && !digit.test(next);
  }
  if (points.test(mark.text)) return divides(line, mark, language);
  return letter.test(next) && !lowercase.test(next);
}

/** Returns the first letter from `index` on, after brackets, quotes, tokens and digits; else a digit or word token. */
function firstOf(line: string, index: number): string {
  const start = skip(openers, line, index);
  const first = String.fromCodePoint(line.codePointAt(start) ?? 0);
  if (letter.test(first) || first === '\uFDD0' || invertedMark.test(first)) return first;
  const later = String.fromCodePoint(line.codePointAt(skip(beforeLetter, line, start)) ?? 0);
  return letter.test(later) ? later : first;
}

function pointEndsNothing(
  line: string,
  { text, from, end, closed, index }: TerminalMark,
  language: LanguageTag,
): boolean {
  if (text !== '.' || closed > end) return false;
  // Bounded, so that the time is linear for a line of only points and letters.
  const earliest = Math.max(0, from - 2 * abbreviationLengthMax);
  let start = from;
  while (start > earliest && !isSpace(line, start - 1)) start--;
  const word = line.slice(start, end).replace(opening, '');
  const { always, beforeNumber, ends, ordinals } = abbreviationsOf(language);
  if (ends.has(word)) return false;
  if (always.has(word) || initials.test(word)) return true;
  if (ordinals && ordinal.test(word)) return true;
  return digit.test(line.slice(index, index + 1)) && beforeNumber.has(word.toLowerCase());
}

function skip(pattern: RegExp, line: string, index: number): number {
  pattern.lastIndex = index;
  return pattern.test(line) ? pattern.lastIndex : index;
}
