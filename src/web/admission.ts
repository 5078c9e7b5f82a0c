import type { AccountId } from '../core/accounts/account.ts';
import type { RateLimiter } from '../core/limits/rate-limiter.ts';
import { ServiceError } from '../core/service-error.ts';

/**
 * Counts a page that works for an account like a call of its programs: all of them together are limited.
 *
 * @throws ServiceError `rate_limit_exceeded`
 */
export async function admitWork(limiter: RateLimiter, accountId: AccountId): Promise<void> {
  const { admitted, limit, retryAfterSeconds } = await limiter.admit(accountId);
  if (admitted) return;
  throw new ServiceError('rate_limit_exceeded', {
    message: `Your account's limit of ${limit} requests a minute is used up, by pages and API together. Try again in ${retryAfterSeconds} seconds.`,
    retryAfterSeconds,
  });
}
