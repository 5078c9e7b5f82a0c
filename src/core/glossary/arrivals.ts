import type { InflectedWord, TermWalk } from './term-walk.ts';
import type { WordReader } from './word-reader.ts';

/** Where the words of terms stand, perhaps, and which. Offsets are those of the plain sentence. */
export type Arrival = {
  readonly start: number;
  readonly end: number;
  readonly first: number;
  readonly last: number;
  readonly node: number;
  readonly inflected: InflectedWord | undefined;
};

/** Of terms that begin with the same word of a text so many are thought of, the longest. */
const arrivalsMax = 32;

/** In the order of their starts. */
export class Arrivals {
  readonly all: Arrival[] = [];
  readonly #words: WordReader;
  /** Where those from the same word begin, which are overwritten when there are too many, and how many there were. */
  #from = 0;
  #count = 0;

  constructor(words: WordReader) {
    this.#words = words;
  }

  add({ first, last }: TermWalk, node: number, inflected: InflectedWord | undefined): void {
    const [start = 0, end = 0] = [this.#words.starts[first], this.#words.ends[last]];
    if (this.all[this.#from]?.first !== first) [this.#from, this.#count] = [this.all.length, 0];
    this.all[this.#from + (this.#count++ % arrivalsMax)] = { start, end, first, last, node, inflected };
  }
}

export const noArrival: Arrival = { start: 0, end: 0, first: 0, last: 0, node: 0, inflected: undefined };
