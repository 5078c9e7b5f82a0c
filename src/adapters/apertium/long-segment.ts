/**
 * What goes through a pipeline in one piece, in UTF-16 units. Sentences are hardly ever longer; the time that some
 * modes take grows with the square of the length, and others wait behind it.
 */
const pieceUnitsMax = 1_000;

/** A segment in pieces, and how to put their translations together. */
export type Pieces = { readonly pieces: readonly string[]; join(translations: readonly string[]): string };

/** Cuts a segment that is too long between words, or anywhere when one word alone is too long. */
export function cutSegment(segment: string): Pieces {
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

/** Where the last white space begins that a piece of full length can end at. */
function lastGap(text: string): number | undefined {
  const gap = /\s+\S*$/.exec(text.slice(0, pieceUnitsMax + 1))?.index;
  return gap === undefined || gap === 0 ? undefined : gap;
}

/** Full length, or one unit less so as not to cut a surrogate pair in two. */
function wholeCharacters(text: string): number {
  return /[\ud800-\udbff]/.test(text.charAt(pieceUnitsMax - 1)) ? pieceUnitsMax - 1 : pieceUnitsMax;
}
