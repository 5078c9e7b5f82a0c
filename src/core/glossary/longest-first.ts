import type { Span } from '../document/span.ts';

/**
 * Chooses places that do not overlap: the longest first, then the one that starts first.
 *
 * @param places in the order of their starts
 * @param take what to put in one of these identical places; undefined leaves it free
 * @returns what was taken, in the order of the places
 */
export function longestFirst<Place extends Span, Taken>(
  places: readonly Place[],
  take: (same: readonly Place[]) => Taken | undefined,
): readonly Taken[] {
  // Identical places are next to each other: sorting is stable, and the places are in the order of their starts.
  const byLength = places.toSorted((one, other) => lengthOf(other) - lengthOf(one));
  const isTaken = new Uint8Array(places.reduce((last, place) => Math.max(last, place.end), 0));
  const taken: { readonly start: number; readonly what: Taken }[] = [];
  let from = 0;
  for (const [index, { start, end }] of byLength.entries()) {
    const next = byLength[index + 1];
    if (next?.start === start && next.end === end) continue;
    const same = byLength.slice(from, index + 1);
    from = index + 1;
    // A place that was taken before is at least as long, so it covers an end of what it overlaps.
    if (isTaken[start] === 1 || isTaken[end - 1] === 1) continue;
    const what = take(same);
    if (what === undefined) continue;
    isTaken.fill(1, start, end);
    taken.push({ start, what });
  }
  return taken.toSorted((one, other) => one.start - other.start).map(({ what }) => what);
}

function lengthOf({ start, end }: Span): number {
  return end - start;
}
