/**
 * Returns the largest number of `times`, in milliseconds, within any 60 seconds; exactly 60 seconds apart is outside.
 */
export function largestWindow(times: readonly number[]): number {
  const ordered = times.toSorted((left, right) => left - right);
  let most = 0;
  let from = 0;
  for (const [index, at] of ordered.entries()) {
    while ((ordered[from] ?? at) <= at - 60_000) from++;
    most = Math.max(most, index - from + 1);
  }
  return most;
}
