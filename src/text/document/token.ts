/**
 * Placeholder tokens replace protected spans in segments. The first of two code units is the role, the second the
 * number in the segment. The first is a noncharacter, without meaning in a text. Those of a text become protected
 * spans, so a segment has no others. Source: The Unicode Standard, section 23.7, Noncharacters.
 */

/** `space` is white space other than one plain space, such as a line break inside a sentence. */
export type TokenRole = 'word' | 'open' | 'close' | 'point' | 'space';

/** What a `word` stands for: `one` and `many` are numbers. Each kind has numbers of its own, from a multiple of `tokensMax`. */
export type WordKind = 'noun' | 'one' | 'many' | 'date';
const wordKinds: readonly WordKind[] = ['noun', 'one', 'many', 'date'];

const leads: Readonly<Record<TokenRole, string>> = {
  word: '\uFDD0',
  open: '\uFDD1',
  close: '\uFDD2',
  point: '\uFDD3',
  space: '\uFDD4',
};

const firstLead = leads.word.charCodeAt(0);

/** In the order of their leads, which are consecutive. */
const roles: readonly TokenRole[] = ['word', 'open', 'close', 'point', 'space'];

/** The private use character of number 0. */
const firstNumber = 0xe000;

/** Limit of protected spans in one segment; each pair counts once. */
export const tokensMax = 1_000;

/** Code units that occur in segments only as parts of tokens. */
export const noncharacter = /[\uFDD0-\uFDEF\uFFFE\uFFFF]/;

/** Every token in a segment. Without groups, for `split`; global, so not for `test` or `exec`. */
export const tokenPattern = /[\uFDD0-\uFDD4][\uE000-\uEF9F]/g;

/** @param number from 0, below `tokensMax`, or as read; the two halves of a pair have the same */
export function writeToken(role: TokenRole, number: number, kind: WordKind = 'noun'): string {
  return leads[role] + String.fromCharCode(firstNumber + number + wordKinds.indexOf(kind) * tokensMax);
}

/** @param token a match of `tokenPattern` */
export function readToken(token: string) {
  const number = token.charCodeAt(1) - firstNumber;
  const kind = wordKinds[Math.floor(number / tokensMax)] ?? 'noun';
  return { role: roles[token.charCodeAt(0) - firstLead] ?? 'point', number, kind };
}

export function hasTokens(segment: string): boolean {
  return noncharacter.test(segment);
}

/** A token of a segment. `other` is the index of the other half of a pair in the list of tokens. */
export type FoundToken = ReturnType<typeof readToken> & {
  readonly token: string;
  readonly at: number;
  readonly other?: number;
};

/** Returns every token in order. A half without its other half, or of a crossing pair, has no `other`. */
export function findTokens(segment: string): readonly FoundToken[] {
  const found: (FoundToken & { other?: number })[] = [];
  const open: number[] = [];
  for (const { 0: token, index: at } of segment.matchAll(tokenPattern)) {
    const one: (typeof found)[number] = { token, at, ...readToken(token) };
    const { role, number } = one;
    const last = found[open.at(-1) ?? -1];
    if (role === 'open') open.push(found.length);
    if (role === 'close' && last !== undefined && last.number === number) {
      one.other = open.pop() ?? 0;
      last.other = found.length;
    }
    found.push(one);
  }
  return found;
}
