import { ServiceError } from '../../../ground/service-error.ts';
import type { UnixMs } from '../../../ground/units.ts';
import type { AccountId } from '../../../shop/accounts/account.ts';
import type {
  Capture,
  CaptureOutcome,
  Hold,
  HoldOutcome,
  LedgerStore,
  Swept,
} from '../../../shop/ledger/ledger-store.ts';
import type { LedgerMoment } from '../../../shop/ledger/ledger-time.ts';
import { plainText } from '../column-values.ts';
import {
  changeHold,
  expire,
  giveBack,
  grant,
  openIfCovered,
  readBalance,
  releaseHold,
  reserving,
  reverseExpiry,
  wasCaptured,
} from '../ledger-procedures.ts';
import { change, changed, type Procedure, type Query, query } from '../procedure.ts';
import type { PostgresDatabase } from './database.ts';
import { lazyCommit } from './lazy-commit.ts';
import { captureClaimedHold } from './reply-store.ts';

/** Accounts that one step of a sweep looks up; each is then swept in its own transaction. */
const accountsPerStep = 100;

/**
 * How long a charge is retried while PostgreSQL is unreachable. The connection may have broken after the commit: giving
 * up early would report "not charged" to a customer who was charged.
 */
const capturePatienceMs = 60_000;

const held: HoldOutcome = { kind: 'held' };

/** Creates the ledger on PostgreSQL: requests as single statements, the rest as short transactions. */
export function createPostgresLedger(database: PostgresDatabase, verify: LedgerStore['verify']): LedgerStore {
  return {
    openHold: (hold) => openHold(database, hold),
    captureHold: (capture) =>
      capture.reply === undefined
        ? captureHold(database, capture)
        : database.transact(() => captureClaimedHold(capture), { patienceMs: capturePatienceMs }),
    changeHold: (hold) => database.transact(() => changeHold(hold), { patienceMs: capturePatienceMs }),
    releaseHold: (release) => database.transact(() => releaseHold(release)),
    grant: (purchase) => database.transact(() => grant(purchase)),
    readBalance: (accountId, now) => database.read(() => readBalance(accountId, now)),
    sweep: (now, expireUpTo = now) => sweep(database, { at: now, expireUpTo }),
    reverseExpiry: (reversal) => database.transact(() => reverseExpiry(reversal)),
    verify,
  };
}

/** Tries a single statement first; a refusal is examined step by step. */
async function openHold(database: PostgresDatabase, hold: Hold): Promise<HoldOutcome> {
  const opened = await database.run(openHoldQuery(hold), { once: true }).catch(unknownOutcome);
  if (opened !== undefined && changed(opened)) return held;
  await database.transact(() => giveBackLapsedHolds(hold.accountId, hold.openedAt));
  return database.transact(() => openUnlessOpen(hold));
}

// Changes nothing, but waits for transactions that are opening a hold of this account.
const lockBalance = `select ${lazyCommit} from balances where account_id = $1 for no key update`;

/**
 * A broken connection may have opened the hold, or be about to: its own reservation must not make the retry fail. Gives
 * back no lapsed hold, because holds must be locked before the balance.
 */
function* openUnlessOpen(hold: Hold): Procedure<HoldOutcome> {
  yield query(lockBalance, hold.accountId);
  const open = yield query('select 1 from holds where account_id = $1 and id = $2', hold.accountId, hold.id);
  return open.length > 0 ? held : yield* openIfCovered(hold);
}

/** Returns undefined when the database was unreachable, so that the outcome is unknown. @throws other errors */
function unknownOutcome(error: unknown): undefined {
  if (!(error instanceof ServiceError && error.code === 'store_unavailable')) throw error;
}

/** Safe to repeat: a hold is deleted once, and a repeat looks for its usage row. */
async function captureHold(database: PostgresDatabase, capture: Capture): Promise<CaptureOutcome> {
  const patience = { patienceMs: capturePatienceMs };
  const rows = await database.run(captureHoldQuery(capture), patience);
  if (rows.length > 0) return 'captured';
  return (await database.read(() => wasCaptured(capture.hold), patience)) ? 'captured' : 'lapsed';
}

