import type { Translation } from '../../../packages/marian/src/index.ts';

/** A piece of a translation and the source piece with most of its attention. */
export type AlignedPiece = {
  /** UTF-16 offset in the translation at which it begins. */
  readonly start: number;
  /** UTF-16 offset in the source at which that piece begins, without the space before it. */
  readonly source: number;
  /** Share of the attention, 0 to 1. */
  readonly weight: number;
};

/** A translation with its pieces in order; no pieces if no alignment was requested. */
export type AlignedText = { readonly text: string; readonly pieces: readonly AlignedPiece[] };

/** Returns the source piece of each piece of a translation. Ignores attention to the end of the source. */
export function alignPieces(source: string, { starts, sourceStarts, alignment }: Translation): readonly AlignedPiece[] {
  const width = sourceStarts.length;
  const sources = Array.from(sourceStarts, (start) => (source.charAt(start) === ' ' ? start + 1 : start));
  return Array.from(starts, (start, index) => {
    const row = alignment.subarray(index * width, (index + 1) * width - 1);
    let largest = 0;
    for (let at = 1; at < row.length; at++) if ((row[at] ?? 0) > (row[largest] ?? 0)) largest = at;
    return { start, source: sources[largest] ?? 0, weight: row[largest] ?? 0 };
  });
}
