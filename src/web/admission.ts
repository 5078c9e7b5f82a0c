import { ServiceError } from '../ground/service-error.ts';
import type { AccountId } from '../shop/accounts/account.ts';
import type { RateLimiter } from '../shop/limits/rate-limiter.ts';

/**
 * Counts a page that does work for an account as a request of the account: both share one limit.
 *
 * @throws ServiceError `rate_limited`
 */
export async function admitWork(limiter: RateLimiter, accountId: AccountId): Promise<void> {
  const { admitted, limit, retryAfterSeconds } = await limiter.admit(accountId);
  if (!admitted) throw new ServiceError('rate_limited', { data: { limit, retryAfterSeconds } });
}
