import type { AccountId } from '../accounts/account.ts';
import { AccountWindow, keptMs } from './account-window.ts';
import type { RateDecision, RateLimiter } from './rate-limiter.ts';

const limitMax = 1_000_000;

/**
 * The exact limiter of one process: times of the last `limit` admitted requests of each account. A request counts for
 * exactly 60 seconds. Idle accounts are forgotten, at the latest after twice `keptMs`.
 */
export class ExactWindowLimiter implements RateLimiter {
  readonly #limit: number;
  readonly #elapsedMs: () => number;
  #recent = new Map<AccountId, AccountWindow>();
  #earlier = new Map<AccountId, AccountWindow>();
  #recentUntil = Number.NEGATIVE_INFINITY;

  /** 1 to 1,000,000 requests in any 60 seconds, else a RangeError. `elapsedMs`: a monotonic clock with any origin. */
  constructor(limit: number, elapsedMs: () => number) {
    if (!Number.isInteger(limit) || limit < 1 || limit > limitMax) throw new RangeError(`not a rate limit: ${limit}`);
    this.#limit = limit;
    this.#elapsedMs = elapsedMs;
  }

  admit(accountId: AccountId): Promise<RateDecision> {
    const now = Math.floor(this.#elapsedMs());
    return Promise.resolve(this.#windowOf(accountId, now).admit(now));
  }

  get accountCount(): number {
    return this.#recent.size + this.#earlier.size;
  }

  #windowOf(accountId: AccountId, now: number): AccountWindow {
    if (now >= this.#recentUntil) this.#forgetEarlier(now);
    const recent = this.#recent.get(accountId);
    if (recent) return recent;
    const window = this.#earlier.get(accountId) ?? new AccountWindow(this.#limit);
    this.#earlier.delete(accountId);
    this.#recent.set(accountId, window);
    return window;
  }

  /** Two generations instead of a sweep: forgetting costs one assignment for any number of accounts. */
  #forgetEarlier(now: number): void {
    this.#earlier = this.#recent;
    this.#recent = new Map();
    this.#recentUntil = now + keptMs;
  }
}
