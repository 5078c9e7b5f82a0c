import { hasReason } from '../../ground/service-error.ts';
import type { Keys, NewKey } from '../keys/keys.ts';
import type { Buyer, Payments } from './payments.ts';

export type FirstKeyParts = {
  readonly payments: Pick<Payments, 'takeTrial'>;
  readonly keys: Pick<Keys, 'list' | 'createOnce'>;
};

/**
 * Grants an account the trial pack and creates its first key. A repeat, also after a failure in between, grants no second
 * pack and creates no second key. Undefined: the account has or had a key, or may not create one.
 */
export async function createFirstKey({ payments, keys }: FirstKeyParts, buyer: Buyer): Promise<NewKey | undefined> {
  const { accountId } = buyer;
  if ((await keys.list({ accountId, limit: 1 })).length > 0) return undefined;
  await payments.takeTrial(buyer);
  try {
    return await keys.createOnce({ accountId, name: 'Default', attempt: 'sign-up' });
  } catch (error) {
    if (hasReason(error, 'no_pack') || hasReason(error, 'suspended')) return undefined;
    throw error;
  }
}
