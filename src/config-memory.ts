/** MiB of the process itself: 240 at rest, bodies and heap of requests, and threads for small files. */
export const processMib = 352;
const bodiesMibMax = 128;

/** 32nds of the rest, and the MiB beyond which more is of no use. */
const shares = {
  translationCache: { parts: 1, most: 64 },
  glossaries: { parts: 1, most: 128 },
  // Dictionaries take 20 to 80 MiB each.
  dictionaries: { parts: 4, most: 512 },
  // The heaps of up to four threads that read and write large ones.
  files: { parts: 4, most: 4_096 },
  unpackedFiles: { parts: 2, most: 760 },
  bergamot: { parts: 10, most: Number.POSITIVE_INFINITY },
  // Some twenty pairs.
  apertium: { parts: 10, most: 4_096 },
};

/** MiB for each engine and cache. */
export type MemoryShares = Readonly<Record<keyof typeof shares, number>>;

/** MiB for the bodies of requests with a key: at 1 GiB, a file of 20 MB of each of two accounts. At least the longest text. */
export function bodiesMib(limitMib: number): number {
  return Math.max(3, Math.min(bodiesMibMax, Math.floor((limitMib - processMib) / 16)));
}

/** Divides memory so that the process, its engines and its caches stay below `limitMib` together. */
export function divideMemory(limitMib: number): MemoryShares {
  const rest = Math.max(0, limitMib - processMib);
  const parts = Object.entries(shares).map(([name, { parts: share, most }]) => {
    return [name, Math.max(1, Math.min(most, Math.floor((rest * share) / 32)))];
  });
  return Object.fromEntries(parts) as MemoryShares;
}