async function sweep(database: PostgresDatabase, moment: LedgerMoment): Promise<Swept> {
  const swept = { lapsed: 0, expired: 0 };
  for (;;) {
    const accounts = await database.read(() => findDueAccounts(moment, accountsPerStep));
    let found = 0;
    for (const accountId of accounts) {
      const { lapsed, expired } = await database.transact(() => sweepAccount(accountId, moment));
      swept.lapsed += lapsed;
      swept.expired += expired;
      found += lapsed + expired;
    }
    // Either nothing is left, or other nodes are sweeping.
    if (found === 0) return swept;
  }
}

// The statements of every request, one round trip each. All lock holds first, then the balance: no deadlocks.

// Lazy, because a hold is not reported outside: after a crash of the machine it is gone, and nothing is charged.

// The rule is checked again on the newest row (source: PostgreSQL manual, 13.2.1, Read Committed). A broken connection
// may deliver the statement late, after a retry and its charge: it must not open the hold again.
const open = `with reserved as (
 ${reserving('$4::bigint', '$5::bigint')}
 and not exists (select 1 from usage where account_id = $1 and hold_id = $2)
 returning account_id, epoch, ${lazyCommit})
 insert into holds (account_id, id, key_id, amount, epoch, opened_at, lease_until)
 select account_id, $2, $3, $4, epoch, $5, $6 from reserved`;

const capture = `with taken as (
 delete from holds where account_id = $1 and id = $2 and lease_until >= $5::bigint and amount = $4::bigint and key_id = $3
 returning account_id),
 charged as (
 update balances set settled = settled - $4::bigint, held = held - $4::bigint, used = used + $4::bigint,
 journal_seq = journal_seq + 1
 from taken where balances.account_id = taken.account_id
 returning balances.account_id, settled, journal_seq),
 journaled as (
 insert into journal (account_id, seq, kind, amount, balance_after, reference, at)
 select account_id, journal_seq, 'charge', -$4::bigint, settled, $2, $5 from charged),
 listed as (
 insert into usage (account_id, hold_id, key_id, source, target, engine, api, characters, at)
 select account_id, $2, $3, $6, $7, $8, $9, $4, $5 from charged),
 summed as (
 insert into usage_days (account_id, day, key_id, source, target, characters, requests)
 select account_id, $5::bigint / 86400000, $3, $6, $7, $4, 1 from charged
 on conflict (account_id, day, key_id, source, target) do update
 set characters = usage_days.characters + excluded.characters, requests = usage_days.requests + excluded.requests)
 select $2 from charged`;

/** Opens one hold; changes 0 rows when the balance does not cover it. */
function openHoldQuery({ accountId, id, keyId, amount, openedAt, leaseUntil }: Hold): Query {
  return change(open, accountId, id, keyId, amount, openedAt, leaseUntil);
}

/** Charges one hold with a live lease; returns one row on success. */
function captureHoldQuery({ hold, at, usage }: Capture): Query {
  const { accountId, id, keyId, amount } = hold;
  const { source, target, engine, api = null } = usage;
  return query(capture, accountId, id, keyId, amount, at, source, target, engine, api);
}

// Two parts: the first reads a small table, the second a partial index.
const dueAccounts = `(select distinct account_id from holds where lease_until < $1 limit $2)
 union (select account_id from balances where due_at <= $3 order by due_at limit $2)`;

// Locks holds before the balance, as a charge does, and skips those that another transaction is ending. Materialized,
// because inside a condition the planner could run the select once per row, with the limit each time.
const takeLapsed = `with lapsed as materialized
 (select id from holds where account_id = $1 and lease_until < $2 limit $3 for update skip locked)
 delete from holds using lapsed where holds.account_id = $1 and holds.id = lapsed.id
 returning amount, epoch, holds.id`;

/** At most this many holds of one account are given back per transaction of a sweep. */
const lapsedMax = 100;

/** Finds accounts with a lapsed hold or a due expiry, at most `max` of either. */
function* findDueAccounts({ at, expireUpTo }: LedgerMoment, max: number): Procedure<readonly AccountId[]> {
  return (yield query(dueAccounts, at, max, expireUpTo)).map(([accountId]) => plainText(accountId) as AccountId);
}

/** Gives back lapsed holds of one account, then books its due expiry if no lapsed hold is left. */
function* sweepAccount(accountId: AccountId, moment: LedgerMoment): Procedure<Swept> {
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
