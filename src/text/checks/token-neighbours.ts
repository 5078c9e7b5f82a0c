import type { Part, Parts } from './parts.ts';

/** The text on one side of a token, ignoring tokens that are not words. */
export type TokenSide =
  | { readonly kind: 'space' | 'edge' | 'token' }
  /** The adjacent text, and its UTF-16 unit next to the token. */
  | { readonly kind: 'word' | 'punctuation'; readonly text: string; readonly unit: string };

export type Neighbours = {
  readonly left: TokenSide;
  readonly right: TokenSide;
  /** The next token, if at most white space is between them, and that white space. */
  readonly next: { readonly text: string; readonly space: string } | undefined;
};

/** A part with the white space before it. */
type Item = Part & { readonly spaceBefore: string };

type End = 'first' | 'last';

const atEdge: TokenSide = { kind: 'edge' };
const atSpace: TokenSide = { kind: 'space' };
const atToken: TokenSide = { kind: 'token' };

const wordUnit = /[\p{L}\p{M}\p{N}\uD800-\uDFFF]/u;

/** Returns the neighbours of each token. */
export function neighboursOf(parts: Parts): ReadonlyMap<string, Neighbours> {
  const items = itemsOf(parts);
  const lefts = sidesOf(items, 'last');
  const rights = sidesOf(items.toReversed(), 'first').toReversed();
  const neighbours = new Map<string, Neighbours>();
  for (const [index, { role, text }] of items.entries()) {
    if (role === undefined) continue;
    const [left = atEdge, right = atEdge, following] = [lefts[index], rights[index], items[index + 1]];
    const next = following?.role && { text: following.text, space: following.spaceBefore };
    neighbours.set(text, { left, right, next });
  }
  return neighbours;
}

/** The side of a token next to one end of `part`. */
export function sideOf({ text, role }: Part, end: End): TokenSide {
  if (role !== undefined) return atToken;
  const unit = end === 'first' ? text.charAt(0) : text.charAt(text.length - 1);
  return { kind: wordUnit.test(unit) ? 'word' : 'punctuation', text, unit };
}

/**
 * The side before each token; undefined for text.
 *
 * @param nearest the end of an item that is next to the following item: `first` if `items` are in reverse
 */
function sidesOf(items: readonly Item[], nearest: End): readonly (TokenSide | undefined)[] {
  const inner = nearest === 'last' ? 'close' : 'open';
  let side: TokenSide | Part = atEdge;
  let before: Item | undefined;
  return items.map((item) => {
    const isApart = before !== undefined && (nearest === 'last' ? item : before).spaceBefore !== '';
    if (isApart) side = atSpace;
    // Inside a pair, only the text next to its halves counts: the space in "<a><b> x" is not that of the outer pair.
    const isInner = item.role === inner && !isApart && before?.role !== undefined;
    let own: TokenSide | undefined;
    if (item.role !== undefined) {
      if ('role' in side) side = sideOf(side, nearest);
      own = isInner && side.kind !== 'space' ? atToken : side;
    }
    if (item.role === undefined || item.role === 'word') side = item;
    else if (item.role === 'space') side = atSpace;
    before = item;
    return own;
  });
}

function itemsOf({ words, gaps }: Parts): readonly Item[] {
  const items: Item[] = [];
  const add = ({ text, role, number }: Part, spaceBefore = ''): void => {
    items.push({ text, role, number, spaceBefore });
  };
  for (let index = 0; index < gaps.length; index++) {
    const { tokens = [], spaces = [] } = gaps[index] ?? {};
    for (const [place, token] of tokens.entries()) add(token, spaces[place]);
    const word = words[index];
    if (word) add(word, spaces[tokens.length]);
  }
  return items;
}
