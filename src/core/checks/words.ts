import { tokenPattern } from '../document/token.ts';
import { unspacedScripts } from '../languages/unspaced-scripts.ts';

/** A letter of a script whose words stand without spaces between them. */
export const unspacedLetter = new RegExp(`[${unspacedScripts}]`, 'u');

/** The same for all of a text; global, so not for `test`. */
export const unspacedLetters = new RegExp(unspacedLetter, 'gu');

/** A word, or two letters where words stand without spaces: about as many as a word has there. */
const word = new RegExp(`[${unspacedScripts}ー]{1,2}|(?:(?![${unspacedScripts}])\\p{L}[\\p{M}'’]*)+`, 'gu');

/** The words of a segment, tokens left out. */
export function readWords(segment: string): readonly string[] {
  return withoutTokens(segment).match(word) ?? [];
}

/** The segment with a space in place of each token. */
export function withoutTokens(segment: string): string {
  return segment.replace(tokenPattern, ' ');
}
