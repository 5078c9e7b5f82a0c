import { tokenPattern } from '../document/token.ts';
import { unspacedScripts } from '../languages/unspaced-scripts.ts';

/** A letter of a script without spaces between words. */
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

/** Returns the segment with a space in place of each token. */
export function withoutTokens(segment: string): string {
  return segment.replace(tokenPattern, ' ');
}
