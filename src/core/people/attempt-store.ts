import type { UnixMs } from '../units.ts';

/** So many at once, and one more after each `everyMs`. */
export type AttemptLimit = { readonly burst: number; readonly everyMs: number };

export type Attempt = {
  /** What the attempt counts for: a hash, the same on every node. */
  readonly bucket: string;
  readonly limit: AttemptLimit;
  readonly at: UnixMs;
};

export type AttemptOutcome =
  | { readonly kind: 'admitted' }
  /** Nothing was counted. An attempt at `retryAt` is admitted if no other comes before it. */
  | { readonly kind: 'refused'; readonly retryAt: UnixMs };

/** What the throttle asks of a database that nodes share. */
export type AttemptStore = {
  /** Counts an attempt unless too many were counted: race-free, and one row for a bucket however many come. */
  admit(attempt: Attempt): Promise<AttemptOutcome>;
  /** Forgets buckets that are empty again; beyond `keep` also those that are so soonest. How many those were. */
  forgetAttempts(at: UnixMs, keep: number): Promise<number>;
};
