import { readToken, tokenPattern } from '../../text/document/token.ts';

/**
 * The longest text that is sent in one piece, in UTF-16 units. Sentences are rarely longer. Some modes take a time that
 * grows with the square of the length, and other sentences wait.
 */
const pieceUnitsMax = 1_000;

/** A segment in pieces, and how to join their translations. */
export type SegmentPieces = { readonly pieces: readonly string[]; join(translations: readonly string[]): string };

/**
 * Cuts an overlong segment between words, outside all pairs if possible. If one word is too long, cuts anywhere
 * except inside a token.
 */
export function cutSegment(segment: string): SegmentPieces {
  const pieces: string[] = [];
  const gaps: string[] = [];
  let rest = segment;
  while (rest.length > pieceUnitsMax) {
    const end = lastGap(rest) ?? wholeCharacters(rest);
    const after = rest.slice(end).trimStart();
    pieces.push(rest.slice(0, end));
    gaps.push(after.length < rest.length - end ? ' ' : '');
    rest = after;
  }
  pieces.push(rest);
  return {
    pieces,
    join: (translations) => translations.map((text, index) => text + (gaps[index] ?? '')).join(''),
  };
}

const gapOrToken = new RegExp(`\\s+|${tokenPattern.source}`, 'g');

/** Returns the last white space at which a piece can end, if possible outside all pairs. */
function lastGap(text: string): number | undefined {
  let [inPair, outside]: (number | undefined)[] = [];
  let depth = 0;
  for (const { 0: found, index } of text.slice(0, pieceUnitsMax + 1).matchAll(gapOrToken)) {
    const role = found.trim() === '' ? 'space' : readToken(found).role;
    if (role === 'open') depth++;
    if (role === 'close') depth = Math.max(0, depth - 1);
    if (role !== 'space' || index === 0) continue;
    if (depth === 0) outside = index;
    else inPair = index;
  }
  return outside ?? inPair;
}

/** Returns the full length, or one unit less to avoid cutting a surrogate pair or a token. */
function wholeCharacters(text: string): number {
  return /[\ud800-\udbff\uFDD0-\uFDD4]/.test(text.charAt(pieceUnitsMax - 1)) ? pieceUnitsMax - 1 : pieceUnitsMax;
}
