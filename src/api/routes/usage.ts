import type { Usage } from '../../../sdk/src/wire.ts';
import { assert } from '../../ground/assert.ts';
import type { HttpBindings } from '../../http/answering.ts';
import type { ApiParts } from '../api-parts.ts';
import { Call } from '../call.ts';
import { formatExpiry } from '../expiry-time.ts';
import { refuseQuery } from '../query.ts';

/** `GET /api/v1/usage`. Ignores a body: HTTP gives it no meaning for GET. */
export function usageRoute(parts: ApiParts): (bindings: HttpBindings) => Promise<Response> {
  return async ({ incoming, outgoing }) => {
    const call = new Call(parts, 'usage', outgoing);
    try {
      const { accountId } = await call.admit();
      refuseQuery(incoming.url);
      const balance = await parts.readBalance(accountId);
      assert(balance !== undefined, 'a live key belongs to an account');
      const { used, expiresAt } = balance;
      return call.succeed(
        JSON.stringify({
          characters_balance: balance.balance,
          characters_used: used,
          characters_expires_at: expiresAt === undefined ? null : formatExpiry(expiresAt),
        } satisfies Usage),
      );
    } catch (error) {
      return call.fail(error);
    }
  };
}
