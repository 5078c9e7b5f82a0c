import { cutUnspaced, unspacedLetter } from '../../text/checks/words.ts';
import type { Span } from '../../text/document/span.ts';

/** Longer texts are cut, because small models translate single clauses better. In estimated vocabulary pieces. */
const piecesMax = 110;
/** Length of the parts, in estimated vocabulary pieces. */
const partPieces = 64;

/** Average pieces for each character, by the first pattern that it matches. */
const estimates: readonly (readonly [pattern: RegExp, pieces: number])[] = [
  [/ /, 0],
  [unspacedLetter, 0.8],
  [/\p{L}/u, 0.36],
  [/\p{M}/u, 0.3],
  [/[\0-\u20FF\u3000-\u303F\uFF00-\uFFEF]/, 1],
  // Usually each byte of a symbol is a piece.
  [/[^]/u, 4],
];

const clauseEnd = /[,;:)\]—–،؛，；：、）。]/;
const wideSign = /[，；：、）。]/;

/** A place for a cut: the left side ends at `end`, the right one begins at `start`. */
type Cut = Span & { readonly isBetweenClauses: boolean };

/**
 * Cuts into about equal parts: between clauses, else at spaces, else inside a word that is too long. Linear. Only
 * spaces are between the parts. @param whole spans that are never cut, in order
 */
export function cutLongText(text: string, whole: readonly Span[]): readonly Span[] {
  const pieces = countPieces(text);
  const total = pieces[text.length] ?? 0;
  if (total <= piecesMax) return [{ start: 0, end: text.length }];
  const count = Math.ceil(total / partPieces);
  const partsBefore = (at: number): number => ((pieces[at] ?? 0) * count) / total;
  const best = bestCuts(text, partsBefore);
  const parts: Span[] = [];
  let start = 0;
  for (let part = 1, at = 0; part < count; part++) {
    while (partsBefore(at) < part) at++;
    const cut = best.get(part) ?? insideWord(text, at, whole);
    if (cut.end <= start || cut.start >= text.length) continue;
    parts.push({ start, end: cut.end });
    start = cut.start;
  }
  return [...parts, { start, end: text.length }];
}

function countPieces(text: string): Float64Array {
  const counts = new Float64Array(text.length + 1);
  let count = 0;
  let at = 0;
  for (const character of text) {
    count += estimates.find(([pattern]) => pattern.test(character))?.[1] ?? 0;
    counts.fill(count, at + 1, at + character.length + 1);
    at += character.length;
  }
  return counts;
}

/** Finds the best cut at the end of each part except the last, among the cuts nearest to that end. */
function bestCuts(text: string, partsBefore: (at: number) => number): ReadonlyMap<number, Cut> {
  const best = new Map<number, Cut>();
  for (let at = 1; at < text.length; at++) {
    const before = text.charAt(at - 1);
    const isSpace = text.charAt(at) === ' ';
    if (!isSpace && !wideSign.test(before)) continue;
    const cut = { end: at, start: isSpace ? at + 1 : at, isBetweenClauses: clauseEnd.test(before) };
    const part = Math.round(partsBefore(at));
    const valueOf = (one: Cut): number => Number(one.isBetweenClauses) - Math.abs(partsBefore(one.end) - part);
    const other = best.get(part);
    if (other === undefined || valueOf(cut) > valueOf(other)) best.set(part, cut);
  }
  return best;
}

/** Between two words of a script without spaces; else anywhere except inside a character or a `whole` span. */
function insideWord(text: string, near: number, whole: readonly Span[]): Span {
  let at = (unspacedLetter.test(text.charAt(near)) ? cutUnspaced(text, near) : undefined) ?? near;
  if (/[\uDC00-\uDFFF]/.test(text.charAt(at))) at--;
  const kept = whole.find(({ start, end }) => start < at && at < end);
  if (kept !== undefined) at = kept.start;
  return { start: at, end: at };
}
