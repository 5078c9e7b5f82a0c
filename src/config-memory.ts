/** MiB that the process needs for itself: 280 at rest, and the heap of the requests under way. */
export const processMib = 352;

/** Sixteenths of the rest, and the MiB beyond which more is of no use. */
const shares = {
  translationCache: { sixteenths: 1, most: 64 },
  glossaries: { sixteenths: 1, most: 128 },
  // Dictionaries take 20 to 80 MiB each.
  dictionaries: { sixteenths: 2, most: 512 },
  // The heap of the thread that reads and writes them.
  files: { sixteenths: 2, most: 1_024 },
  bergamot: { sixteenths: 5, most: Number.POSITIVE_INFINITY },
  // Some twenty pairs.
  apertium: { sixteenths: 5, most: 4_096 },
};

/** MiB for each engine and cache. */
export type MemoryShares = Readonly<Record<keyof typeof shares, number>>;

/** Divides memory so that the process, its engines and its caches stay below `limitMib` together. */
export function divideMemory(limitMib: number): MemoryShares {
  const rest = Math.max(0, limitMib - processMib);
  const parts = Object.entries(shares).map(([name, { sixteenths, most }]) => {
    return [name, Math.max(1, Math.min(most, Math.floor((rest * sixteenths) / 16)))];
  });
  return Object.fromEntries(parts) as MemoryShares;
}
