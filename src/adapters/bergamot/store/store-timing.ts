/** How long the store waits, in milliseconds. */
export const storeTiming = {
  /** How long a server may send nothing, and how long it has for 320 kB. */
  windowMs: 20_000,
  /** Pauses before further tries after failures of the network. */
  retryAfterMs: [500, 2_000, 8_000, 30_000] as readonly number[],
  /** After a failed download, its model is not offered for this long. */
  failedPauseMs: 30_000,
  /** Between two readings of the index; after a failure a sixtieth of it. */
  indexEveryMs: 3_600_000,
  /** Between two looks for changes that other processes made. */
  lookEveryMs: 5_000,
  /** How long a replaced model stays on disk, for a server that is about to read it. */
  replacedKeptMs: 600_000,
};

export type StoreTiming = Readonly<typeof storeTiming>;
