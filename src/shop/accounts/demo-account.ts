import { characters } from '../../ground/units.ts';
import type { Keys } from '../keys/keys.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Accounts } from './accounts.ts';

/** The demo account's address, in a domain that cannot receive mail (source: RFC 2606). */
const demoEmail = 'demo@example.com';

const demoCharacters = characters(1_000_000);

export type DemoParts = { readonly accounts: Accounts; readonly ledger: Ledger; readonly keys: Keys };

/** Opens the demo account with a pack and a key, unless there are accounts. @returns the key in plain text, once */
export async function openDemoAccount({ accounts, ledger, keys }: DemoParts): Promise<string | undefined> {
  if ((await accounts.list({ limit: 1 })).length > 0) return undefined;
  const account = await accounts.create(demoEmail);
  await ledger.grant({ accountId: account.id, orderId: 'demo', characters: demoCharacters });
  const { apiKey } = await keys.create(account.id, 'demo');
  return apiKey;
}
