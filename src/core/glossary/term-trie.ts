/** The terms that match whatever their capitals, and those that match as they are written, begin apart. */
export const roots = { follow: 0, exact: 1 } as const;

export type Root = (typeof roots)[keyof typeof roots];

/**
 * Sequences of words, as numbers, that each lead to a list of entries. In typed arrays: 50,000 entries need some
 * 100,000 steps, and an object with a map per step is too large.
 */
export class TermTrie {
  /** By root and first word: where they lead. */
  readonly #firsts: [Int32Array<ArrayBuffer>, Int32Array<ArrayBuffer>];
  /** The other steps, in a table with open addressing: where one begins, its word, where it leads. */
  #froms: Int32Array<ArrayBuffer>;
  #symbols: Int32Array<ArrayBuffer>;
  #nodes: Int32Array<ArrayBuffer>;
  #steps = 0;
  /** Of a node: the number of its first term and one, or 0 where no term ends. */
  #terms: Int32Array<ArrayBuffer>;
  /** Of a node: the bits of the words with which longer terms go on. */
  #goesOn: Int32Array<ArrayBuffer>;
  /** From 1, as 0 is nowhere. */
  #nextNode = 1;

  /** @param terms about how many there will be */
  constructor(terms: number) {
    const places = 2 ** Math.ceil(Math.log2(Math.max(terms, 8)));
    this.#firsts = [new Int32Array(places), new Int32Array(8)];
    this.#terms = new Int32Array(places * 2);
    this.#goesOn = new Int32Array(places * 2);
    this.#froms = new Int32Array(places * 2);
    this.#symbols = new Int32Array(places * 2);
    this.#nodes = new Int32Array(places * 2);
  }

  /** Where terms that begin with `word` go on; 0 for nowhere. */
  begin(root: Root, word: number): number {
    return this.#firsts[root][word] ?? 0;
  }

  /** Where `word` leads from `node`, with white space before it or not; 0 for nowhere. */
  step(node: number, word: number, hasGap: boolean): number {
    return this.#nodes[this.#slot(node, symbolOf(word, hasGap))] ?? 0;
  }

  /** The same as `begin`, having made that beginning if there was none. */
  growFirst(root: Root, word: number): number {
    let firsts = this.#firsts[root];
    if (word >= firsts.length) firsts = this.#firsts[root] = widened(firsts, word);
    const made = firsts[word] || this.#newNode();
    firsts[word] = made;
    return made;
  }

  /** The same as `step`, having made that step if there was none. */
  grow(node: number, word: number, hasGap: boolean): number {
    const symbol = symbolOf(word, hasGap);
    const slot = this.#slot(node, symbol);
    const known = this.#nodes[slot] ?? 0;
    if (known !== 0) return known;
    const made = this.#newNode();
    this.#froms[slot] = node;
    this.#symbols[slot] = symbol;
    this.#nodes[slot] = made;
    this.#goesOn[node] = (this.#goesOn[node] ?? 0) | bitOf(word);
    // More than two thirds full, a table is slow.
    if (++this.#steps * 3 > this.#nodes.length * 2) this.#widen();
    return made;
  }

  /** The bits (`bitOf`) of the words with which steps lead from `node`. */
  bitsFrom(node: number): number {
    return this.#goesOn[node] ?? 0;
  }

  /** False where no step leads from `node` with any of the words that have `bits`. */
  mayGoOn(node: number, bits: number): boolean {
    return (this.bitsFrom(node) & bits) !== 0;
  }

  /** The number of the first term that ends at `node`; -1 for none. */
  firstTerm(node: number): number {
    return (this.#terms[node] ?? 0) - 1;
  }

  setFirstTerm(node: number, term: number): void {
    this.#terms[node] = term + 1;
  }

  get bytes(): number {
    const [follow, exact] = this.#firsts;
    return this.#nodes.byteLength * 3 + this.#terms.byteLength * 2 + follow.byteLength + exact.byteLength;
  }

  #newNode(): number {
    const node = this.#nextNode++;
    if (node >= this.#terms.length) {
      this.#terms = widened(this.#terms, node);
      const goesOn = new Int32Array(this.#terms.length);
      goesOn.set(this.#goesOn);
      this.#goesOn = goesOn;
    }
    return node;
  }

  /** Where the step is, or would be. */
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
      const node = nodes[at] ?? 0;
      if (node === 0) continue;
      const [from = 0, symbol = 0] = [froms[at], symbols[at]];
      const slot = this.#slot(from, symbol);
      this.#froms[slot] = from;
      this.#symbols[slot] = symbol;
      this.#nodes[slot] = node;
    }
  }
}

/** One of 32, so that a set of words fits in a number; none for a word of no term. */
export function bitOf(word: number): number {
  return word === 0 ? 0 : 1 << (word & 31);
}

function symbolOf(word: number, hasGap: boolean): number {
  return word * 2 + (hasGap ? 1 : 0);
}

/** Spreads what differs by little over the whole table. Source: MurmurHash3, its multipliers and its finish. */
function mixed(node: number, symbol: number): number {
  let hash = Math.imul(node, 0xcc9e2d51) ^ Math.imul(symbol, 0x1b873593);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** At least twice as long, and long enough for `index`. */
function widened(array: Int32Array<ArrayBuffer>, index: number): Int32Array<ArrayBuffer> {
  const wider = new Int32Array(Math.max(array.length * 2, index + 1));
  wider.set(array);
  return wider;
}
