/** Start nodes of entries that match in any case, and of entries that match only as written. */
export const roots = { follow: 1, exact: 2 } as const;

export type Root = (typeof roots)[keyof typeof roots];

/**
 * A trie from sequences of word numbers to lists of entries. Uses typed arrays: 50,000 entries need some 100,000 steps,
 * and an object with a map per step would take too much memory.
 */
export class EntryTrie {
  /** Steps, in a table with open addressing: the node before, the symbol, the node after. */
  #froms: Int32Array<ArrayBuffer>;
  #symbols: Int32Array<ArrayBuffer>;
  #nodes: Int32Array<ArrayBuffer>;
  #steps = 0;
  /** By node: the number of its first entry plus one, or 0 if no entry ends there. */
  #entries: Int32Array<ArrayBuffer>;
  /** By node: the bits of the words that continue an entry. */
  #onward: Int32Array<ArrayBuffer>;

  /** @param entries their approximate count */
  constructor(entries: number) {
    const places = 2 ** Math.ceil(Math.log2(Math.max(entries, 8)) + 1);
    this.#froms = new Int32Array(places);
    this.#symbols = new Int32Array(places);
    this.#nodes = new Int32Array(places);
    this.#entries = new Int32Array(places);
    this.#onward = new Int32Array(places);
  }

  /** Returns the node after `word`, or 0 if there is none. `hasGap`: white space is before the word. */
  step(node: number, word: number, hasGap: boolean): number {
    return this.#nodes[this.#slot(node, symbolOf(word, hasGap))] ?? 0;
  }

  /** Same as `step`, but adds a missing step. */
  grow(node: number, word: number, hasGap: boolean): number {
    const symbol = symbolOf(word, hasGap);
    const slot = this.#slot(node, symbol);
    const known = this.#nodes[slot] ?? 0;
    if (known !== 0) return known;
    const added = ++this.#steps + roots.exact;
    if (added >= this.#entries.length) {
      this.#entries = doubled(this.#entries);
      this.#onward = doubled(this.#onward);
    }
    this.#froms[slot] = node;
    this.#symbols[slot] = symbol;
    this.#nodes[slot] = added;
    this.#onward[node] = this.bitsFrom(node) | bitOf(word);
    // A table that is more than two thirds full is slow.
    if (this.#steps * 3 > this.#nodes.length * 2) this.#widen();
    return added;
  }

  /** Returns the bits (`bitOf`) of the words that continue an entry from `node`. */
  bitsFrom(node: number): number {
    return this.#onward[node] ?? 0;
  }

  /** Returns the number of the first entry that ends at `node`, -1 if none does. */
  firstEntry(node: number): number {
    return (this.#entries[node] ?? 0) - 1;
  }

  setFirstEntry(node: number, entry: number): void {
    this.#entries[node] = entry + 1;
  }

  /** The slot of the step, or the free slot for it. */
  #slot(node: number, symbol: number): number {
    const mask = this.#nodes.length - 1;
    let slot = mixed(node, symbol) & mask;
    while (this.#nodes[slot] !== 0 && (this.#froms[slot] !== node || this.#symbols[slot] !== symbol)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #widen(): void {
    const [froms, symbols, nodes] = [this.#froms, this.#symbols, this.#nodes];
    const length = nodes.length * 2;
    this.#froms = new Int32Array(length);
    this.#symbols = new Int32Array(length);
    this.#nodes = new Int32Array(length);
    for (let at = 0; at < nodes.length; at++) {
      const [node = 0, from = 0, symbol = 0] = [nodes[at], froms[at], symbols[at]];
      if (node === 0) continue;
      const slot = this.#slot(from, symbol);
      this.#froms[slot] = from;
      this.#symbols[slot] = symbol;
      this.#nodes[slot] = node;
    }
  }
}

/** One of 32 bits for each word, so that a number can hold a set of words; 0 for a word of no entry. */
export function bitOf(word: number): number {
  return word === 0 ? 0 : 1 << (word & 31);
}

function symbolOf(word: number, hasGap: boolean): number {
  return word * 2 + (hasGap ? 1 : 0);
}

/** Spreads similar numbers over the whole table. Source: MurmurHash3, multipliers and finish. */
function mixed(node: number, symbol: number): number {
  let hash = Math.imul(node, 0xcc9e2d51) ^ Math.imul(symbol, 0x1b873593);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

export function doubled(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const wider = new Int32Array(array.length * 2);
  wider.set(array);
  return wider;
}
