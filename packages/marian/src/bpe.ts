import { childOf, endOfLongest } from './trie.ts';
import type { Segments } from './unigram.ts';
import { characterEnd } from './utf16.ts';
import type { VocabularyData } from './vocabulary-file.ts';

type Pair = { readonly left: number; readonly right: number; readonly units: number; readonly score: number };

/**
 * Merges the characters of a text to pieces, at each step the two neighbours whose piece has the highest score, the first
 * of equal ones.
 *
 * Source: sentencepiece 0.1.97, `src/bpe_model.cc`, `Model::SampleEncode` without dropout.
 */
export function cutByMerges(text: Uint16Array, { trie, scores, unk, userDefined }: VocabularyData): Segments {
  // A symbol is named by the unit it starts at; one that was merged into another has no length.
  const lengths = new Int32Array(text.length);
  const previous = new Int32Array(text.length + 1).fill(-1);
  const isFrozen = new Uint8Array(text.length);
  const pairs = new PairHeap();
  const pieceOf = (start: number, end: number): number => {
    let node = 0;
    for (let at = start; at < end && node >= 0; at++) node = childOf(trie, node, text[at] as number);
    return trie.values[node] ?? -1;
  };
  const addPair = (left: number, right: number): void => {
    if (left < 0 || right >= text.length || isFrozen[left] === 1 || isFrozen[right] === 1) return;
    const end = right + (lengths[right] as number);
    const piece = pieceOf(left, end);
    if (piece >= 0) pairs.add({ left, right, units: end - left, score: scores[piece] as number });
  };
  for (let start = 0, before = -1; start < text.length; ) {
    const whole = endOfLongest(userDefined, text, start);
    const end = whole > start ? whole : characterEnd(text, start);
    isFrozen[start] = whole > start ? 1 : 0;
    lengths[start] = end - start;
    previous[end] = start;
    if (before >= 0) addPair(before, start);
    before = start;
    start = end;
  }
  for (let pair = pairs.take(); pair !== undefined; pair = pairs.take()) {
    const { left, right, units } = pair;
    const leftUnits = lengths[left] as number;
    const rightUnits = lengths[right] as number;
    if (leftUnits === 0 || rightUnits === 0 || leftUnits + rightUnits !== units) continue;
    lengths[left] = units;
    lengths[right] = 0;
    previous[left + units] = left;
    addPair(previous[left] as number, left);
    addPair(left, left + units);
  }
  const segments: Segments = { pieces: [], starts: [] };
  for (let start = 0; start < text.length; start += lengths[start] as number) {
    const piece = pieceOf(start, start + (lengths[start] as number));
    segments.pieces.push(piece < 0 ? unk : piece);
    segments.starts.push(start);
  }
  return segments;
}

/** Gives the pair of the highest score first, and the leftmost of equal ones. */
class PairHeap {
  readonly #pairs: Pair[] = [];

  add(pair: Pair): void {
    let at = this.#pairs.length;
    for (let parent = (at - 1) >> 1; at > 0 && isBefore(pair, this.#pairs[parent]); parent = (at - 1) >> 1) {
      this.#pairs[at] = this.#pairs[parent] as Pair;
      at = parent;
    }
    this.#pairs[at] = pair;
  }

  take(): Pair | undefined {
    const first = this.#pairs[0];
    const last = this.#pairs.pop();
    if (last === undefined || this.#pairs.length === 0) return first;
    let at = 0;
    for (let child = 1; child < this.#pairs.length; child = 2 * at + 1) {
      if (isBefore(this.#pairs[child + 1], this.#pairs[child])) child++;
      if (!isBefore(this.#pairs[child], last)) break;
      this.#pairs[at] = this.#pairs[child] as Pair;
      at = child;
    }
    this.#pairs[at] = last;
    return first;
  }
}

const isBefore = (one: Pair | undefined, other: Pair | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  (one.score > other.score || (one.score === other.score && one.left < other.left));
