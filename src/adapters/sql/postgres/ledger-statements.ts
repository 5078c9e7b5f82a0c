import type { Capture, Hold } from '../../../shop/ledger/ledger-store.ts';
import { reserving } from '../ledger-procedures.ts';
import { change, type Query, query } from '../procedure.ts';
import { lazyCommit } from './lazy-commit.ts';

// The statements of every request: one round trip each, and the balance's row is locked only for the statement and its
// commit. All lock holds first and then the balance, which excludes deadlocks.

// A hold is not reported outside this process, so its commit is lazy: after a crash of the server's machine, the hold
// is gone and its capture charges nothing.

// The spending rule is checked again on the newest row if another transaction changes it first (source: PostgreSQL
// manual, 13.2.1, Read Committed). A broken connection may deliver the statement late, after a retry and its charge: it
// must not open the hold again.
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
export function openHoldQuery({ accountId, id, keyId, amount, openedAt, leaseUntil }: Hold): Query {
  return change(open, accountId, id, keyId, amount, openedAt, leaseUntil);
}

/** Charges one hold with a live lease; returns one row on success. */
export function captureHoldQuery({ hold, at, usage }: Capture): Query {
  const { accountId, id, keyId, amount } = hold;
  const { source, target, engine, api = null } = usage;
  return query(capture, accountId, id, keyId, amount, at, source, target, engine, api);
}
