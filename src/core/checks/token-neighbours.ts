import type { Parts, Solid, Token } from './parts.ts';

/** What a token has on one side, seen through tokens that are no words. */
export type Side =
  | { readonly kind: 'space' | 'edge' | 'token' }
  /** Nothing stands between them: the stretch of text, and its unit nearest to the token. */
  | { readonly kind: 'word' | 'sign'; readonly text: string; readonly unit: string };

/** The characters around a token in its sentence. */
export type Surroundings = {
  readonly left: Side;
  readonly right: Side;
  /** The token behind it when at most white space divides them, and that white space. */
  readonly next: { readonly written: string; readonly space: string } | undefined;
};

/** What a sentence is made of, one after another: what stands before it is white space. */
type Item = { readonly spaceBefore: string } & (
  | { readonly token: Token }
  | { readonly token: undefined; readonly text: string }
);

type End = 'first' | 'last';

const wordUnit = /[\p{L}\p{M}\p{N}\uD800-\uDFFF]/u;

/** The surroundings of each token in `parts`, by token. */
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

/** The side of a solid that turns one of its ends to a token. */
export function sideOfSolid({ text, token }: Solid, end: End): Side {
  if (token !== undefined) return { kind: 'token' };
  const unit = end === 'first' ? text.charAt(0) : text.charAt(text.length - 1);
  return { kind: wordUnit.test(unit) ? 'word' : 'sign', text, unit };
}

/**
 * For each item what it has on the side of those before it.
 *
 * @param nearest which end of what stands before an item is near to it: the first where `items` is turned round
 */
function sidesOf(items: readonly Item[], nearest: End): readonly Side[] {
  const inner = nearest === 'last' ? 'close' : 'open';
  let side: Side = { kind: 'edge' };
  let before: Item | undefined;
  return items.map((item) => {
    const isApart = before !== undefined && (nearest === 'last' ? item : before).spaceBefore !== '';
    if (isApart) side = { kind: 'space' };
    // Within a pair only what stands right at its halves counts: the space in "<a><b> x" is not the outer pair's.
    const isInner = item.token?.role === inner && !isApart && before?.token !== undefined;
    const own: Side = isInner && side.kind !== 'space' ? { kind: 'token' } : side;
    side = sideBehind(item, side, nearest);
    before = item;
    return own;
  });
}

/** What is seen past `item` by the one behind it. */
function sideBehind(item: Item, before: Side, nearest: End): Side {
  if (item.token === undefined) return sideOfSolid({ text: item.text }, nearest);
  if (item.token.role === 'word') return { kind: 'token' };
  return item.token.role === 'space' ? { kind: 'space' } : before;
}

function itemsOf({ solids, gaps }: Parts): readonly Item[] {
  const items: Item[] = [];
  for (const [index, { tokens, spaces }] of gaps.entries()) {
    for (const [place, token] of tokens.entries()) items.push({ spaceBefore: spaces[place] ?? '', token });
    const solid = solids[index];
    const spaceBefore = spaces.at(-1) ?? '';
    if (solid?.token) items.push({ spaceBefore, token: solid.token });
    else if (solid) items.push({ spaceBefore, token: undefined, text: solid.text });
  }
  return items;
}
