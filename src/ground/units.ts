/** Numbers and strings that must not be mixed up, and their constructors. */

declare const unit: unique symbol;

/** A `Base` with a unit in its type only; at run time it is the plain value. */
export type Unit<Base, Name extends string> = Base & { readonly [unit]: Name };

/** A count of billable characters: Unicode code points, never bytes or UTF-16 units. */
export type Characters = Unit<number, 'Characters'>;

/** A moment: milliseconds since 1970-01-01T00:00:00Z. */
export type UnixMs = Unit<number, 'UnixMs'>;

/** Returns the time; tests replace it. */
export type Clock = () => UnixMs;

/** A day in UTC without leap seconds (source: POSIX, "Seconds Since the Epoch"). */
export const dayMs = 86_400_000;

/** @throws RangeError when `count` is not a whole number that a double holds exactly. */
export function characters(count: number): Characters {
  if (!Number.isSafeInteger(count)) throw new RangeError(`not a count of characters: ${count}`);
  return count as Characters;
}

/** @throws RangeError when `ms` is not a whole number that a double holds exactly. */
export function unixMs(ms: number): UnixMs {
  if (!Number.isSafeInteger(ms)) throw new RangeError(`not a time in milliseconds: ${ms}`);
  return ms as UnixMs;
}

export function later(time: UnixMs, byMs: number): UnixMs {
  return unixMs(time + byMs);
}

/** Returns the billed characters: code points as received, without normalisation. A lone surrogate counts as one. */
export function countCharacters(text: string): Characters {
  let pairs = 0;
  // Indexing is several times faster than iterating by code point, and this runs on every request.
  for (let index = 0; index < text.length - 1; index++) {
    if ((text.charCodeAt(index) & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00) {
      pairs++;
      index++;
    }
  }
  return (text.length - pairs) as Characters;
}
