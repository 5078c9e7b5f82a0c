import { assert } from '../../ground/assert.ts';
import { characters, type UnixMs } from '../../ground/units.ts';
import type { AccountId } from '../../shop/accounts/account.ts';
import type {
  Balance,
  Capture,
  CaptureOutcome,
  ExpiryReversal,
  GrantOutcome,
  Hold,
  HoldChange,
  HoldOutcome,
  HoldRelease,
  Purchase,
  ReversalOutcome,
  Swept,
} from '../../shop/ledger/ledger-store.ts';
import type { LedgerMoment, LedgerTimeStore } from '../../shop/ledger/ledger-time.ts';
import { momentValue, optional, type SqlRow, type SqlValue, wholeNumberValue } from './column-values.ts';
import { change, changed, type Procedure, type ProceduresOf, query } from './procedure.ts';
import { findReply, insertReply } from './reply-procedures.ts';
import { stepMax } from './steps.ts';
import { addToUsageOfDay } from './usage-procedures.ts';

/** The complete spending rule: the balance is unexpired and stays at or above zero. Takes the names of parameters. */
export const reserving = (amount: string, now: string) => `update balances set held = held + ${amount}
 where account_id = $1 and settled - held >= ${amount} and expires_at > ${now}`;

const reserve = reserving('$2', '$3');

const insertHold = `insert into holds (account_id, id, key_id, amount, epoch, opened_at, lease_until)
 select account_id, $2, $3, $4, epoch, $5, $6 from balances where account_id = $1`;

const takeLiveHold = `delete from holds
 where account_id = $1 and id = $2 and lease_until >= $3 and amount = $4 and key_id = $5`;

const charge = `update balances
 set settled = settled - $2, held = held - $2, used = used + $2, journal_seq = journal_seq + 1
 where account_id = $1`;

