import type { AccountId } from '../accounts/account.ts';

/** The decision on one request, with the values of the reply's headers. */
export type RateDecision = {
  readonly admitted: boolean;
  /** Requests allowed in any window. */
  readonly limit: number;
  /** Further requests that would be admitted now. */
  readonly remaining: number;
  /** Whole seconds until the oldest counted request leaves the window; at least 1 while any is counted, else 0. */
  readonly resetSeconds: number;
  /** Whole seconds after which a retry succeeds; 0 when admitted. */
  readonly retryAfterSeconds: number;
};

/** Exact: never admits more than `limit` requests in any 60 seconds, over all keys of an account. */
export type RateLimiter = {
  /** Counts an admitted request. @throws ServiceError if a shared limiter fails: `store_unavailable`, `overloaded` */
  admit(accountId: AccountId): Promise<RateDecision>;
};
