import type { UnixMs } from '../../../ground/units.ts';
import type { AccountId } from '../../../shop/accounts/account.ts';
import type { Swept } from '../../../shop/ledger/ledger-store.ts';
import type { LedgerMoment } from '../../../shop/ledger/ledger-time.ts';
import { expire, giveBack } from '../ledger-procedures.ts';
import { type Procedure, plainText, query } from '../procedure.ts';

// Two parts: the first reads a small table, the second a partial index.
const dueAccounts = `(select distinct account_id from holds where lease_until < $1 limit $2)
 union (select account_id from balances where due_at <= $3 order by due_at limit $2)`;

// Locks the holds before the balance, as a charge does, and skips those that another transaction is ending. Inside a
// condition, the planner could run the inner select once per row, with the limit each time.
const takeLapsed = `with lapsed as materialized
 (select id from holds where account_id = $1 and lease_until < $2 limit $3 for update skip locked)
 delete from holds using lapsed where holds.account_id = $1 and holds.id = lapsed.id
 returning amount, epoch, holds.id`;

/** At most this many holds of one account are given back per transaction of a sweep. */
const lapsedMax = 100;

/** Finds accounts with a lapsed hold or a due expiry, at most `max` of either. */
export function* findDueAccounts({ at, expireUpTo }: LedgerMoment, max: number): Procedure<readonly AccountId[]> {
  return (yield query(dueAccounts, at, max, expireUpTo)).map(([accountId]) => plainText(accountId) as AccountId);
}

/** Gives back lapsed holds of one account, then books its due expiry if no lapsed hold is left. */
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
