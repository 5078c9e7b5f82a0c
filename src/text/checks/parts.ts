import { readToken, type TokenRole } from '../document/token.ts';
import { UnitKinds, unitTest } from '../document/unit-kinds.ts';

/** A token, or text without white space; `role` is undefined for text. */
export type Part = { readonly text: string; readonly role: TokenRole | undefined; readonly number: number };

/** Tokens between two words that are not words, and the white space before, between and after them, mostly empty. */
export type WordGap = { tokens: Part[]; spaces: string[] };

/** A segment as a gap before each text or `word` token, and one after the last. Repairs change it in place. */
export type Parts = { readonly words: Part[]; readonly gaps: WordGap[] };

const kinds = new UnitKinds(/\s/, /[\uFDD0-\uFDD4]/);
const [space, token] = [1, 2];

export function takeApart(segment: string): Parts {
  const words: Part[] = [];
  let gap: WordGap = { tokens: [], spaces: [''] };
  const gaps = [gap];
  for (let start = 0, end = 0; start < segment.length; start = end) {
    const kind = kindAt(segment, start);
    end = partEnd(segment, start, kind);
    const text = segment.slice(start, end);
    if (kind === space) {
      gap.spaces[gap.tokens.length] = text;
      continue;
    }
    const { role, number } = kind === token ? readToken(text) : noToken;
    if (role === undefined || role === 'word') {
      words.push({ text, role, number });
      gaps.push((gap = { tokens: [], spaces: [''] }));
    } else {
      gap.tokens.push({ text, role, number });
      gap.spaces.push('');
    }
  }
  return { words, gaps };
}

const noToken = { role: undefined, number: -1 };

function partEnd(segment: string, start: number, kind: number): number {
  if (kind === token) return start + 2;
  let end = start + 1;
  while (end < segment.length && kindAt(segment, end) === kind) end++;
  return end;
}

/** An incomplete token is text. */
function kindAt(segment: string, at: number): number {
  const kind = kinds.of(segment.charCodeAt(at));
  return kind === token && !isTokenNumber(segment, at + 1) ? 0 : kind;
}

const isTokenNumber = unitTest(/[\uE000-\uEF9F]/);

export function putTogether({ words, gaps }: Parts): string {
  let segment = '';
  for (let index = 0; index < gaps.length; index++) {
    const { tokens = [], spaces = [] } = gaps[index] ?? {};
    for (let place = 0; place < spaces.length; place++) segment += spaces[place] + (tokens[place]?.text ?? '');
    segment += words[index]?.text ?? '';
  }
  return segment;
}

/** The place after the pairs that end here and before those that begin. */
export function placeOutside(tokens: readonly Part[]): number {
  const place = tokens.findIndex(({ role }) => role !== 'close' && role !== 'point');
  return place < 0 ? tokens.length : place;
}
