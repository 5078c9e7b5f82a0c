import type { AccountId } from '../../../core/accounts/account.ts';
import type { Capture, Hold } from '../../../core/ledger/ledger-store.ts';
import { lazyCommit } from './lazy-commit.ts';
import type { PostgresQuery } from './postgres-query.ts';

// The statements of every request: one round trip each, and the balance's row is locked only for the statement and its
// commit. All lock holds first and then the balance, which excludes deadlocks. Each has a form for one request and one
// for several of the same account. The second costs several times as much, but far less than as many of the first.

// A hold is not reported outside this process, so its commit is lazy: after a crash of the server's machine, the hold
// is gone and its capture charges nothing.

// The complete spending rule: the balance is unexpired and stays at or above zero. It is checked again on the newest
// row if another transaction changes it first (source: PostgreSQL manual, 13.2.1, Read Committed). A broken connection
// may deliver the statement late, after a retry and its charge: it must not open the hold again.
const openOne = `with reserved as (
 update balances set held = held + $4::bigint
 where account_id = $1 and settled - held >= $4::bigint and expires_at > $5::bigint
 and not exists (select 1 from usage where account_id = $1 and hold_id = $2)
 returning account_id, epoch, ${lazyCommit})
 insert into holds (account_id, id, key_id, amount, epoch, opened_at, lease_until)
 select account_id, $2, $3, $4, epoch, $5, $6 from reserved`;

// The forms for several requests take the account from a materialized list, which hides it from the planner. Otherwise
// the planner might read all rows of the account instead of each hold by its id.
const openSeveral = `with asked as materialized (
 select $1::text as account_id, * from unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[])
 as asked (id, key_id, amount, opened_at, lease_until)),
 total as (select sum(amount)::bigint as amount, max(opened_at) as at from asked),
 reserved as (
 update balances set held = held + total.amount from total
 where account_id = $1 and settled - held >= total.amount and expires_at > total.at
 and not exists (select 1 from asked join usage on usage.account_id = asked.account_id and usage.hold_id = asked.id)
 returning account_id, epoch, ${lazyCommit})
 insert into holds (account_id, id, key_id, amount, epoch, opened_at, lease_until)
 select asked.account_id, id, key_id, amount, epoch, opened_at, lease_until from reserved, asked`;

const captureOne = `with taken as (
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
 insert into usage (account_id, hold_id, key_id, source, target, engine, characters, at)
 select account_id, $2, $3, $6, $7, $8, $4, $5 from charged),
 summed as (
 insert into usage_days (account_id, day, key_id, source, target, characters, requests)
 select account_id, $5::bigint / 86400000, $3, $6, $7, $4, 1 from charged
 on conflict (account_id, day, key_id, source, target) do update
 set characters = usage_days.characters + excluded.characters, requests = usage_days.requests + excluded.requests)
 select $2 from charged`;

const captureSeveral = `with wanted as materialized (
 select $1::text as account_id, * from unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::text[], $7::text[], $8::text[])
 with ordinality as wanted (id, key_id, amount, at, source, target, engine, place)),
 taken as (
 delete from holds using wanted
 where holds.account_id = wanted.account_id and holds.id = wanted.id and holds.lease_until >= wanted.at
 and holds.amount = wanted.amount and holds.key_id = wanted.key_id
 returning wanted.*),
 total as (select sum(amount)::bigint as amount, count(*) as count from taken),
 charged as (
 update balances set settled = settled - total.amount, held = held - total.amount, used = used + total.amount,
 journal_seq = journal_seq + total.count
 from total where account_id = $1 and total.count > 0
 returning account_id, settled + total.amount as settled_before, journal_seq - total.count as seq_before),
 journaled as (
 insert into journal (account_id, seq, kind, amount, balance_after, reference, at)
 select account_id, seq_before + rank, 'charge', -amount, settled_before - running, id, at
 from charged, (select id, amount, at, row_number() over (order by place) as rank,
 sum(amount) over (order by place)::bigint as running from taken) as ranked),
 listed as (
 insert into usage (account_id, hold_id, key_id, source, target, engine, characters, at)
 select taken.account_id, id, key_id, source, target, engine, amount, at from charged, taken),
 summed as (
 insert into usage_days (account_id, day, key_id, source, target, characters, requests)
 select taken.account_id, at / 86400000, key_id, source, target, sum(amount)::bigint, count(*) from charged, taken
 group by taken.account_id, at / 86400000, key_id, source, target
 on conflict (account_id, day, key_id, source, target) do update
 set characters = usage_days.characters + excluded.characters, requests = usage_days.requests + excluded.requests)
 select id from charged, taken`;

/** Opens one hold; changes 0 rows when the balance does not cover it. */
export function openHoldQuery({ accountId, id, keyId, amount, openedAt, leaseUntil }: Hold): PostgresQuery {
  return { sql: openOne, values: [accountId, id, keyId, amount, openedAt, leaseUntil], counts: true };
}

/** Opens all of `holds`, which belong to one account, or none. The number of changed rows tells which. */
export function openHoldsQuery(accountId: AccountId, holds: readonly Hold[]): PostgresQuery {
  const values = [
    accountId,
    holds.map(({ id }) => id),
    holds.map(({ keyId }) => keyId),
    holds.map(({ amount }) => amount),
    holds.map(({ openedAt }) => openedAt),
    holds.map(({ leaseUntil }) => leaseUntil),
  ];
  return { sql: openSeveral, values, counts: true };
}

/** Charges one hold with a live lease; returns one row on success. */
export function captureHoldQuery({ hold, at, usage }: Capture): PostgresQuery {
  const { accountId, id, keyId, amount } = hold;
  const values = [accountId, id, keyId, amount, at, usage.source, usage.target, usage.engine];
  return { sql: captureOne, values, counts: false };
}

/** Charges the holds with a live lease, all of one account and all different. Returns their ids. */
export function captureHoldsQuery(accountId: AccountId, captures: readonly Capture[]): PostgresQuery {
  const values = [
    accountId,
    captures.map(({ hold }) => hold.id),
    captures.map(({ hold }) => hold.keyId),
    captures.map(({ hold }) => hold.amount),
    captures.map(({ at }) => at),
    captures.map(({ usage }) => usage.source),
    captures.map(({ usage }) => usage.target),
    captures.map(({ usage }) => usage.engine),
  ];
  return { sql: captureSeveral, values, counts: false };
}
