/** More changed letters than this, in proportion to the length, are no typing error. */
const differenceMax = 0.5;

/** Returns the end of a message about an unknown name: the most similar of `names`, or all if none is similar. */
export function didYouMean(written: string, names: readonly string[]): string {
  let [nearest, least] = ['', differenceMax];
  for (const name of names) {
    const difference = edits(written.toLowerCase(), name.toLowerCase()) / Math.max(written.length, name.length, 1);
    if (difference < least) [nearest, least] = [name, difference];
  }
  return nearest === '' ? `Known are ${names.join(' ')}.` : `Did you mean ${nearest}?`;
}

/** Source: Damerau (1964), restricted form: a swap of neighbours is one edit. */
function edits(from: string, to: string): number {
  let [beforeLast, last] = [[] as number[], Array.from({ length: to.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = isSwap ? (beforeLast[j - 2] ?? 0) + 1 : Infinity;
      row.push(Math.min(replaced, swapped, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    [beforeLast, last] = [last, row];
  }
  return last[to.length] ?? 0;
}
