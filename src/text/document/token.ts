/**
 * Placeholder tokens replace protected spans in segments. A token has two code units: the first is its role, the second
 * its number in the segment.
 *
 * The first is one of Unicode's noncharacters, which have no meaning in a text. A noncharacter of the text becomes a
 * protected span, so that a segment contains none but these.
 * Source: The Unicode Standard, section 23.7, Noncharacters.
 */

/** `space` is white space other than one plain space: a line break inside a sentence, say. */
export type TokenRole = 'word' | 'open' | 'close' | 'point' | 'space';

const leads: Readonly<Record<TokenRole, string>> = {
  word: '\uFDD0',
  open: '\uFDD1',
  close: '\uFDD2',
  point: '\uFDD3',
  space: '\uFDD4',
};

const firstLead = leads.word.charCodeAt(0);

/** By their leads, which follow one another. */
const roles: readonly TokenRole[] = ['word', 'open', 'close', 'point', 'space'];

/** The first of the private use characters, one for each number. */
const firstNumber = 0xe000;

/** Limit of protected spans in one segment; each pair counts once. */
export const tokensMax = 1_000;

/** Code units that never come from the text of a segment. */
export const noncharacter = /[\uFDD0-\uFDEF\uFFFE\uFFFF]/;

/** Every token in a segment. Without groups, for `split`; global, so not for `test` or `exec`. */
export const tokenPattern = /[\uFDD0-\uFDD4][\uE000-\uE3E7]/g;

/** @param number from 0, below `tokensMax`; the two halves of a pair have the same */
export function writeToken(role: TokenRole, number: number): string {
  return leads[role] + String.fromCharCode(firstNumber + number);
}

/** @param token as `tokenPattern` finds it */
export function readToken(token: string): { readonly role: TokenRole; readonly number: number } {
  return { role: roles[token.charCodeAt(0) - firstLead] ?? 'point', number: token.charCodeAt(1) - firstNumber };
}

export function hasTokens(segment: string): boolean {
  return noncharacter.test(segment);
}
