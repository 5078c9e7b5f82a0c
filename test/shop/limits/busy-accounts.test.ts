import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AccountId } from '../../../src/shop/accounts/account.ts';
import { BusyAccounts } from '../../../src/shop/limits/busy-accounts.ts';

test('limits work to one piece per account and a few in total', () => {
  const busy = new BusyAccounts(2);
  const [ana, ben, eva] = ['ana', 'ben', 'eva'] as AccountId[];
  assert.ok(ana !== undefined && ben !== undefined && eva !== undefined);
  const first = busy.begin(ana);
  assert.throws(() => busy.begin(ana), { reason: 'busy_with_files', data: { whose: 'account' } });
  busy.begin(ben);
  assert.throws(() => busy.begin(eva), { code: 'rate_limit_exceeded', data: { whose: 'server' } });
  first[Symbol.dispose]();
  const again = busy.begin(ana);
  // Disposing twice does not end the work of another request.
  first[Symbol.dispose]();
  assert.throws(() => busy.begin(ana), { code: 'rate_limit_exceeded' });
  again[Symbol.dispose]();
  busy.begin(eva);
});
