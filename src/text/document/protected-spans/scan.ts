import { unspacedScripts } from '../../languages/unspaced-scripts.ts';
import type { ProtectedSpan, SpelledCharacter } from '../span.ts';
import { unitTest } from '../unit-kinds.ts';

/** The state of a search for protected spans, from left to right, in a text between the tags of a markup. */
export type Scan = {
  readonly text: string;
  /** In order. */
  readonly findings: SpanFinding[];
  /** Everything before has been read. */
  at: number;
  /** End of the last protected span: no later span begins before it. */
  floor: number;
  /** End of the last spelled character. */
  spelledEnd: number;
  /** Up to where words, dotted words and paths have been checked, so that none is read twice. */
  wordsJudged: number;
  dottedJudged: number;
  pathsJudged: number;
  rootedJudged: number;
  /** How many more characters may be read for ICU messages, so that unfinished ones cost linear time. */
  icuBudget: number;
};

/** Protected spans have a role, spelled characters a spelling. */
export type SpanFinding = ProtectedSpan | SpelledCharacter;

/** Finds the protected span that contains the character at `at`, and begins at `floor` or later. */
export type Finder = (scan: Scan, at: number) => SpanFinding | undefined;

/** Times its length that a span may be read for ICU messages; one that is well formed is read once for each level. */
const icuReadings = 16;

export function scanOf(text: string): Scan {
  return {
    text,
    findings: [],
    at: 0,
    floor: 0,
    spelledEnd: -1,
    wordsJudged: 0,
    dottedJudged: 0,
    pathsJudged: 0,
    rootedJudged: 0,
    icuBudget: icuReadings * text.length,
  };
}

/** The end of the match of `pattern`, which is sticky, at `at`. */
export function matchAt(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** A finder of what `pattern`, which is sticky, matches at a character. */
export function finderOf(pattern: RegExp, role: 'word' | 'point'): Finder {
  return ({ text }, at) => {
    const end = matchAt(pattern, text, at);
    return end === undefined ? undefined : { start: at, end, role };
  };
}

/** A set of characters: the letters of scripts without spaces, where the next word may begin anywhere. */
export const unspacedLetterSet = `[${unspacedScripts}ー々]`;
const unspaced = new RegExp(unspacedLetterSet, 'u');

export function isUnspacedLetter(character: string): boolean {
  return character > '\u0dff' && unspaced.test(character);
}

/** Whether a letter, a figure or an underscore stands at `at`; letters of scripts without spaces are none. */
export const isWordAt = unitTest(new RegExp(`[[\\p{L}\\p{M}\\p{N}_]--${unspacedLetterSet}]`, 'v'));

export function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

export function isLower(unit: number): boolean {
  return unit >= 0x61 && unit <= 0x7a;
}

const isOpening = unitTest(/[\s\p{Ps}\p{Pi}\p{Pd}"'`>=|¿¡,;*~]/u);

/** Whether a word may begin at `at`: after nothing, white space, or what opens something. */
export function opensAt({ text, floor }: Scan, at: number): boolean {
  return at === floor || isOpening(text, at - 1);
}
