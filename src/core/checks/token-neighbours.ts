import type { Parts, Solid } from './parts.ts';

/** What is on one side of a token, ignoring tokens that are no words. */
export type Side =
  | { readonly kind: 'space' | 'edge' | 'token' }
  /** The adjacent text, and its unit nearest to the token. */
  | { readonly kind: 'word' | 'punctuation'; readonly text: string; readonly unit: string };

/** The characters around a token in its sentence. */
export type Surroundings = {
  readonly left: Side;
  readonly right: Side;
  /** The next token, if at most white space is between them, and that white space. */
  readonly next: { readonly written: string; readonly space: string } | undefined;
};

/** A token or a text of a sentence, with the white space before it. */
type Item = Solid & { readonly spaceBefore: string };

type End = 'first' | 'last';

const wordUnit = /[\p{L}\p{M}\p{N}\uD800-\uDFFF]/u;

export function neighboursOf(parts: Parts): ReadonlyMap<string, Surroundings> {
  const items = itemsOf(parts);
  const lefts = sidesOf(items, 'last');
  const rights = sidesOf(items.toReversed(), 'first').toReversed();
  const surroundings = new Map<string, Surroundings>();
  for (const [index, { token }] of items.entries()) {
    const [left, right, following] = [lefts[index], rights[index], items[index + 1]];
    if (token === undefined || left === undefined || right === undefined) continue;
    const next = following?.token && { written: following.token.written, space: following.spaceBefore };
    surroundings.set(token.written, { left, right, next });
  }
  return surroundings;
}

/** What a token next to one end of a solid has on that side. */
export function sideOfSolid({ text, token }: Solid, end: End): Side {
  if (token !== undefined) return { kind: 'token' };
  const unit = end === 'first' ? text.charAt(0) : text.charAt(text.length - 1);
  return { kind: wordUnit.test(unit) ? 'word' : 'punctuation', text, unit };
}

/**
 * The side before each item.
 *
 * @param nearest the end of an item that is near to the next: the first if `items` are in reverse
 */
function sidesOf(items: readonly Item[], nearest: End): readonly Side[] {
  const inner = nearest === 'last' ? 'close' : 'open';
  let side: Side = { kind: 'edge' };
  let before: Item | undefined;
  return items.map((item) => {
    const isApart = before !== undefined && (nearest === 'last' ? item : before).spaceBefore !== '';
    if (isApart) side = { kind: 'space' };
    // Inside a pair, only what is next to its halves counts: the space in "<a><b> x" is not that of the outer pair.
    const isInner = item.token?.role === inner && !isApart && before?.token !== undefined;
    const own: Side = isInner && side.kind !== 'space' ? { kind: 'token' } : side;
    side = sideBehind(item, side, nearest);
    before = item;
    return own;
  });
}

/** The side of the item after `item`. */
function sideBehind(item: Item, before: Side, nearest: End): Side {
  if (item.token === undefined) return sideOfSolid(item, nearest);
  if (item.token.role === 'word') return { kind: 'token' };
  return item.token.role === 'space' ? { kind: 'space' } : before;
}

function itemsOf({ solids, gaps }: Parts): readonly Item[] {
  const items: Item[] = [];
  for (const [index, { tokens, spaces }] of gaps.entries()) {
    for (const [place, token] of tokens.entries()) {
      items.push({ text: token.written, token, spaceBefore: spaces[place] ?? '' });
    }
    const solid = solids[index];
    if (solid) items.push({ ...solid, spaceBefore: spaces.at(-1) ?? '' });
  }
  return items;
}
