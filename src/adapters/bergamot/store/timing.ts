/** How long the store waits for what, and how often it tries. In milliseconds, where nothing else is said. */
export type StoreTiming = {
  /** From a request to the head of its reply. */
  readonly responseMs: number;
  /** Without a single byte of a reply. */
  readonly idleMs: number;
  /** For the whole index. */
  readonly indexMs: number;
  /** A transfer that brings less than `bytesPerSecondMin` over such a time is given up. */
  readonly rateWindowMs: number;
  readonly bytesPerSecondMin: number;
  /** Before each further try after a failure of the network; then it is given up. */
  readonly retryAfterMs: readonly number[];
  /** Between two readings of the index. */
  readonly indexEveryMs: number;
  /** After a reading that failed; doubled each time, up to `indexEveryMs`. */
  readonly indexRetryMs: number;
  /** Between two looks at whether another process changed the folder. */
  readonly lookEveryMs: number;
  /** Between two tries of a lock that somebody else has. */
  readonly lockEveryMs: number;
  /** How long a pull that failed is answered with the same reason, without another try. */
  readonly failureKeptMs: number;
  /** How long a model stays on disk after a newer one took its place, for those who are about to read it. */
  readonly supersededKeptMs: number;
  /** How long what was fetched of a model waits for somebody to go on. */
  readonly unfinishedKeptMs: number;
};

export const defaultTiming: StoreTiming = {
  responseMs: 20_000,
  idleMs: 30_000,
  indexMs: 30_000,
  rateWindowMs: 30_000,
  bytesPerSecondMin: 16_384,
  retryAfterMs: [500, 2_000, 8_000],
  indexEveryMs: 3_600_000,
  indexRetryMs: 60_000,
  lookEveryMs: 2_000,
  lockEveryMs: 100,
  failureKeptMs: 30_000,
  supersededKeptMs: 600_000,
  unfinishedKeptMs: 604_800_000,
};
