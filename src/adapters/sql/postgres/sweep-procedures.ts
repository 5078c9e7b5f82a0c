import type { AccountId } from '../../../core/accounts/account.ts';
import type { Swept } from '../../../core/ledger/ledger-store.ts';
import type { LedgerMoment } from '../../../core/ledger/ledger-time.ts';
import type { UnixMs } from '../../../core/units.ts';
import { expire, giveBack } from '../ledger-procedures.ts';
import { type Procedure, plainText, query } from '../procedure.ts';

// Two parts, since the first reads the whole of a small table and the second a partial index.
const dueAccounts = `(select distinct account_id from holds where lease_until < $1 limit $2)
 union (select account_id from balances where due_at <= $3 order by due_at limit $2)`;

// Locks the holds before the balance, as a charge does, and passes over those that another transaction is ending. As part
// of a condition the inner select could be run once for each row, each time with the limit anew.
const takeLapsed = `with lapsed as materialized
 (select id from holds where account_id = $1 and lease_until < $2 limit $3 for update skip locked)
 delete from holds using lapsed where holds.account_id = $1 and holds.id = lapsed.id
 returning amount, epoch, holds.id`;

/** Holds of one account that one transaction of a sweep gives back at most. */
const lapsedMax = 100;

/** Accounts with a lapsed hold or an expiry that is due, at most `max` of either. */
export function* findDueAccounts({ at, expireUpTo }: LedgerMoment, max: number): Procedure<readonly AccountId[]> {
  return (yield query(dueAccounts, at, max, expireUpTo)).map(([accountId]) => plainText(accountId) as AccountId);
}

/** Gives back lapsed holds of one account, then books its expiry if that is due and no lapsed hold is left. */
export function* sweepAccount(accountId: AccountId, moment: LedgerMoment): Procedure<Swept> {
  const lapsed = yield* giveBackLapsedHolds(accountId, moment.at);
  const expired = lapsed < lapsedMax && (yield* expire(accountId, moment));
  return { lapsed, expired: expired ? 1 : 0 };
}

/** Gives back at most 100 lapsed holds of one account; returns how many. */
export function* giveBackLapsedHolds(accountId: AccountId, now: UnixMs): Procedure<number> {
  const taken = yield query(takeLapsed, accountId, now, lapsedMax);
  for (const row of taken) yield* giveBack(row, { id: row[2] ?? null, accountId, at: now });
  return taken.length;
}
