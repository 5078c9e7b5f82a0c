import { characterEnd, visitTexts } from './sorted-texts.ts';
import type { VocabularyData } from './vocabulary-file.ts';

/** The pieces of a normalized text and their start units. */
export type Segments = { readonly pieces: number[]; readonly starts: number[] };

/**
 * Cuts a text into the pieces with the highest sum of scores.
 *
 * Sums are rounded to f32 at the end of a piece, but compared before that. This decides between cuts of equal scores.
 * Source: sentencepiece 0.1.97, `src/unigram_model.cc`, `Model::EncodeOptimized`.
 */
export function cutByScore(text: string, { cuttable, scores, unk, unknownScore }: VocabularyData): Segments {
  const best = new Float32Array(text.length + 1).fill(Number.NaN);
  const starts = new Int32Array(text.length + 1);
  const pieces = new Int32Array(text.length + 1);
  best[0] = 0;
  let start = 0;
  const offer = (piece: number, end: number, sum: number): void => {
    if (sum <= (best[end] as number)) return;
    best[end] = sum;
    starts[end] = start;
    pieces[end] = piece;
  };
  while (start < text.length) {
    const next = characterEnd(text, start);
    const sum = best[start] as number;
    let isKnown = false;
    visitTexts(cuttable, { text, start }, (piece, end) => {
      offer(piece, end, sum + (scores[piece] as number));
      isKnown ||= end === next;
    });
    if (!isKnown) offer(unk, next, Math.fround(sum + unknownScore));
    start = next;
  }
  const path: Segments = { pieces: [], starts: [] };
  for (let end = text.length; end > 0; end = starts[end] as number) {
    path.pieces.push(pieces[end] as number);
    path.starts.push(starts[end] as number);
  }
  path.pieces.reverse();
  path.starts.reverse();
  return path;
}
