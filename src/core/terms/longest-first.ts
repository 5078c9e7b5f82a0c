/** A place where terms may stand: words from `first` to `last`, inclusive, and the UTF-16 offsets of these. */
type Place = { readonly start: number; readonly end: number };

/**
 * Chooses of `places`, which are in the order of their starts, some that do not overlap: the longest first; of two as
 * long as each other the one that stands first. Time grows in proportion to their number.
 *
 * @param textUnits no place ends behind it
 * @param take what shall stand in one of those places, given in their order; undefined: nothing after all
 * @returns in the order of their places
 */
export function longestFirst<Kind extends Place, Taken>(
  places: readonly Kind[],
  textUnits: number,
  take: (same: readonly Kind[]) => Taken | undefined,
): readonly Taken[] {
  const isTaken = new Uint8Array(textUnits);
  const taken: { readonly start: number; readonly what: Taken }[] = [];
  for (const same of byLength(places)) {
    const [first] = same;
    // What was taken before is as long at least, so that it covers an end of whatever it overlaps.
    if (first === undefined || isTaken[first.start] === 1 || isTaken[first.end - 1] === 1) continue;
    const what = take(same);
    if (what === undefined) continue;
    isTaken.fill(1, first.start, first.end);
    taken.push({ start: first.start, what });
  }
  return taken.toSorted((one, other) => one.start - other.start).map(({ what }) => what);
}

/** Those with the same start and end together. */
function* byLength<Kind extends Place>(places: readonly Kind[]): Generator<readonly Kind[]> {
  const lengths: (Kind[][] | undefined)[] = [];
  for (const place of places) {
    const length = place.end - place.start;
    const ofLength = (lengths[length] ??= []);
    const last = ofLength.at(-1);
    if (last?.[0]?.start === place.start) last.push(place);
    else ofLength.push([place]);
  }
  for (let length = lengths.length - 1; length > 0; length--) yield* lengths[length] ?? [];
}
