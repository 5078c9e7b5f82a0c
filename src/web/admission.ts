import type { AccountId } from '../core/accounts/account.ts';
import type { RateLimiter } from '../core/limits/rate-limiter.ts';
import { ServiceError } from '../core/service-error.ts';

/**
 * Counts a page that works for an account like a call of its programs: all of them together are limited.
 *
 * @throws ServiceError `rate_limited`
 */
export async function admitWork(limiter: RateLimiter, accountId: AccountId): Promise<void> {
  const { admitted, limit, retryAfterSeconds } = await limiter.admit(accountId);
  if (!admitted) throw new ServiceError('rate_limited', { data: { limit, retryAfterSeconds } });
}
