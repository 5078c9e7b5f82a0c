/** Texts as a tree, for finding those that begin at a place of a text. Texts are compared by UTF-16 units. */
export type Trie = {
  /** The children of node `n` are the nodes from `children[n]` up to `children[n + 1]`, sorted by their units. */
  readonly children: Int32Array;
  readonly units: Uint16Array;
  /** The value of the text that ends in a node, or -1. */
  readonly values: Int32Array;
};

/**
 * @param texts different ones that are not empty
 * @param valueOf their values, from 0 on
 */
export function buildTrie(texts: readonly string[], valueOf: ReadonlyMap<string, number>): Trie {
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
  return { children: children.slice(0, count + 1), units: units.slice(0, count), values: values.slice(0, count) };
}

/** The node of one more unit after those of `node`, or -1. The node of no unit is 0. */
export function childOf({ children, units }: Trie, node: number, unit: number): number {
  const end = children[node + 1] as number;
  let low = children[node] as number;
  for (let high = end; low < high; ) {
    const middle = (low + high) >>> 1;
    if ((units[middle] as number) < unit) low = middle + 1;
    else high = middle;
  }
  return low < end && units[low] === unit ? low : -1;
}

/** The end of the longest text that begins at `start`, or `start`. */
export function endOfLongest(trie: Trie, units: Uint16Array, start: number): number {
  let longest = start;
  for (let at = start, node = 0; at < units.length; ) {
    node = childOf(trie, node, units[at++] as number);
    if (node < 0) break;
    if ((trie.values[node] as number) >= 0) longest = at;
  }
  return longest;
}
