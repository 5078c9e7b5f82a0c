import { readToken } from '../document/token.ts';
import { type Part, type Parts, placeOutside, putTogether, takeApart, type WordGap } from './parts.ts';
import { spaceTokens } from './token-spaces.ts';
import { isNested } from './tokens.ts';
import { cutUnspaced, unspacedLetter } from './words.ts';

/** Repairs tokens without the engine, without moving words. A second repair changes nothing. `sentence` has tokens. */
export function repairTokens(sentence: string, translation: string): string {
  if (translation === sentence) return translation;
  const model = takeApart(sentence);
  const parts = takeApart(withoutRepeats(sentence, translation));
  restoreLostTokens(parts, model);
  spaceTokens(parts, model);
  return putTogether(parts);
}

/** A token, not half of a pair, several times in a row. */
const repeated = /([\uFDD0\uFDD3\uFDD4][\uE000-\uEF9F])(?:\s*\1)+/g;
const pairHalf = /[\uFDD1\uFDD2][\uE000-\uEF9F]/g;
const doubleSpace = / {2,}/g;

/** Removes a token directly after itself, and pairs repeated around each of several words: the outer halves stay. */
function withoutRepeats(sentence: string, translation: string): string {
  const single = translation.replace(repeated, (all, token: string) => (sentence.includes(token) ? token : all));
  const halves = single.match(pairHalf) ?? [];
  if (halves.length === new Set(halves).size) return single;
  const kept = outerHalves(halves);
  let index = 0;
  const merged = single.replace(pairHalf, (token) => (kept.has(index++) || !sentence.includes(token) ? token : ''));
  return isNested(merged.match(pairHalf) ?? []) ? merged.replace(doubleSpace, ' ') : single;
}

/** Returns the indices of each first opening and each last closing token. */
function outerHalves(halves: readonly string[]): ReadonlySet<number> {
  const places = new Map<string, number>();
  for (const [place, token] of halves.entries()) {
    if (readToken(token).role === 'close' || !places.has(token)) places.set(token, place);
  }
  return new Set(places.values());
}

/** A token that the translation lacks, and its place in the sentence. */
type Lost = {
  readonly token: Part;
  readonly before: Part | undefined;
  readonly behind: Part | undefined;
  readonly isBeforeWords: boolean;
  readonly isBehindWords: boolean;
  readonly position: Position | undefined;
};

/** Relative position in the text, from 0 to 1, and the enclosing pair. */
type Position = { readonly share: number; readonly pair: number | undefined };

/** Assumed letters of a word token. */
const lettersOfToken = 6;
/** UTF-16 units of a text without spaces that may be cut. */
const unspacedMin = 6;

/** Restores lost points and white space, by neighbouring token or position. Words and pairs have no known place. */
function restoreLostTokens(parts: Parts, sentence: Parts): void {
  const strayed = takeFromEdges(parts, sentence);
  let missing = lostFrom(parts, sentence);
  // A restored token may be the neighbour of another.
  for (let before = Infinity; missing.length > 0 && missing.length < before; ) {
    before = missing.length;
    missing = missing.filter((lost) => !putBack(parts, lost));
  }
  const [first] = parts.gaps;
  for (const { token } of missing) if (first && strayed.has(token.text)) insert(first, first.tokens.length, token);
}

/** Removes white-space tokens that an engine moved to an end of the text, if the sentence has none there. */
function takeFromEdges(parts: Parts, sentence: Parts): ReadonlySet<string> {
  const taken = new Set<string>();
  if (parts.words.length === 0) return taken;
  for (const edge of [0, -1]) {
    const [gap, model] = [parts.gaps.at(edge), sentence.gaps.at(edge)];
    if (!gap?.tokens.some(({ role }) => role === 'space')) continue;
    const own = new Set(model?.tokens.map(({ text }) => text));
    for (let place = gap.tokens.length - 1; place >= 0; place--) {
      const token = gap.tokens[place];
      if (token?.role !== 'space' || own.has(token.text)) continue;
      taken.add(token.text);
      gap.tokens.splice(place, 1);
      gap.spaces.splice(place, 2, `${gap.spaces[place]}${gap.spaces[place + 1]}`);
    }
  }
  return taken;
}

