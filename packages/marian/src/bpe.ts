import { characterEnd, endOfLongest, visitTexts } from './sorted-texts.ts';
import type { Segments } from './unigram.ts';
import type { VocabularyData } from './vocabulary-file.ts';

/**
 * Merges the characters of a text to pieces, at each step the two neighbours whose piece has the highest score, the first
 * of equal ones.
 *
 * Source: sentencepiece 0.1.97, `src/bpe_model.cc`, `Model::SampleEncode` without dropout.
 */
export function cutByMerges(text: string, { cuttable, scores, unk, userDefined }: VocabularyData): Segments {
  const { length } = text;
  // A symbol is named by the unit it starts at. Frozen ones are never merged.
  const ends = new Int32Array(length);
  const previous = new Int32Array(length + 1).fill(-1);
  const isFrozen = new Uint8Array(length + 1);
  const size = 2 ** Math.ceil(Math.log2(length + 1));
  /** By a symbol: the score of the piece that it would become together with the next one. */
  const merged = new Float64Array(size).fill(-Infinity);
  /** A binary tree: each node holds the better symbol of its two children, the first of equal ones. */
  const best = new Int32Array(2 * size).map((_, node) => node - size);
  for (let node = size - 1; node > 0; node--) best[node] = best[2 * node] as number;
  const setMerged = (symbol: number, score: number): void => {
    merged[symbol] = score;
    for (let node = (size + symbol) >> 1; node > 0; node >>= 1) {
      const [left, right] = [best[2 * node] as number, best[2 * node + 1] as number];
      best[node] = (merged[right] as number) > (merged[left] as number) ? right : left;
    }
  };
  const pieceOf = (start: number, end: number): number => {
    let found = -1;
    visitTexts(cuttable, { text, start }, (piece, itsEnd) => {
      if (itsEnd === end) found = piece;
    });
    return found;
  };
  const rate = (symbol: number): void => {
    if (symbol < 0) return;
    const next = ends[symbol] as number;
    const isMergeable = next < length && isFrozen[symbol] === 0 && isFrozen[next] === 0;
    const piece = isMergeable ? pieceOf(symbol, ends[next] as number) : -1;
    setMerged(symbol, piece < 0 ? -Infinity : (scores[piece] as number));
  };
  for (let start = 0; start < length; start = ends[start] as number) {
    const whole = endOfLongest(userDefined, text, start);
    const end = whole > start ? whole : characterEnd(text, start);
    isFrozen[start] = whole > start ? 1 : 0;
    ends[start] = end;
    previous[end] = start;
    rate(previous[start] as number);
  }
  for (let symbol = best[1] as number; (merged[symbol] as number) > -Infinity; symbol = best[1] as number) {
    const next = ends[symbol] as number;
    const end = ends[next] as number;
    ends[symbol] = end;
    previous[end] = symbol;
    setMerged(next, -Infinity);
    rate(symbol);
    rate(previous[symbol] as number);
  }
  const segments: Segments = { pieces: [], starts: [] };
  for (let start = 0; start < length; start = ends[start] as number) {
    const piece = pieceOf(start, ends[start] as number);
    segments.pieces.push(piece < 0 ? unk : piece);
    segments.starts.push(start);
  }
  return segments;
}
