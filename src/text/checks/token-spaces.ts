import { type Part, type Parts, placeOutside, type WordGap } from './parts.ts';
import { joinsNext, joinsPrevious, unspacedLetter } from './words.ts';

type Model = ReadonlyMap<string, Neighbours>;

/** Two adjacent parts; undefined beyond the ends of the segment. */
type Place = { readonly left: Part | undefined; readonly right: Part | undefined };

/** `model`: as between the same two tokens in the sentence. `rule`: never a space. `guess`: all others. */
type Space = { readonly space: string; readonly reason: 'model' | 'rule' | 'guess' };

/** Punctuation without a space after it. */
const opening = /[\p{Ps}\p{Pi}¿¡]/u;
/** Punctuation without a space before it, also in French. */
const closing = /[\p{Pe},.…，。、]/u;
const quote = /["']/;
/** After `joinedBehind` and before `joinedBefore`, such as an elision or a full stop, no space is added. */
const joinedBehind = /[^\P{P}\p{Pe}\p{Pf}\p{Pd}.,;:!?…%]/u;
const joinedBefore = /[^\P{P}\p{Ps}\p{Pi}\p{Pd}¿¡]/u;

/** Sets the white space around tokens as in the sentence. Joins two words only if they were joined there. */
export function spaceTokens({ words, gaps }: Parts, sentence: Parts): void {
  const model = neighboursOf(sentence);
  for (const [index, gap] of gaps.entries()) {
    const [left, right] = [words[index - 1], words[index]];
    if (gap.tokens.length > 0 || left?.role || right?.role) gap.spaces = spacesOf(gap, { left, right }, model);
  }
}

function spacesOf(gap: WordGap, { left, right }: Place, model: Model): string[] {
  const around = [left, ...gap.tokens, right];
  const decided = gap.spaces.map((space, index) => {
    return spaceBetween({ left: around[index], right: around[index + 1] }, space.charAt(0), model);
  });
  const spaces = decided.map(({ space }) => space);
  if (left === undefined || right === undefined || gap.tokens.some(({ role }) => role === 'space')) return spaces;
  if (spaces.some(Boolean) || decided.every(({ reason }) => reason === 'model')) return spaces;
  if (decided.some(({ reason }) => reason === 'rule')) return spaces;
  if (gap.spaces.some(Boolean) || sticks({ left, right }, gap.tokens, model)) spaces[placeOutside(gap.tokens)] = ' ';
  return spaces;
}

/** @param given the white space of the engine: one unit or none */
function spaceBetween(place: Place, given: string, model: Model): Space {
  const { left, right } = place;
  if (!left || !right || left.role === 'space' || right.role === 'space') return { space: '', reason: 'rule' };
  const [before, behind] = [model.get(left.text), model.get(right.text)];
  if (before?.next && before.next.text === right.text) {
    const { space } = before.next;
    return { space, reason: space === '' && touches(left, right) ? 'rule' : 'model' };
  }
  const [toRight, toLeft] = [outwards(left, before, 'right'), outwards(right, behind, 'left')];
  // Inside a pair, its halves decide.
  const insideOf = ({ kind }: TokenSide): Space => ({ space: kind === 'space' ? given || ' ' : '', reason: 'guess' });
  if (left.role === 'open' && toRight) return insideOf(toRight);
  if (right.role === 'close' && toLeft) return insideOf(toLeft);
  if (belongsTogether(toRight, right, 'first') || belongsTogether(toLeft, left, 'last')) {
    return { space: '', reason: 'rule' };
  }
  if (isSpacedBehind(left, before, 'right') || isSpacedBehind(right, behind, 'left')) {
    return { space: '', reason: 'guess' };
  }
  const wanted = toRight?.kind === 'space' || toLeft?.kind === 'space';
  return { space: given === '' && wanted && maySpace(place) ? ' ' : given, reason: 'guess' };
}

/** Whether two pairs touch: their words are apart. */
function touches(left: Part, right: Part): boolean {
  return left.role === 'close' && right.role === 'open';
}

/** A point at an end of the sentence has the space of its inner side on both sides. */
function outwards({ role }: Part, found: Neighbours | undefined, side: 'left' | 'right'): TokenSide | undefined {
  const [own, other] = side === 'left' ? [found?.left, found?.right] : [found?.right, found?.left];
  return role === 'point' && own?.kind === 'edge' && other?.kind === 'space' ? other : own;
}

/** Whether a token that is not a word was attached to a word on `side`, with a space on the other side. */
function isSpacedBehind({ role }: Part, found: Neighbours | undefined, side: 'left' | 'right'): boolean {
  const other = side === 'left' ? 'right' : 'left';
  return role !== 'word' && found?.[side].kind === 'word' && found[other].kind === 'space';
}

/** Whether `part` is a full stop, a bracket, or the letters that were attached to the token in the sentence. */
function belongsTogether(side: TokenSide | undefined, part: Part, end: 'first' | 'last'): boolean {
  if (side === undefined || side.kind === 'space') return false;
  const found = sideOf(part, end);
  if (found.kind === 'word') return side.kind === 'word' && found.text.toLowerCase() === side.text.toLowerCase();
  if (found.kind !== 'punctuation') return false;
  if (quote.test(found.unit)) return side.kind === 'punctuation' && side.unit === found.unit;
  return (end === 'first' ? closing : opening).test(found.unit);
}

function maySpace({ left, right }: Place): boolean {
  const before = left && sideOf(left, 'last');
  const behind = right && sideOf(right, 'first');
  if (before && 'unit' in before && (joinedBehind.test(before.unit) || joinsNext.test(before.unit))) return false;
  return !(behind && 'unit' in behind && (joinedBefore.test(behind.unit) || joinsPrevious.test(behind.unit)));
}

/** Whether a token is attached to a letter, but was not attached to one in the sentence. */
function sticks({ left, right }: { left: Part; right: Part }, tokens: readonly Part[], model: Model): boolean {
  const ends = [sideOf(left, 'last'), sideOf(right, 'first')];
  if (ends.some(({ kind }) => kind === 'punctuation') || ends.every(({ kind }) => kind === 'token')) return false;
  if (!maySpace({ left, right })) return false;
  const around = [left, ...tokens, right];
  return around.every(({ text, role }, index) => {
    if (role === undefined) return true;
    const found = model.get(text);
    if (found === undefined) return false;
    const looksLeft = index > 0 && role !== 'close';
    const looksRight = index < around.length - 1 && role !== 'open';
    return !(looksLeft && isStuck(found.left)) && !(looksRight && isStuck(found.right));
  });
}

function isStuck(side: TokenSide): boolean {
  return side.kind === 'word' && !unspacedLetter.test(side.unit);
}

/** The text on one side of a token, ignoring tokens that are not words. */
type TokenSide =
  | { readonly kind: 'space' | 'edge' | 'token' }
  /** The adjacent text, and its UTF-16 unit next to the token. */
  | { readonly kind: 'word' | 'punctuation'; readonly text: string; readonly unit: string };

type Neighbours = {
  readonly left: TokenSide;
  readonly right: TokenSide;
  /** The next token, if at most white space is between them, and that white space. */
  readonly next: { readonly text: string; readonly space: string } | undefined;
};

type Item = Part & { readonly spaceBefore: string };

type End = 'first' | 'last';

const atEdge: TokenSide = { kind: 'edge' };
const atSpace: TokenSide = { kind: 'space' };
const atToken: TokenSide = { kind: 'token' };

const wordUnit = /[\p{L}\p{M}\p{N}\uD800-\uDFFF]/u;

function neighboursOf(parts: Parts): ReadonlyMap<string, Neighbours> {
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

function sideOf({ text, role }: Part, end: End): TokenSide {
  if (role !== undefined) return atToken;
  const unit = end === 'first' ? text.charAt(0) : text.charAt(text.length - 1);
  return { kind: wordUnit.test(unit) ? 'word' : 'punctuation', text, unit };
}

/** The side before each token. `nearest`: the end of an item next to the following one; `first` in reverse order. */
function sidesOf(items: readonly Item[], nearest: End): readonly (TokenSide | undefined)[] {
  const inner = nearest === 'last' ? 'close' : 'open';
  let side: TokenSide | Part = atEdge;
  let before: Item | undefined;
  return items.map((item) => {
    const [left, right] = nearest === 'last' ? [before, item] : [item, before];
    const isApart = left && right && (right.spaceBefore !== '' || touches(left, right));
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
