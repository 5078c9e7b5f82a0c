import type { UnixMs } from '../../ground/units.ts';

/** Allows `burst` attempts at a time, and one more after each `everyMs`. */
export type AttemptLimit = { readonly burst: number; readonly everyMs: number };

export type Attempt = {
  /** The throttle subject: a hash, equal on every node. */
  readonly bucket: string;
  readonly limit: AttemptLimit;
  readonly at: UnixMs;
};

export type AttemptOutcome =
  | { readonly kind: 'admitted' }
  /** Nothing was counted. An attempt at `retryAt` is admitted if no other comes before it. */
  | { readonly kind: 'refused'; readonly retryAt: UnixMs };

/** The database operations of the throttle, shared by all nodes. */
export type AttemptStore = {
  /** Counts an attempt unless too many were counted. Race-free; one row per bucket. */
  admit(attempt: Attempt): Promise<AttemptOutcome>;
  /** Deletes empty buckets; beyond `keep` also the next ones to become empty. Returns how many. */
  forgetAttempts(at: UnixMs, keep: number): Promise<number>;
};
