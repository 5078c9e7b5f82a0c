import type { Account } from '../shop/accounts/account.ts';
import type { Operator } from './operator.ts';
import { tableOf } from './table.ts';
import { utcTime } from './utc-time.ts';

export type AccountRow = Awaited<ReturnType<typeof accountRow>>;

/** An account under `--json`. */
export async function accountRow({ ledger }: Pick<Operator, 'ledger'>, account: Account) {
  const { id, email, createdAt } = account;
  const balance = await ledger.readBalance(id);
  const expiresAt = balance?.expiresAt;
  return {
    id,
    email,
    state: stateOf(account),
    created_at: utcTime(createdAt),
    characters_balance: balance?.balance ?? 0,
    characters_used: balance?.used ?? 0,
    characters_expires_at: expiresAt === undefined ? null : utcTime(expiresAt),
  };
}

export const accountTable = tableOf<AccountRow>({
  ID: 'id',
  BALANCE: 'characters_balance',
  USED: 'characters_used',
  EXPIRES: 'characters_expires_at',
  CREATED: 'created_at',
  STATE: 'state',
  EMAIL: 'email',
});

function stateOf({ suspendedAt, erasedAt }: Account): 'active' | 'suspended' | 'erased' {
  if (erasedAt !== undefined) return 'erased';
  return suspendedAt === undefined ? 'active' : 'suspended';
}
