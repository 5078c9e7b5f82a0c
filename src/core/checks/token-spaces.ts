import { type Gap, type Parts, placeOutside, type Solid, type Token } from './parts.ts';
import { type Side, type Surroundings, sideOfSolid } from './token-neighbours.ts';
import { unspacedLetter } from './words.ts';

type Model = ReadonlyMap<string, Surroundings>;

type Neighbour = { readonly token: Token | undefined; readonly solid: Solid | undefined };

type Neighbours = { readonly left: Neighbour | undefined; readonly right: Neighbour | undefined };

/** `model`: as between the same two tokens in the sentence. `rule`: nothing belongs here. `guess`: all the rest. */
type Space = { readonly space: string; readonly reason: 'model' | 'rule' | 'guess' };

/** What hugs the word behind it. */
const opening = /[\p{Ps}\p{Pi}¿¡]/u;
/** What hugs the word before it, without what French sets apart. */
const closing = /[\p{Pe},.…，。、]/u;
/** Does both. */
const quote = /["']/;
/** Behind these, and before those, no space is made where the engine left none: an elision, a full stop. */
const joinedBehind = /[^\P{P}\p{Pe}\p{Pf}\p{Pd}.,;:!?…%]/u;
const joinedBefore = /[^\P{P}\p{Ps}\p{Pi}\p{Pd}¿¡]/u;
/** Articles and prepositions are written in one with the name behind them there, and particles with the one before. */
const clingingBefore = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const clingingBehind = /\p{Script=Hangul}/u;

/**
 * Sets the white space around the tokens of a translation after the model of the sentence that it translates. Joins two
 * words only where the sentence had them so.
 */
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

/** @param given what the engine left there: one unit of white space or nothing */
function spaceBetween(place: Neighbours, given: string, model: Model): Space {
  const { left, right } = place;
  if (left === undefined || right === undefined || isSpace(left) || isSpace(right))
    return { space: '', reason: 'rule' };
  const [before, behind] = [surroundings(left, model), surroundings(right, model)];
  if (before?.next && before.next.written === right.token?.written) {
    return { space: before.next.space, reason: 'model' };
  }
  const [toRight, toLeft] = [outwards(left, before, 'right'), outwards(right, behind, 'left')];
  // Within a pair its halves know best.
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

/** Whether a token that is no word was written in one with a word on `side`, and its space is on its other side. */
function isSpacedBehind({ solid }: Neighbour, found: Surroundings | undefined, side: 'left' | 'right'): boolean {
  const other = side === 'left' ? 'right' : 'left';
  return solid === undefined && found?.[side].kind === 'word' && found[other].kind === 'space';
}

function within(side: Side, given: string): Space {
  return { space: side.kind === 'space' ? given || ' ' : '', reason: 'guess' };
}

/** A full stop or a bracket, and the same letters that were in one with the token in the sentence. */
function belongsTogether(side: Side | undefined, { solid }: Neighbour, end: 'first' | 'last'): boolean {
  if (side === undefined || side.kind === 'space' || solid === undefined) return false;
  const found = sideOfSolid(solid, end);
  if (found.kind === 'sign' && quote.test(found.unit)) return side.kind === 'sign' && side.unit === found.unit;
  if (found.kind === 'sign') return (end === 'first' ? closing : opening).test(found.unit);
  return found.kind === 'word' && side.kind === 'word' && found.text.toLowerCase() === side.text.toLowerCase();
}

/** Whether a space between the two would look right. */
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

/** Whether a token has come to stand right beside a letter, though no letter was beside it in the sentence. */
function sticks(around: readonly Neighbour[], model: Model): boolean {
  const [first, last] = [around[0], around.at(-1)];
  const ends = [first?.solid && sideOfSolid(first.solid, 'last'), last?.solid && sideOfSolid(last.solid, 'first')];
  const isWordly = ends.every((end) => end?.kind === 'word' || end?.kind === 'token');
  if (!isWordly || ends.every((end) => end?.kind === 'token') || !maySpace({ left: first, right: last })) return false;
  return around.every(({ token }, index) => {
    const found = token && model.get(token.written);
    if (token === undefined) return true;
    // Of one that the sentence never had nothing is known, and nothing is done.
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

/** A point at the end of its sentence is set apart in the middle of another as it was on its one side. */
function outwards({ token }: Neighbour, found: Surroundings | undefined, side: 'left' | 'right'): Side | undefined {
  if (found === undefined || token === undefined) return undefined;
  const other = side === 'left' ? 'right' : 'left';
  const isAtEnd = token.role === 'point' && found[side].kind === 'edge' && found[other].kind === 'space';
  return isAtEnd ? found[other] : found[side];
}

function isSpace({ token }: Neighbour): boolean {
  return token?.role === 'space';
}
