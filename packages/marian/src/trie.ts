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

/** Visits the texts that begin at a place of a text, shorter ones first. */
export function visitTexts(
  { children, units, values }: Trie,
  { text, start }: { readonly text: string; readonly start: number },
  visit: (value: number, end: number) => void,
): void {
  for (let at = start, node = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    let low = children[node] as number;
    const last = children[node + 1] as number;
    for (let high = last; low < high; ) {
      const middle = (low + high) >>> 1;
      if ((units[middle] as number) < unit) low = middle + 1;
      else high = middle;
    }
    if (low === last || units[low] !== unit) return;
    node = low;
    const value = values[node] as number;
    if (value >= 0) visit(value, at + 1);
  }
}

/** The end of the longest text that begins at `start`, or `start`. */
export function endOfLongest(trie: Trie, text: string, start: number): number {
  let longest = start;
  visitTexts(trie, { text, start }, (_, end) => {
    longest = end;
  });
  return longest;
}

/** The end of the character that begins at `at`, in a well-formed text. */
export const characterEnd = (text: string, at: number): number =>
  (text.codePointAt(at) ?? 0) > 0xffff ? at + 2 : at + 1;
