import { tokenPattern } from '../document/token.ts';
import { unspacedScripts } from '../languages/script-letters.ts';

export const unspacedLetter = new RegExp(`[${unspacedScripts}]`, 'u');

export const unspacedLetters = new RegExp(unspacedLetter, 'gu');

/** Scripts without spaces, and scripts that attach articles and prepositions to the next word. */
export const joinsNext = new RegExp(`[${unspacedScripts}\\p{Script=Arabic}\\p{Script=Hebrew}]`, 'u');
/** Scripts without spaces, and scripts that attach particles to the previous word. */
export const joinsPrevious = new RegExp(`[${unspacedScripts}\\p{Script=Hangul}]`, 'u');

/** A word, or two letters of a script without spaces, which is about the length of a word. */
const word = new RegExp(`[${unspacedScripts}ー]{1,2}|(?:(?![${unspacedScripts}])\\p{L}[\\p{M}'’]*)+`, 'gu');

export function readWords(segment: string): readonly string[] {
  return withoutTokens(segment).match(word) ?? [];
}

export function withoutTokens(segment: string): string {
  return segment.replace(tokenPattern, ' ');
}

/** UTF-16 units around a place that are searched. */
const windowUnits = 60;
const words = new Intl.Segmenter('und', { granularity: 'word' });

/** Returns the word boundary nearest to `near` in a text without spaces, or undefined if there is none near it. */
export function cutUnspaced(text: string, near: number): number | undefined {
  const from = Math.max(0, Math.floor(near - windowUnits / 2));
  const window = text.slice(from, from + windowUnits);
  const cuts = Array.from(words.segment(window), ({ index }) => from + index).filter((cut) => {
    return cut > from && unspacedLetter.test(text.charAt(cut));
  });
  return cuts.toSorted((one, other) => Math.abs(one - near) - Math.abs(other - near))[0];
}
