import type { AccountId } from '../accounts/account.ts';

/** What the limiter says of one request, and what the reply's headers tell. */
export type Admission = {
  readonly admitted: boolean;
  /** How many requests the account may make in any window. */
  readonly limit: number;
  /** How many more would be admitted at this moment. */
  readonly remaining: number;
  /** Whole seconds until the oldest counted request leaves the window; at least 1 while any is counted, else 0. */
  readonly resetSeconds: number;
  /** Whole seconds after which a retry succeeds; 0 when admitted. */
  readonly retryAfterSeconds: number;
};

/** Exact: never more than `limit` admitted in any window of 60 seconds, all of an account's keys together. */
export type RateLimiter = {
  /**
   * Counts the request if it is admitted; a denied request does not count.
   *
   * @throws ServiceError `store_unavailable` or `overloaded` when a shared limiter cannot be asked: nobody is admitted
   */
  admit(accountId: AccountId): Promise<Admission>;
};
