import { type Gap, type Parts, placeOutside, type Solid, type Token } from './parts.ts';
import { type Side, type Surroundings, sideOfSolid } from './token-neighbours.ts';
import { unspacedLetter } from './words.ts';

type Model = ReadonlyMap<string, Surroundings>;

type Neighbour = { readonly token: Token | undefined; readonly solid: Solid | undefined };

type Neighbours = { readonly left: Neighbour | undefined; readonly right: Neighbour | undefined };

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
/** Articles and prepositions are attached to the name after them, and particles to the one before. */
const clingingBefore = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const clingingBehind = /\p{Script=Hangul}/u;

/** Sets the white space around the tokens of a translation as in its sentence. Joins two words only if those were joined. */
export function spaceTokens({ solids, gaps }: Parts, model: Model): void {
  for (const [index, gap] of gaps.entries()) {
    const [left, right] = [solids[index - 1], solids[index]];
    if (gap.tokens.length === 0 && left?.token === undefined && right?.token === undefined) continue;
    gap.spaces = spaceGap(gap, { left: neighbourOf(left), right: neighbourOf(right) }, model);
  }
}

function neighbourOf(solid: Solid | undefined): Neighbour | undefined {
  return solid && { token: solid.token, solid };
}

function spaceGap(gap: Gap, { left, right }: Neighbours, model: Model): string[] {
  const tokens = gap.tokens.map((token): Neighbour => ({ token, solid: undefined }));
  const around = [left, ...tokens, right];
  const decided = gap.spaces.map((space, index) => {
    return spaceBetween({ left: around[index], right: around[index + 1] }, space.charAt(0), model);
  });
  const spaces = decided.map(({ space }) => space);
  if (left === undefined || right === undefined || gap.tokens.some(({ role }) => role === 'space')) return spaces;
  if (spaces.some(Boolean) || decided.every(({ reason }) => reason === 'model')) return spaces;
  const isMissing = gap.spaces.some(Boolean)
    ? !decided.some(({ reason }) => reason === 'rule')
    : sticks(
        around.filter((neighbour) => neighbour !== undefined),
        model,
      );
  if (isMissing) spaces[placeOutside(gap.tokens)] = ' ';
  return spaces;
}

/** @param given the white space of the engine: one unit or none */
function spaceBetween(place: Neighbours, given: string, model: Model): Space {
  const { left, right } = place;
  if (!left || !right || left.token?.role === 'space' || right.token?.role === 'space') {
    return { space: '', reason: 'rule' };
  }
  const [before, behind] = [surroundings(left, model), surroundings(right, model)];
  if (before?.next && before.next.written === right.token?.written) {
    return { space: before.next.space, reason: 'model' };
  }
  const [toRight, toLeft] = [outwards(left, before, 'right'), outwards(right, behind, 'left')];
  // Inside a pair, its halves decide.
  if (left.token?.role === 'open' && toRight) return within(toRight, given);
  if (right.token?.role === 'close' && toLeft) return within(toLeft, given);
  if (belongsTogether(toRight, right, 'first') || belongsTogether(toLeft, left, 'last')) {
    return { space: '', reason: 'rule' };
  }
  if (isSpacedBehind(left, before, 'right') || isSpacedBehind(right, behind, 'left'))
    return { space: '', reason: 'guess' };
  const wanted = toRight?.kind === 'space' || toLeft?.kind === 'space';
  return { space: given === '' && wanted && maySpace(place) ? ' ' : given, reason: 'guess' };
}

/** Whether a token that is no word was attached to a word on `side`, with a space on the other side. */
function isSpacedBehind({ solid }: Neighbour, found: Surroundings | undefined, side: 'left' | 'right'): boolean {
  const other = side === 'left' ? 'right' : 'left';
  return solid === undefined && found?.[side].kind === 'word' && found[other].kind === 'space';
}

function within(side: Side, given: string): Space {
  return { space: side.kind === 'space' ? given || ' ' : '', reason: 'guess' };
}

/** A full stop, a bracket, or the letters that were attached to the token in the sentence. */
function belongsTogether(side: Side | undefined, { solid }: Neighbour, end: 'first' | 'last'): boolean {
  if (side === undefined || side.kind === 'space' || solid === undefined) return false;
  const found = sideOfSolid(solid, end);
  if (found.kind === 'punctuation' && quote.test(found.unit))
    return side.kind === 'punctuation' && side.unit === found.unit;
  if (found.kind === 'punctuation') return (end === 'first' ? closing : opening).test(found.unit);
  return found.kind === 'word' && side.kind === 'word' && found.text.toLowerCase() === side.text.toLowerCase();
}

function maySpace({ left, right }: Neighbours): boolean {
  const before = left?.solid && sideOfSolid(left.solid, 'last');
  const behind = right?.solid && sideOfSolid(right.solid, 'first');
  if (before && 'unit' in before && (joinedBehind.test(before.unit) || isClose(before.unit, clingingBefore)))
    return false;
  return !(behind && 'unit' in behind && (joinedBefore.test(behind.unit) || isClose(behind.unit, clingingBehind)));
}

function isClose(unit: string, clinging: RegExp): boolean {
  return unspacedLetter.test(unit) || clinging.test(unit);
}

/** Whether a token is attached to a letter, and was not in the sentence. */
function sticks(around: readonly Neighbour[], model: Model): boolean {
  const [first, last] = [around[0], around.at(-1)];
  const ends = [first?.solid && sideOfSolid(first.solid, 'last'), last?.solid && sideOfSolid(last.solid, 'first')];
  const isWordly = ends.every((end) => end?.kind === 'word' || end?.kind === 'token');
  if (!isWordly || ends.every((end) => end?.kind === 'token') || !maySpace({ left: first, right: last })) return false;
  return around.every(({ token }, index) => {
    const found = token && model.get(token.written);
    if (token === undefined) return true;
    // The sentence does not have it.
    if (found === undefined) return false;
    const looksLeft = index > 0 && token.role !== 'close';
    const looksRight = index < around.length - 1 && token.role !== 'open';
    return !(looksLeft && isStuck(found.left)) && !(looksRight && isStuck(found.right));
  });
}

function isStuck(side: Side): boolean {
  return side.kind === 'word' && !unspacedLetter.test(side.unit);
}

function surroundings({ token }: Neighbour, model: Model): Surroundings | undefined {
  return token && model.get(token.written);
}

/** A point from the end of its sentence has the space of its one side on both sides. */
function outwards({ token }: Neighbour, found: Surroundings | undefined, side: 'left' | 'right'): Side | undefined {
  if (found === undefined || token === undefined) return undefined;
  const other = side === 'left' ? 'right' : 'left';
  const isAtEnd = token.role === 'point' && found[side].kind === 'edge' && found[other].kind === 'space';
  return isAtEnd ? found[other] : found[side];
}
