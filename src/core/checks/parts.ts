import { readToken, type TokenRole } from '../document/token.ts';

export type Token = { readonly written: string; readonly role: TokenRole; readonly number: number };

/** Text without white space, or the token of a word. */
export type Solid = { readonly text: string; readonly token?: Token };

/** Between two solids: tokens that are no words, and the white space before, between and after them, mostly empty. */
export type Gap = { tokens: Token[]; spaces: string[] };

/** A segment as a gap before each solid, and one after the last. Repairs change it in place. */
export type Parts = { readonly solids: Solid[]; readonly gaps: Gap[] };

/** A token, white space, or text up to one of them. Half a token is text. */
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

/** The place after the pairs that end here and before those that begin. */
export function placeOutside(tokens: readonly Token[]): number {
  const place = tokens.findIndex(({ role }) => role !== 'close' && role !== 'point');
  return place < 0 ? tokens.length : place;
}
