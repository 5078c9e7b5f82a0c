import { unspacedScripts } from '../../languages/script-letters.ts';
import type { ProtectedSpan, SpelledCharacter } from '../span.ts';
import { unitTest } from '../unit-kinds.ts';

/** State of the search for inline spans, from left to right, in a text between markup. */
export type Scan = {
  readonly text: string;
  /** The end of the text before it, with its markup. */
  readonly lead: string;
  /** In order. */
  readonly findings: SpanFinding[];
  at: number;
  /** End of the last protected span: no later span begins before it. */
  floor: number;
  spelledEnd: number;
  /** Offsets up to which words, dotted words and paths were checked, so that none is read twice. */
  wordsJudged: number;
  dottedJudged: number;
  pathsJudged: number;
  rootedJudged: number;
  /** Characters that may still be read for ICU messages; keeps the time for unclosed messages linear. */
  icuBudget: number;
};

/** Protected spans have a role, spelled characters a spelling. */
export type SpanFinding = ProtectedSpan | SpelledCharacter;

/** Finds the protected span that contains the character at `at`, and begins at `floor` or later. */
export type Finder = (scan: Scan, at: number) => SpanFinding | undefined;

/** ICU budget as a multiple of the length. A well-formed message is read once for each level. */
const icuReadings = 16;

export function scanOf(text: string, lead = ''): Scan {
  return {
    text,
    lead,
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

/** Returns the end of the match of a sticky `pattern` at `at`. */
export function matchAt(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

export function finderOf(pattern: RegExp, role: 'word' | 'point'): Finder {
  return ({ text }, at) => {
    const end = matchAt(pattern, text, at);
    return end === undefined ? undefined : { start: at, end, role };
  };
}

/** A character class: the letters of scripts without spaces. */
export const unspacedLetterSet = `[${unspacedScripts}ー々]`;
const unspaced = new RegExp(unspacedLetterSet, 'u');

export function isUnspacedLetter(character: string): boolean {
  return character > '\u0dff' && unspaced.test(character);
}

/** Whether a letter, a digit or an underscore is at `at`; false for letters of scripts without spaces. */
export const isWordAt = unitTest(new RegExp(`[[\\p{L}\\p{M}\\p{N}_]--${unspacedLetterSet}]`, 'v'));

export function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

export function isLower(unit: number): boolean {
  return unit >= 0x61 && unit <= 0x7a;
}

const isOpening = unitTest(/[\s\p{Ps}\p{Pi}\p{Pd}"'`>=|¿¡,;*~]/u);

/** Whether a word may begin at `at`: at the start, or after white space or an opening sign. */
export function opensAt({ text, floor }: Scan, at: number): boolean {
  return at === floor || isOpening(text, at - 1);
}