function lostFrom(parts: Parts, { words, gaps }: Parts): readonly Lost[] {
  const isRestorable = ({ role }: Part): boolean => role === 'point' || role === 'space';
  if (!gaps.some(({ tokens }) => tokens.some(isRestorable))) return [];
  const present = new Set(parts.gaps.flatMap(({ tokens }) => tokens.map(({ text }) => text)));
  const isLost = (part: Part): boolean => isRestorable(part) && !present.has(part.text);
  if (!gaps.some(({ tokens }) => tokens.some(isLost))) return [];
  const positions = positionsIn({ words, gaps });
  return gaps.flatMap(({ tokens }, gap) =>
    tokens.flatMap((token, place) => {
      const [before, behind, position] = [tokens[place - 1], tokens[place + 1], positions[gap]];
      const lost = { token, before, behind, isBeforeWords: gap === 0, isBehindWords: gap === words.length, position };
      return isLost(token) ? [lost] : [];
    }),
  );
}

/** Inserts at an end, next to another token (white space only at the inner side of a pair), or between two words. */
function putBack(parts: Parts, { token, before, behind, isBeforeWords, isBehindWords, position }: Lost): boolean {
  const [first, last] = [parts.gaps[0], parts.gaps.at(-1)];
  if (isBeforeWords && !before && first) return insert(first, 0, token);
  if (isBehindWords && !behind && last) return insert(last, last.tokens.length, token);
  const isFree = isBeforeWords || isBehindWords || token.role === 'point';
  const putNextTo = (neighbour: Part, shift: 0 | 1): boolean =>
    parts.gaps.some((gap) => {
      const place = gap.tokens.findIndex(({ text }) => text === neighbour.text);
      return place >= 0 && insert(gap, place + shift, token);
    });
  if (before && (isFree || before.role === 'open') && putNextTo(before, 1)) return true;
  if (behind && (isFree || behind.role === 'close') && putNextTo(behind, 0)) return true;
  return position !== undefined && (putInUnspaced(parts, token, position) || putInGap(parts, token, position));
}

/** Inserts in text without spaces between words, such as Chinese. */
function putInUnspaced({ words, gaps }: Parts, token: Part, { share }: Position): boolean {
  let left = share * words.reduce((sum, word) => sum + lettersOf(word), 0);
  const index = words.findIndex((word) => {
    left -= lettersOf(word);
    return left <= 0;
  });
  const { text, role } = words[index] ?? { text: '', role: undefined };
  if (role !== undefined || text.length < unspacedMin || !unspacedLetter.test(text)) return false;
  const cut = cutUnspaced(text, text.length + left);
  if (cut === undefined) return false;
  words.splice(index, 1, ...[text.slice(0, cut), text.slice(cut)].map((half) => ({ text: half, role, number: -1 })));
  gaps.splice(index + 1, 0, { tokens: [token], spaces: ['', ''] });
  return true;
}

/** Inserts in a gap between words, preferably one in the same pair and with white space. */
function putInGap(parts: Parts, token: Part, { share, pair }: Position): boolean {
  const positions = positionsIn(parts);
  let nearest: WordGap | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, gap] of parts.gaps.entries()) {
    const position = positions[index];
    const isInside = index > 0 && index < parts.words.length;
    if (position === undefined || !isInside || gap.tokens.some(({ role }) => role === 'space')) continue;
    const misfits = (position.pair === pair ? 0 : 1) + (gap.spaces.some(Boolean) ? 0 : 1);
    const distance = Math.abs(position.share - share) + misfits;
    if (distance < least) [nearest, least] = [gap, distance];
  }
  return nearest !== undefined && insert(nearest, placeOutside(nearest.tokens), token);
}

function positionsIn({ words, gaps }: Parts): readonly Position[] {
  const total = words.reduce((sum, word) => sum + lettersOf(word), 0);
  const pairs: number[] = [];
  let letters = 0;
  return gaps.map(({ tokens }, index) => {
    const inner = placeOutside(tokens);
    enter(pairs, tokens.slice(0, inner));
    const position = { share: total === 0 ? 0 : letters / total, pair: pairs.at(-1) };
    enter(pairs, tokens.slice(inner));
    letters += lettersOf(words[index]);
    return position;
  });
}

function enter(pairs: number[], tokens: readonly Part[]): void {
  for (const { role, number } of tokens) {
    if (role === 'open') pairs.push(number);
    else if (role === 'close') pairs.pop();
  }
}

function lettersOf(word: Part | undefined): number {
  return word?.role ? lettersOfToken : (word?.text.length ?? 0);
}

/** Existing white space at the place is after the token then. */
function insert({ tokens, spaces }: WordGap, place: number, token: Part): true {
  tokens.splice(place, 0, token);
  spaces.splice(place, 0, '');
  return true;
}
