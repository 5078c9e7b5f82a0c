/** Finds which of given texts begin at a place of a text. Texts are compared by UTF-16 units. */
export class Trie {
  /** The children of node `n` are the nodes from `#children[n]` up to `#children[n + 1]`, sorted by their units. */
  readonly #children: Int32Array;
  readonly #units: Uint16Array;
  readonly #values: Int32Array;

  /**
   * @param texts different ones that are not empty
   * @param valueOf their values, from 0 on
   */
  constructor(texts: readonly string[], valueOf: ReadonlyMap<string, number>) {
    const sorted = texts.toSorted();
    const nodesMax = sorted.reduce((sum, text) => sum + text.length, 1);
    const units = new Uint16Array(nodesMax);
    const children = new Int32Array(nodesMax + 1);
    const values = new Int32Array(nodesMax).fill(-1);
    // The texts below a node are those from `first` up to `end`; they are equal up to `depth`.
    const first = new Int32Array(nodesMax);
    const end = new Int32Array(nodesMax);
    const depth = new Int32Array(nodesMax);
    end[0] = sorted.length;
    let count = 1;
    for (let node = 0; node < count; node++) {
      children[node] = count;
      const at = depth[node] as number;
      for (let index = first[node] as number; index < (end[node] as number); index++) {
        const text = sorted[index] as string;
        if (text.length === at) values[node] = valueOf.get(text) as number;
        else {
          const unit = text.charCodeAt(at);
          if (children[node] === count || units[count - 1] !== unit) {
            units[count] = unit;
            first[count] = index;
            depth[count] = at + 1;
            count++;
          }
          end[count - 1] = index + 1;
        }
      }
    }
    children[count] = count;
    this.#children = children.slice(0, count + 1);
    this.#units = units.slice(0, count);
    this.#values = values.slice(0, count);
  }

  /** The node of one more unit after those of `node`, or -1. The node of no unit is 0. */
  child(node: number, unit: number): number {
    const end = this.#children[node + 1] as number;
    let low = this.#children[node] as number;
    for (let high = end; low < high; ) {
      const middle = (low + high) >>> 1;
      if ((this.#units[middle] as number) < unit) low = middle + 1;
      else high = middle;
    }
    return low < end && this.#units[low] === unit ? low : -1;
  }

  /** The value of the text that ends in a node, or -1. */
  value(node: number): number {
    return this.#values[node] as number;
  }

  /** The value of a text, or -1. */
  find(units: Uint16Array, start: number, end: number): number {
    let node = 0;
    for (let at = start; at < end && node >= 0; at++) node = this.child(node, units[at] as number);
    return node < 0 ? -1 : this.value(node);
  }

  /** The end of the longest text that begins at `start`, or `start`. */
  longest(units: Uint16Array, start: number): number {
    let longest = start;
    for (let at = start, node = 0; at < units.length; ) {
      node = this.child(node, units[at++] as number);
      if (node < 0) break;
      if (this.value(node) >= 0) longest = at;
    }
    return longest;
  }
}
