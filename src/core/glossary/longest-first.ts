/** A place where terms may stand: words from `first` to `last`, inclusive, and the UTF-16 offsets of these. */
type Place = { readonly start: number; readonly end: number };

/** Returns what to put in one of these identical places; undefined: nothing. */
type Take<Kind, Taken> = (same: readonly Kind[]) => Taken | undefined;

/**
 * Chooses of `places`, which are in the order of their starts, some that do not overlap: the longest first; of two as
 * long as each other the one that stands first. Time grows in proportion to their number and to what they cover.
 *
 * @returns what was taken, in the order of the places
 */
export function longestFirst<Kind extends Place, Taken>(
  places: readonly Kind[],
  take: Take<Kind, Taken>,
): readonly Taken[] {
  const all: Taken[] = [];
  for (let from = 0; from < places.length; ) {
    const to = clusterEnd(places, from);
    const cluster = places.slice(from, to);
    if (areSame(cluster)) {
      const what = take(cluster);
      if (what !== undefined) all.push(what);
    } else all.push(...longestOf(cluster, take));
    from = to;
  }
  return all;
}

/** The end of the cluster from `from` on: each place in it overlaps an earlier one. */
function clusterEnd(places: readonly Place[], from: number): number {
  let end = places[from]?.end ?? 0;
  let to = from + 1;
  for (let next = places[to]; next !== undefined && next.start < end; next = places[++to])
    end = Math.max(end, next.end);
  return to;
}

function areSame([first, ...others]: readonly Place[]): boolean {
  return others.every(({ start, end }) => start === first?.start && end === first.end);
}

function longestOf<Kind extends Place, Taken>(cluster: readonly Kind[], take: Take<Kind, Taken>): readonly Taken[] {
  const from = cluster[0]?.start ?? 0;
  const isTaken = new Uint8Array(cluster.reduce((end, place) => Math.max(end, place.end), from) - from);
  const taken: { readonly start: number; readonly what: Taken }[] = [];
  for (const same of byLength(cluster)) {
    const [first] = same;
    // What was taken before is as long at least, so that it covers an end of whatever it overlaps.
    if (first === undefined || isTaken[first.start - from] === 1 || isTaken[first.end - 1 - from] === 1) continue;
    const what = take(same);
    if (what === undefined) continue;
    isTaken.fill(1, first.start - from, first.end - from);
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
