/** The first index from `low` on whose item is not before what is sought, or `length`. Items are in order. */
export function firstIndex(length: number, isBefore: (index: number) => boolean, low = 0): number {
  let from = low;
  let to = length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isBefore(middle)) from = middle + 1;
    else to = middle;
  }
  return from;
}
