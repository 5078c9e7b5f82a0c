/**
 * Sequences of numbers, each of which leads to a list of terms. Numbers in typed arrays: 50,000 terms are some 100,000
 * steps, each of which would be an object with a map otherwise.
 */
export class TermTrie {
  /** The steps in a table with open addressing: where one begins, its number, where it leads. */
  #froms = new Int32Array(1 << 10);
  #symbols = new Int32Array(1 << 10);
  #nodes = new Int32Array(1 << 10);
  #steps = 0;
  /** Of a node: the number of its first term and one, or 0 where no term ends. */
  #firstOf = new Int32Array(1 << 10);
  #nextNode: number;

  /** @param roots how many nodes, from 1, there are to begin with */
  constructor(roots: number) {
    this.#nextNode = roots + 1;
  }

  /** Where `symbol` leads from `node`; 0 for nowhere. */
  step(node: number, symbol: number): number {
    const slot = this.#slot(node, symbol);
    return this.#nodes[slot] ?? 0;
  }

  /** The same, having made that step if there was none. */
  grow(node: number, symbol: number): number {
    const slot = this.#slot(node, symbol);
    const known = this.#nodes[slot] ?? 0;
    if (known !== 0) return known;
    const made = this.#nextNode++;
    this.#froms[slot] = node;
    this.#symbols[slot] = symbol;
    this.#nodes[slot] = made;
    if (made >= this.#firstOf.length) this.#firstOf = widened(this.#firstOf);
    // More than two thirds full, a table is slow.
    if (++this.#steps * 3 > this.#nodes.length * 2) this.#widen();
    return made;
  }

  firstOf(node: number): number {
    return (this.#firstOf[node] ?? 0) - 1;
  }

  setFirst(node: number, term: number): void {
    this.#firstOf[node] = term + 1;
  }

  get bytes(): number {
    return this.#nodes.byteLength * 3 + this.#firstOf.byteLength;
  }

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
      const [from = 0, symbol = 0, node = 0] = [froms[at], symbols[at], nodes[at]];
      if (node === 0) continue;
      const slot = this.#slot(from, symbol);
      this.#froms[slot] = from;
      this.#symbols[slot] = symbol;
      this.#nodes[slot] = node;
    }
  }
}

/** Spreads what differs by little over the whole table. Source: MurmurHash3, its multipliers and its finish. */
function mixed(node: number, symbol: number): number {
  let hash = Math.imul(node, 0xcc9e2d51) ^ Math.imul(symbol, 0x1b873593);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

function widened(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const wider = new Int32Array(array.length * 2);
  wider.set(array);
  return wider;
}
