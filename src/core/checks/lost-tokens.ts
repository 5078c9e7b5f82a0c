import { type Gap, type Parts, placeOutside, type Solid, type Token } from './parts.ts';
import { cutUnspaced } from './unspaced-text.ts';
import { unspacedLetter } from './words.ts';

/** A token that the translation lacks, and its place in the sentence. */
type Lost = { readonly token: Token; readonly gap: number; readonly place: number };

/** Relative position in the text, from 0 to 1, and the enclosing pair. */
type Position = { readonly share: number; readonly pair: number | undefined };

/** The letters of the token of a word. */
const lettersOfToken = 6;
/** UTF-16 units of a text without spaces that may be cut. */
const unspacedMin = 6;

/**
 * Restores lost points and white space: next to the same token as in the sentence, or else at the same share of the text.
 * The place of a lost word or pair is unknown: it stays lost.
 */
export function restoreLostTokens(parts: Parts, sentence: Parts): void {
  const strayed = takeFromEdges(parts, sentence);
  const lost = lostFrom(parts, sentence);
  if (lost.length === 0) return;
  const positions = positionsIn(sentence);
  let [missing, before] = [lost, lost.length + 1];
  // A restored token may be the neighbour of another.
  while (missing.length > 0 && missing.length < before) {
    before = missing.length;
    missing = missing.filter((each) => !putBack(parts, sentence, { each, position: positions[each.gap] }));
  }
  const [first] = parts.gaps;
  for (const { token } of missing) if (first && strayed.has(token.written)) insert(first, first.tokens.length, token);
}

/** Takes out white space that an engine moved to an end of the text, where the sentence has none. */
function takeFromEdges(parts: Parts, sentence: Parts): ReadonlySet<string> {
  const taken = new Set<string>();
  if (parts.solids.length === 0) return taken;
  for (const edge of [0, -1]) {
    const [gap, model] = [parts.gaps.at(edge), sentence.gaps.at(edge)];
    const own = new Set(model?.tokens.map(({ written }) => written));
    if (gap === undefined) continue;
    for (let place = gap.tokens.length - 1; place >= 0; place--) {
      const token = gap.tokens[place];
      if (token?.role !== 'space' || own.has(token.written)) continue;
      taken.add(token.written);
      gap.tokens.splice(place, 1);
      gap.spaces.splice(place, 2, `${gap.spaces[place]}${gap.spaces[place + 1]}`);
    }
  }
  return taken;
}

function putBack(
  parts: Parts,
  sentence: Parts,
  { each, position }: { readonly each: Lost; readonly position: Position | undefined },
): boolean {
  if (putAtEdge(parts, sentence, each) || putBeside(parts, sentence, each)) return true;
  if (position === undefined) return false;
  return putInUnspaced(parts, each.token, position) || putInGap(parts, each.token, position);
}

function lostFrom(parts: Parts, sentence: Parts): readonly Lost[] {
  const present = new Set(parts.gaps.flatMap(({ tokens }) => tokens.map(({ written }) => written)));
  return sentence.gaps.flatMap(({ tokens }, gap) =>
    tokens
      .map((token, place) => ({ token, gap, place }))
      .filter(({ token }) => (token.role === 'point' || token.role === 'space') && !present.has(token.written)),
  );
}

function putAtEdge(parts: Parts, sentence: Parts, { token, gap, place }: Lost): boolean {
  const tokens = sentence.gaps[gap]?.tokens ?? [];
  const [first, last] = [parts.gaps[0], parts.gaps.at(-1)];
  if (gap === 0 && place === 0 && first) insert(first, 0, token);
  else if (gap === sentence.gaps.length - 1 && place === tokens.length - 1 && last) {
    insert(last, last.tokens.length, token);
  } else return false;
  return true;
}

/** Next to another token: a point always, white space only inside the end of a pair. */
function putBeside(parts: Parts, sentence: Parts, { token, gap, place }: Lost): boolean {
  const tokens = sentence.gaps[gap]?.tokens ?? [];
  const isAtEdge = gap === 0 || gap === sentence.gaps.length - 1 || token.role === 'point';
  const [before, behind] = [tokens[place - 1], tokens[place + 1]];
  if (before && (isAtEdge || before.role === 'open') && putAt(parts, before, { token, shift: 1 })) return true;
  return behind !== undefined && (isAtEdge || behind.role === 'close') && putAt(parts, behind, { token, shift: 0 });
}

function putAt(parts: Parts, at: Token, { token, shift }: { readonly token: Token; readonly shift: 0 | 1 }): boolean {
  for (const gap of parts.gaps) {
    const place = gap.tokens.findIndex(({ written }) => written === at.written);
    if (place < 0) continue;
    insert(gap, place + shift, token);
    return true;
  }
  return false;
}

/** In text without spaces between words, such as Chinese. */
function putInUnspaced({ solids, gaps }: Parts, token: Token, { share }: Position): boolean {
  let left = share * solids.reduce((sum, solid) => sum + lettersOf(solid), 0);
  const index = solids.findIndex((solid) => {
    left -= lettersOf(solid);
    return left <= 0;
  });
  const { text, token: word } = solids[index] ?? { text: '' };
  if (word !== undefined || text.length < unspacedMin || !unspacedLetter.test(text)) return false;
  const cut = cutUnspaced(text, text.length + left);
  if (cut === undefined) return false;
  solids.splice(index, 1, { text: text.slice(0, cut) }, { text: text.slice(cut) });
  gaps.splice(index + 1, 0, { tokens: [token], spaces: ['', ''] });
  return true;
}

/** In a gap between words, preferably one in the same pair and with white space. */
function putInGap(parts: Parts, token: Token, { share, pair }: Position): boolean {
  const positions = positionsIn(parts);
  let nearest: Gap | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, gap] of parts.gaps.entries()) {
    const position = positions[index];
    const isInside = index > 0 && index < parts.solids.length;
    if (position === undefined || !isInside || gap.tokens.some(({ role }) => role === 'space')) continue;
    const misfits = (position.pair === pair ? 0 : 1) + (gap.spaces.some(Boolean) ? 0 : 1);
    const distance = Math.abs(position.share - share) + misfits;
    if (distance < least) [nearest, least] = [gap, distance];
  }
  if (nearest) insert(nearest, placeOutside(nearest.tokens), token);
  return nearest !== undefined;
}

function positionsIn({ solids, gaps }: Parts): readonly Position[] {
  const total = solids.reduce((sum, solid) => sum + lettersOf(solid), 0);
  const pairs: number[] = [];
  let letters = 0;
  return gaps.map(({ tokens }, index) => {
    const inner = placeOutside(tokens);
    enter(pairs, tokens.slice(0, inner));
    const position = { share: total === 0 ? 0 : letters / total, pair: pairs.at(-1) };
    enter(pairs, tokens.slice(inner));
    letters += lettersOf(solids[index]);
    return position;
  });
}

function enter(pairs: number[], tokens: readonly Token[]): void {
  for (const { role, number } of tokens) {
    if (role === 'open') pairs.push(number);
    else if (role === 'close') pairs.pop();
  }
}

function lettersOf(solid: Solid | undefined): number {
  return solid?.token ? lettersOfToken : (solid?.text.length ?? 0);
}

/** The white space of the place is after the token then. */
function insert({ tokens, spaces }: Gap, place: number, token: Token): void {
  tokens.splice(place, 0, token);
  spaces.splice(place, 0, '');
}
