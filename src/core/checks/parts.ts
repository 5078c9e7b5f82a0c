import { readToken, type TokenRole } from '../document/token.ts';

/** A token, or text without white space, which has no role. */
export type Part = { readonly text: string; readonly role: TokenRole | undefined; readonly number: number };

/** Between two words: tokens that are no words, and the white space before, between and after them, mostly empty. */
export type Gap = { tokens: Part[]; spaces: string[] };

/** A segment as a gap before each text or `word` token, and one after the last. Repairs change it in place. */
export type Parts = { readonly words: Part[]; readonly gaps: Gap[] };

/** A token, white space, or text up to one of them. Half a token is text. */
const part = /([\uFDD0-\uFDD4][\uE000-\uE3E7])|(\s+)|(?:[^\s\uFDD0-\uFDD4]|[\uFDD0-\uFDD4](?![\uE000-\uE3E7]))+/g;

export function takeApart(segment: string): Parts {
  const words: Part[] = [];
  let gap: Gap = { tokens: [], spaces: [''] };
  const gaps = [gap];
  for (const [text, token, space] of segment.matchAll(part)) {
    if (space !== undefined) {
      gap.spaces[gap.tokens.length] = space;
      continue;
    }
    const read = token === undefined ? { text, role: undefined, number: -1 } : { text, ...readToken(token) };
    if (read.role === undefined || read.role === 'word') {
      words.push(read);
      gaps.push((gap = { tokens: [], spaces: [''] }));
    } else {
      gap.tokens.push(read);
      gap.spaces.push('');
    }
  }
  return { words, gaps };
}

export function putTogether({ words, gaps }: Parts): string {
  let segment = '';
  for (const [index, { tokens, spaces }] of gaps.entries()) {
    for (const [place, space] of spaces.entries()) segment += space + (tokens[place]?.text ?? '');
    segment += words[index]?.text ?? '';
  }
  return segment;
}

/** The place after the pairs that end here and before those that begin. */
export function placeOutside(tokens: readonly Part[]): number {
  const place = tokens.findIndex(({ role }) => role !== 'close' && role !== 'point');
  return place < 0 ? tokens.length : place;
}
