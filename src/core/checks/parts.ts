import { readToken, type TokenRole } from '../document/token.ts';

/** A token with what it is. */
export type Token = { readonly written: string; readonly role: TokenRole; readonly number: number };

/** What words are made of: a stretch of text without white space, or a token that stands for a word. */
export type Solid = { readonly text: string; readonly token?: Token };

/**
 * What stands between two solids: white space, and tokens that are no words. White space is before, between and behind
 * the tokens: always one more than there are tokens, mostly empty.
 */
export type Gap = { tokens: Token[]; spaces: string[] };

/** A segment taken apart: a gap before each solid, and one behind the last. Changed in place while it is mended. */
export type Parts = { readonly solids: Solid[]; readonly gaps: Gap[] };

/** A token, white space, or anything else up to one of them. A code unit that only looks like a token is text. */
const part = /([\uFDD0-\uFDD4][\uE000-\uE3E7])|(\s+)|(?:[^\s\uFDD0-\uFDD4]|[\uFDD0-\uFDD4](?![\uE000-\uE3E7]))+/g;

export function takeApart(segment: string): Parts {
  const solids: Solid[] = [];
  let gap: Gap = { tokens: [], spaces: [''] };
  const gaps = [gap];
  for (const [text, written, space] of segment.matchAll(part)) {
    const token = written === undefined ? undefined : tokenOf(written);
    if (space !== undefined) gap.spaces[gap.tokens.length] = space;
    else if (token !== undefined && token.role !== 'word') {
      gap.tokens.push(token);
      gap.spaces.push('');
    } else {
      solids.push(token === undefined ? { text } : { text, token });
      gaps.push((gap = { tokens: [], spaces: [''] }));
    }
  }
  return { solids, gaps };
}

function tokenOf(written: string): Token {
  const { role, number } = readToken(written);
  return { written, role, number };
}

export function putTogether({ solids, gaps }: Parts): string {
  let segment = '';
  for (const [index, { tokens, spaces }] of gaps.entries()) {
    for (const [place, space] of spaces.entries()) segment += space + (tokens[place]?.written ?? '');
    segment += solids[index]?.text ?? '';
  }
  return segment;
}

/** Behind the pairs that end here and before those that begin. */
export function placeOutside(tokens: readonly Token[]): number {
  const place = tokens.findIndex(({ role }) => role !== 'close' && role !== 'point');
  return place < 0 ? tokens.length : place;
}
