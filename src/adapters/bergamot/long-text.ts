import { cutUnspaced } from '../../core/fidelity/unspaced-text.ts';
import { unspacedLetter } from '../../core/fidelity/words.ts';

/** In UTF-16 units, end exclusive. */
export type Stretch = { readonly start: number; readonly end: number };

/**
 * What goes through the library in one text, in vocabulary pieces as estimated here. It cuts what has more than 127 of
 * them itself, inside words if need be, and joins the parts without a space.
 */
const piecesMax = 110;

/** How long the parts become: small models translate long sentences worse than their clauses. */
const partPieces = 64;

/** Estimated over 8,000 words of Spanish and English with a vocabulary of 6,000 pieces; larger ones need fewer. */
const pieceCosts = {
  word: 0.7,
  letter: 0.22,
  oddLetter: 1,
  mark: 0.3,
  unspaced: 0.8,
  sign: 1,
  signApart: 2,
  symbol: 4,
};

/** A word with more letters is made of such as no vocabulary has in one piece. */
const wordLettersMax = 30;

/** How far from equal lengths a cut may be, as a part of the length, so that it comes to stand between clauses. */
const leeway = 0.5;

const letter = /\p{L}/u;
const mark = /\p{M}/u;
const firstSymbol = 0x2100;
const clauseEnd = /[,;:)\]—–،؛，；：、）。]/;
const wideSign = /[，；：、）。]/;

/** What a cut stands at; more is better. */
type Rank = 0 | 1 | 2;

/** A place for a cut: the left side ends at `end`, the right one begins at `start`. */
type Cut = Stretch & { readonly rank: Rank };

/**
 * Cuts a text that is too long for the library into about equal parts, between clauses where there are any, else at
 * blanks, inside a word only where it alone is too long. Linear in the length.
 *
 * @param whole stretches that are never cut, in order
 * @returns in order; nothing but blanks stands between them, and at their ends none
 */
export function cutLongText(text: string, whole: readonly Stretch[]): readonly Stretch[] {
  const costs = costsOf(text);
  const costAt = (at: number): number => costs[at] ?? 0;
  const total = costAt(text.length);
  if (total <= piecesMax) return [{ start: 0, end: text.length }];
  const cuts = cutsIn(text);
  const parts: Stretch[] = [];
  let start = 0;
  let next = 0;
  while (total - costAt(start) > partPieces * (1 + leeway)) {
    const rest = total - costAt(start);
    const length = rest / Math.ceil(rest / partPieces);
    const last = length * (1 + leeway);
    const reachable: Cut[] = [];
    for (; ; next++) {
      const cut = cuts[next];
      if (cut === undefined || costAt(cut.end) - costAt(start) > last) break;
      if (cut.end > start) reachable.push(cut);
    }
    const aim = costAt(start) + length;
    const chosen =
      bestOf(
        reachable.filter(({ end }) => costAt(end) >= aim - length * leeway),
        (cut) => 1_000 * cut.rank - Math.abs(costAt(cut.end) - aim),
      ) ??
      reachable.at(-1) ??
      insideWord(text, { from: start, to: lastBelow(costs, aim, start) }, whole);
    parts.push({ start, end: chosen.end });
    start = chosen.start;
    // Cuts between the chosen one and the last that was looked at may serve the next part.
    while (next > 0 && (cuts[next - 1]?.end ?? 0) > start) next--;
  }
  parts.push({ start, end: text.length });
  return parts.filter((part) => part.start < part.end);
}

/** How many pieces stand before each offset. */
function costsOf(text: string): Float64Array {
  const costs = new Float64Array(text.length + 1);
  let letters = 0;
  let isApart = true;
  let cost = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0;
    const character = String.fromCodePoint(code);
    const isLetter = letter.test(character);
    if (isLetter && unspacedLetter.test(character)) cost += pieceCosts.unspaced;
    else if (letters >= wordLettersMax && isLetter) cost += pieceCosts.oddLetter;
    else if (isLetter) cost += pieceCosts.letter + (letters === 0 ? pieceCosts.word : 0);
    else if (mark.test(character)) cost += pieceCosts.mark;
    else if (code >= firstSymbol && !wideSign.test(character)) cost += pieceCosts.symbol;
    else if (character !== ' ') cost += isApart ? pieceCosts.signApart : pieceCosts.sign;
    letters = isLetter ? letters + 1 : 0;
    isApart = character === ' ';
    for (const end = at + character.length; at < end; ) costs[++at] = cost;
  }
  return costs;
}

function cutsIn(text: string): readonly Cut[] {
  const cuts: Cut[] = [];
  for (let at = 1; at < text.length; at++) {
    const before = text.charAt(at - 1);
    if (text.charAt(at) === ' ') cuts.push({ end: at, start: at + 1, rank: clauseEnd.test(before) ? 2 : 1 });
    else if (wideSign.test(before)) cuts.push({ end: at, start: at, rank: 2 });
  }
  return cuts;
}

function bestOf(cuts: readonly Cut[], valueOf: (cut: Cut) => number): Cut | undefined {
  let best: Cut | undefined;
  for (const cut of cuts) if (best === undefined || valueOf(cut) > valueOf(best)) best = cut;
  return best;
}

/** The last offset up to which no more than `cost` is spent, at least one character behind `from`. */
function lastBelow(costs: Float64Array, cost: number, from: number): number {
  let at = from + 1;
  while (at + 1 < costs.length && (costs[at + 1] ?? 0) <= cost) at++;
  return at;
}

/** Between two words of a script without spaces; else anywhere but inside a character and what must stay whole. */
function insideWord(
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
  whole: readonly Stretch[],
): Cut {
  const cut = unspacedLetter.test(text.charAt(to)) ? cutUnspaced(text, to) : undefined;
  let at = cut !== undefined && cut > from && cut <= to ? cut : to;
  if (isLowSurrogate(text, at)) at += at - 1 > from ? -1 : 1;
  const kept = whole.find(({ start, end }) => start < at && at < end);
  if (kept !== undefined) at = kept.start > from ? kept.start : kept.end;
  return { end: at, start: at, rank: 0 };
}

function isLowSurrogate(text: string, at: number): boolean {
  return /[\uDC00-\uDFFF]/.test(text.charAt(at));
}
