import type { AccountId } from '../accounts/account.ts';
import { AccountWindow, rememberedMs } from './account-window.ts';
import type { Admission, RateLimiter } from './rate-limiter.ts';

const limitMax = 1_000_000;

/**
 * The exact limiter of one process, in memory: the times of the last `limit` admitted requests of each account.
 *
 * A request counts from the moment it is admitted until exactly 60 seconds later, when it no longer does. Accounts
 * that stay away are forgotten, at the latest after twice the time for which anything about them matters.
 */
export class ExactWindowLimiter implements RateLimiter {
  readonly #limit: number;
  readonly #elapsedMs: () => number;
  #recent = new Map<AccountId, AccountWindow>();
  #earlier = new Map<AccountId, AccountWindow>();
  #recentUntil = Number.NEGATIVE_INFINITY;

  /**
   * @param limit admitted requests of one account in any 60 seconds, 1 to 1,000,000
   * @param elapsedMs milliseconds since some moment, by a monotonic clock
   * @throws RangeError when `limit` is anything else
   */
  constructor(limit: number, elapsedMs: () => number) {
    if (!Number.isInteger(limit) || limit < 1 || limit > limitMax) throw new RangeError(`not a rate limit: ${limit}`);
    this.#limit = limit;
    this.#elapsedMs = elapsedMs;
  }

  admit(accountId: AccountId): Promise<Admission> {
    const now = Math.floor(this.#elapsedMs());
    return Promise.resolve(this.#windowOf(accountId, now).admit(now));
  }

  /** How many accounts are remembered. */
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

  /** Two generations instead of a sweep: forgetting costs one assignment, however many accounts there are. */
  #forgetEarlier(now: number): void {
    this.#earlier = this.#recent;
    this.#recent = new Map();
    this.#recentUntil = now + rememberedMs;
  }
}