const insertUsage = `insert into usage (account_id, hold_id, key_id, source, target, engine, api, characters, at)
 values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

// Runs after the balance was changed: the balance row holds the new sequence number and the new value.
const insertJournal = `insert into journal (account_id, seq, kind, amount, balance_after, reference, at)
 select account_id, journal_seq, $2, $3, settled, $4, $5 from balances where account_id = $1`;

const updateHold = `update holds set amount = $5, lease_until = $6
 where account_id = $1 and id = $2 and lease_until >= $3 and amount = $4
 returning epoch`;

const findChanged = `select 1 from holds where account_id = $1 and id = $2 and lease_until >= $3 and amount = $4`;

const takeHold = `delete from holds where account_id = $1 and id = $2 returning amount, epoch`;

const takeLapsedHold = `delete from holds where account_id = $1 and id = $2 and lease_until < $3
 returning amount, epoch`;

// Characters held at an expiry are gone: they are removed and not returned to the balance.
const giveBackCharacters = `update balances set held = held - $2,
 settled = settled - case when epoch > $3 then $2 else 0 end,
 journal_seq = journal_seq + case when epoch > $3 then 1 else 0 end
 where account_id = $1
 returning epoch`;

const beginExpiry = `update balances set epoch = epoch + 1, due_at = null
 where account_id = $1 and due_at <= $2
 returning settled - held`;

// Moves the expiry forward to $2, so that it is due.
const endValidity = `update balances set expires_at = $2, due_at = $2
 where account_id = $1 and expires_at > $2`;

// Changes nothing, but locks the row: other changes of the balance wait until this transaction ends.
const lockBalance = 'update balances set held = held where account_id = $1 returning expires_at';

const reversals = `(select count(*) from journal as reversal where reversal.account_id = journal.account_id
  and reversal.kind = 'reinstatement' and reversal.kind <> 'charge' and reversal.reference = 'expiry:' || journal.seq)`;

// The condition on the kind matches the partial index of entries other than charges.
const findExpiry = `select seq, amount, ${reversals} from journal
 where account_id = $1 and kind = 'expiry' and kind <> 'charge' and seq = $2`;

const findLastExpiry = `select seq, amount, 0 from journal
 where account_id = $1 and kind = 'expiry' and kind <> 'charge' and ${reversals} = 0 order by seq desc limit 1`;

/** Returns the latest expiry of the purchases booked before entry `$2`. */
const findValidity = `select max(p.expires_at) from journal j join purchases p on p.id = j.reference
 where j.account_id = $1 and j.kind = 'purchase' and j.kind <> 'charge' and j.seq < $2`;

const changeSettled = `update balances set settled = settled + $2, journal_seq = journal_seq + 1
 where account_id = $1`;

const insertPurchase = `insert into purchases (id, account_id, order_id, characters, at, expires_at)
 values ($1, $2, $3, $4, $5, $6)
 on conflict do nothing`;

const addCharacters = `update balances set settled = settled + $2, journal_seq = journal_seq + 1,
 expires_at = case when expires_at > $3 then expires_at else $3 end,
 due_at = case when expires_at > $3 then expires_at else $3 end
 where account_id = $1`;

const findDue = 'select account_id from balances where due_at <= $1 order by due_at limit $2';

/** At most this many lapsed holds of the account are given back before a hold is refused. */
const lapsedOfAccountMax = 100;

const held: HoldOutcome = { kind: 'held' };

export function* openHold(hold: Hold): Procedure<HoldOutcome> {
  const outcome = yield* openIfCovered(hold);
  if (outcome.kind === 'held' || (yield* giveBackLapsedOf(hold.accountId, hold.openedAt)) === 0) return outcome;
  return yield* openIfCovered(hold);
}

/** As `openHold`, but does not give back lapsed holds. */
export function* openIfCovered(hold: Hold): Procedure<HoldOutcome> {
  const { id, accountId, keyId, amount, openedAt, leaseUntil } = hold;
  if (!changed(yield change(reserve, accountId, amount, openedAt))) {
    const balance = yield* readBalance(accountId, openedAt);
    return { kind: 'insufficient', balance: balance?.balance ?? characters(0) };
  }
  yield change(insertHold, accountId, id, keyId, amount, openedAt, leaseUntil);
  return held;
}

export function* captureHold({ hold, at, usage, reply }: Capture): Procedure<CaptureOutcome> {
  const { id, accountId, keyId, amount } = hold;
  const which = [accountId, id, at, amount, keyId];
  if (reply === undefined) {
    if (!changed(yield change(takeLiveHold, ...which))) return yield* outcomeWithoutHold({ hold, at });
  } else {
    const [taken] = yield query(`${takeLiveHold} returning amount, epoch`, ...which);
    if (taken === undefined) return yield* outcomeWithoutHold({ hold, at, reply });
    // Before the charge: all requests that answer the same key wait for each other here.
    if (!changed(yield insertReply(reply, at))) {
      yield* giveBack(taken, { id, accountId, at });
      return 'answered';
    }
  }
  yield change(charge, accountId, amount);
  yield change(insertJournal, accountId, 'charge', 0 - amount, id, at);
  const { source, target, engine, api = null } = usage;
  yield change(insertUsage, accountId, id, keyId, source, target, engine, api, amount, at);
  yield addToUsageOfDay({ hold, at, usage });
  return 'captured';
}

/** Returns the outcome of a charge without a live hold: an earlier outcome, or another request's reply. */
function* outcomeWithoutHold({ hold, at, reply }: Omit<Capture, 'usage'>): Procedure<CaptureOutcome> {
  if (yield* wasCaptured(hold)) return 'captured';
  if (reply === undefined) return 'lapsed';
  if ((yield* findReply(reply.accountId, reply.keyHash, at)) === undefined) return 'lapsed';
  yield* releaseHold({ hold, at });
  return 'answered';
}

/** Returns whether a hold that no longer exists was charged. */
export function* wasCaptured({ accountId, id }: Hold): Procedure<boolean> {
  return (yield query('select 1 from usage where account_id = $1 and hold_id = $2', accountId, id)).length > 0;
}

export function* changeHold({ hold, amount, leaseUntil, at }: HoldChange): Procedure<'changed' | 'lapsed'> {
  const { id, accountId } = hold;
  const [row] = yield query(updateHold, accountId, id, at, hold.amount, amount, leaseUntil);
  if (row === undefined) return (yield query(findChanged, accountId, id, at, amount)).length > 0 ? 'changed' : 'lapsed';
  if (hold.amount > amount) yield* giveBack([hold.amount - amount, ...row], { id, accountId, at });
  return 'changed';
}

export function* releaseHold({ hold: { id, accountId }, at }: HoldRelease): Procedure<void> {
  const [taken] = yield query(takeHold, accountId, id);
  if (taken !== undefined) yield* giveBack(taken, { id, accountId, at });
}

/** Safe to repeat: a purchase with the same id is reported as granted and changes nothing. */
export function* grant(purchase: Purchase): Procedure<GrantOutcome> {
  const { accountId, orderId } = purchase;
  const known = yield query('select 1 from accounts where id = $1 and erased_at is null', accountId);
  if (known.length === 0) return 'no_account';
  const placed = yield query('select 1 from orders where id = $1', orderId);
  if (placed.length > 0) return 'placed_order';
  if (yield* grantPack(purchase)) return 'granted';
  const [standing] = yield query('select id, account_id from purchases where order_id = $1', orderId);
  assert(standing !== undefined, 'the id of a purchase belongs to one order');
  if (standing[1] !== accountId) return 'granted_to_another';
  return standing[0] === purchase.id ? 'granted' : 'already_granted';
}

/** Adds a pack to an existing account after booking a due expiry. Returns false when its order was granted before. */
export function* grantPack(purchase: Purchase): Procedure<boolean> {
  const { id, accountId, orderId, characters: amount, at, expiresAt, expireUpTo = at } = purchase;
  const isNew = changed(yield change(insertPurchase, id, accountId, orderId, amount, at, expiresAt));
  if (!isNew) return false;
  yield* expire(accountId, { at, expireUpTo });
  yield change(addCharacters, accountId, amount, expiresAt);
  yield change(insertJournal, accountId, 'purchase', amount, id, at);
  // Checked last: by then this transaction has the balance lock, for which an erasure waits as well.
  const erased = yield query('select 1 from accounts where id = $1 and erased_at is not null', accountId);
  if (erased.length > 0) yield* expireAtOnce(accountId, at);
  return true;
}

/** Gives back at most `stepMax` lapsed holds and expires at most `stepMax` balances. */
export function* sweepStep(until: LedgerMoment): Procedure<Swept> {
  const lapsed = yield query('select account_id, id from holds where lease_until < $1 limit $2', until.at, stepMax);
  const due = yield query(findDue, until.expireUpTo, stepMax);
  const swept = { lapsed: 0, expired: 0 };
  for (const [accountId = null, id = null] of lapsed) {
    if (yield* giveBackLapsed(accountId, id, until.at)) swept.lapsed++;
  }
  for (const [accountId = null] of due) if (yield* expire(accountId, until)) swept.expired++;
  return swept;
}

/** Ends the lease of every hold. Only for a server that is known to have stopped. */
export function* endLeases(): Procedure<void> {
  yield change('update holds set opened_at = 0, lease_until = 1');
}

export function* readBalance(accountId: AccountId, now: UnixMs): Procedure<Balance | undefined> {
  const [row] = yield query('select settled, used, held, expires_at from balances where account_id = $1', accountId);
  if (row === undefined) return undefined;
  const [settled, used, inFlight, expiry = null] = row;
  const expiresAt = optional(expiry, momentValue);
  const live = expiresAt !== undefined && expiresAt > now;
  return {
    balance: characters(live ? wholeNumberValue(settled) : 0),
    used: characters(wholeNumberValue(used)),
    held: characters(wholeNumberValue(inFlight)),
    expiresAt,
  };
}

function* giveBackLapsedOf(accountId: AccountId, now: UnixMs): Procedure<number> {
  const sql = 'select id from holds where account_id = $1 and lease_until < $2 limit $3';
  const lapsed = yield query(sql, accountId, now, lapsedOfAccountMax);
  for (const [id = null] of lapsed) yield* giveBackLapsed(accountId, id, now);
  return lapsed.length;
}

function* giveBackLapsed(accountId: SqlValue, id: SqlValue, now: UnixMs): Procedure<boolean> {
  const [taken] = yield query(takeLapsedHold, accountId, id, now);
  if (taken !== undefined) yield* giveBack(taken, { id, accountId, at: now });
  return taken !== undefined;
}

type Returned = { readonly id: SqlValue; readonly accountId: SqlValue; readonly at: UnixMs };

/** @param taken amount and epoch of the hold, whose row is already deleted */
export function* giveBack(taken: SqlRow, { id, accountId, at }: Returned): Procedure<void> {
  const amount = wholeNumberValue(taken[0]);
  const epoch = wholeNumberValue(taken[1]);
  const [balance] = yield query(giveBackCharacters, accountId, amount, epoch);
  assert(balance !== undefined, 'a hold needs a balance');
  if (wholeNumberValue(balance[0]) === epoch) return;
  yield change(insertJournal, accountId, 'expiry', -amount, id, at);
}

/** Books the expiry of `accountId` if it is due. Holds that are open now belong to the epoch that ends. */
export function* expire(accountId: SqlValue, { at, expireUpTo }: LedgerMoment): Procedure<boolean> {
  const [due] = yield query(beginExpiry, accountId, expireUpTo);
  if (due === undefined) return false;
  const amount = wholeNumberValue(due[0]);
  if (amount !== 0) yield* bookChange({ accountId, kind: 'expiry', amount: -amount, reference: null, at });
  return true;
}

/** Expires a balance now, even if it is valid for longer. */
export function* expireAtOnce(accountId: SqlValue, now: UnixMs): Procedure<void> {
  yield change(endValidity, accountId, now);
  yield* expire(accountId, { at: now, expireUpTo: now });
}

export function* reverseExpiry({ accountId, seq, at }: ExpiryReversal): Procedure<ReversalOutcome> {
  const [balance] = yield query(lockBalance, accountId);
  const [expiry] = yield seq === undefined ? query(findLastExpiry, accountId) : query(findExpiry, accountId, seq);
  if (balance === undefined || expiry === undefined) return { kind: 'no_expiry' };
  const [entry = null, booked = null, reversed = null] = expiry;
  if (wholeNumberValue(reversed) > 0) return { kind: 'already_reversed' };
  const erased = yield query('select 1 from accounts where id = $1 and erased_at is not null', accountId);
  const [[validity = null] = []] = yield query(findValidity, accountId, entry);
  if (erased.length > 0 || validity === null || wholeNumberValue(validity) <= at) return { kind: 'validity_ended' };
  const reference = `expiry:${wholeNumberValue(entry)}`;
  const amount = characters(-wholeNumberValue(booked));
  yield* bookChange({ accountId, kind: 'reinstatement', amount, reference, at });
  yield change('update balances set due_at = expires_at where account_id = $1', accountId);
  return { kind: 'reversed', seq: wholeNumberValue(entry), characters: amount };
}

export type BalanceChange = {
  readonly accountId: SqlValue;
  readonly kind: 'expiry' | 'refund' | 'reinstatement';
  /** Negative for an amount that is taken off the balance. */
  readonly amount: number;
  readonly reference: SqlValue;
  readonly at: UnixMs;
};

/** Changes the balance and adds the journal row. */
export function* bookChange({ accountId, kind, amount, reference, at }: BalanceChange): Procedure<void> {
  yield change(changeSettled, accountId, amount);
  yield change(insertJournal, accountId, kind, amount, reference, at);
}

const keep = `insert into ledger_time (id, at, confirmations) values (1, $1, 0)
 on conflict (id) do update set at = excluded.at
 where ledger_time.confirmations = $2 and ledger_time.at < excluded.at`;

const confirm = `insert into ledger_time (id, at, confirmations) values (1, $1, 1)
 on conflict (id) do update set at = excluded.at, confirmations = ledger_time.confirmations + 1`;

export const ledgerTimeChanges = {
  *keepTime({ at, confirmations }) {
    yield change(keep, at, confirmations);
    const [row] = yield query('select at, confirmations from ledger_time where id = 1');
    return { at: momentValue(row?.[0]), confirmations: wholeNumberValue(row?.[1]) };
  },

  *confirmTime(at) {
    yield change(confirm, at);
  },
} satisfies ProceduresOf<LedgerTimeStore>;
