import type { AccountId } from '../../src/shop/accounts/account.ts';
import { ExactWindowLimiter } from '../../src/shop/limits/exact-window.ts';
import type { RateDecision } from '../../src/shop/limits/rate-limiter.ts';

/** A limiter that decides one request at the given time, in milliseconds. */
export type SteeredLimiter = { readonly admit: (accountId: AccountId, now: number) => Promise<RateDecision> };

/** The limiter of one process, with the time given by its caller, which must not run backwards. */
export class SteeredWindowLimiter implements SteeredLimiter {
  #now = 0;
  readonly #limiter: ExactWindowLimiter;

  constructor(limit: number) {
    this.#limiter = new ExactWindowLimiter(limit, () => this.#now);
  }

  get accountCount(): number {
    return this.#limiter.accountCount;
  }

  admit(accountId: AccountId, now: number): Promise<RateDecision> {
    this.#now = now;
    return this.#limiter.admit(accountId);
  }
}
