-- Times are milliseconds since 1970-01-01T00:00:00Z. Amounts are characters (Unicode code points). Each whole number that
-- the program may sum stays within 2^53, where a double is exact; the checks on balances say so.
-- Plural names, because the account area's own library claims the singular ones.

create table accounts (
  id text collate "C" primary key check (length(id) between 1 and 64),
  email text not null,
  -- What makes two addresses the same one.
  email_folded text collate "C" not null unique,
  live_keys bigint not null default 0 check (live_keys >= 0),
  created_at bigint not null
);

-- Every request changes its account's row twice. Half of each page is left free, and nothing that a request changes is
-- indexed, so that the new version of a row stays on its page (heap-only tuples) and no index grows.
create table balances (
  account_id text collate "C" primary key references accounts (id),
  -- The sum of the account's journal.
  settled bigint not null default 0 check (settled <= 9007199254740991),
  -- The sum of the account's holds.
  held bigint not null default 0,
  -- The lifetime sum of charges.
  used bigint not null default 0 check (used between 0 and 9007199254740991),
  -- Null before the first purchase.
  expires_at bigint,
  -- Equal to expires_at until that expiry has been booked, then null. Apart from it so that the sweep's index holds only
  -- what is to do, and so that no hot statement touches an indexed column.
  due_at bigint check (due_at = expires_at),
  -- How many expiries have been booked. A hold of an earlier epoch must not come back to life.
  epoch bigint not null default 0 check (epoch >= 0),
  -- The last journal row's number.
  journal_seq bigint not null default 0 check (journal_seq >= 0),
  check (0 <= held and held <= settled)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 1);

create index balances_due on balances (due_at) where due_at is not null;

-- Few live rows at any time: one for each request under way. The sweep reads it whole, so it needs no second index.
create table holds (
  account_id text collate "C" not null,
  id text collate "C" not null,
  key_id text not null,
  amount bigint not null check (amount > 0),
  epoch bigint not null,
  opened_at bigint not null,
  lease_until bigint not null check (lease_until > opened_at),
  primary key (account_id, id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 1);

create table journal (
  account_id text collate "C" not null,
  -- 1, 2, 3 ... within the account.
  seq bigint not null check (seq >= 1),
  kind text not null,
  amount bigint not null,
  balance_after bigint not null check (balance_after >= 0),
  -- The purchase, the hold, or the order that was refunded; null when a balance expired by itself.
  reference text,
  at bigint not null,
  primary key (account_id, seq),
  check (
    (kind = 'purchase' and amount > 0 and reference is not null)
    or (kind = 'charge' and amount < 0 and reference is not null)
    or (kind = 'expiry' and amount < 0)
    or (kind = 'refund' and amount < 0 and reference is not null)
    or (kind = 'reinstatement' and amount > 0 and reference is not null)
  )
);

create table usage (
  account_id text collate "C" not null,
  hold_id text collate "C" not null,
  key_id text not null,
  source text not null,
  target text not null,
  engine text not null,
  characters bigint not null check (characters > 0),
  at bigint not null,
  primary key (account_id, hold_id)
);

-- What is charged on one day (days since 1970-01-01, UTC), so that a report reads few rows however much is translated.
create table usage_days (
  account_id text collate "C" not null,
  day bigint not null,
  key_id text collate "C" not null,
  source text collate "C" not null,
  target text collate "C" not null,
  characters bigint not null check (characters > 0),
  requests bigint not null check (requests > 0),
  primary key (account_id, day, key_id, source, target)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

-- What was sold, as it was when it was sold, and what has been reported of its payment. The reports may come in any order.
create table orders (
  id text collate "C" primary key check (length(id) between 1 and 255),
  account_id text collate "C" not null references accounts (id),
  -- Who takes the payment: 'manual' for the operator.
  provider text not null,
  pack_name text not null,
  characters bigint not null check (characters > 0),
  valid_days bigint not null check (valid_days > 0),
  -- In the smallest unit of the currency.
  price bigint not null check (price between 0 and 9007199254740991),
  currency text not null check (length(currency) = 3),
  created_at bigint not null,
  paid_at bigint,
  -- The balance's epoch when the pack was granted: in a later one nothing of it is left to take, nor does any come back.
  granted_epoch bigint,
  -- Of the price, all refunds together.
  refunded bigint not null default 0 check (refunded between 0 and price),
  dispute text not null default 'none' check (dispute in ('none', 'open', 'won')),
  -- Characters that refunds have asked back since the pack was granted, of those what they found, and what an open
  -- dispute has taken.
  refund_due bigint not null default 0,
  refund_taken bigint not null default 0,
  dispute_taken bigint not null default 0,
  check ((paid_at is null) = (granted_epoch is null)),
  check (0 <= refund_taken and refund_taken <= refund_due and refund_due <= characters),
  check (0 <= dispute_taken and refund_taken + dispute_taken <= characters),
  check (dispute <> 'none' or dispute_taken = 0),
  check (paid_at is not null or refund_due + dispute_taken = 0)
);

create index orders_of_account on orders (account_id, created_at);

create table purchases (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts (id),
  order_id text collate "C" not null unique,
  characters bigint not null check (characters > 0),
  at bigint not null,
  expires_at bigint not null check (expires_at > at)
);

create index purchases_of_account on purchases (account_id, at);

create table api_keys (
  hash text collate "C" primary key check (length(hash) = 64),
  id text collate "C" not null unique,
  account_id text collate "C" not null references accounts (id),
  name text not null,
  start text not null,
  last_four text not null check (length(last_four) = 4),
  created_at bigint not null,
  revoked_at bigint,
  last_used_at bigint
) with (fillfactor = 80);

create index api_keys_of_account on api_keys (account_id, created_at);

create table replies (
  account_id text collate "C" not null,
  key_hash text collate "C" not null,
  request_hash text not null,
  sealed bytea not null,
  keep_until bigint not null,
  primary key (account_id, key_hash)
);

create index replies_by_time on replies (keep_until);

-- Who works on a request with an Idempotency-Key, so that a repeat elsewhere waits. Gone once it is answered.
create table claims (
  account_id text collate "C" not null,
  key_hash text collate "C" not null,
  request_hash text not null,
  owner text collate "C" not null,
  until bigint not null,
  primary key (account_id, key_hash)
) with (autovacuum_vacuum_scale_factor = 0.02);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '%', tg_argv[0] using errcode = 'integrity_constraint_violation';
end $$;

create trigger journal_never_changes before update or delete on journal
for each row execute function refuse_change('a journal row never changes and is never deleted');

create trigger journal_is_not_emptied before truncate on journal
for each statement execute function refuse_change('a journal row is never deleted');

create trigger usage_never_changes before update or delete on usage
for each row execute function refuse_change('a usage row never changes and is never deleted');

create trigger usage_is_not_emptied before truncate on usage
for each statement execute function refuse_change('a usage row is never deleted');

create trigger purchases_never_change before update or delete on purchases
for each row execute function refuse_change('a purchase never changes and is never deleted');

create trigger purchases_are_not_emptied before truncate on purchases
for each statement execute function refuse_change('a purchase is never deleted');

-- A revoked key stays revoked, what a key is never changes, and its last use only moves forward.
create trigger api_keys_keep_what_they_are before update on api_keys
for each row when (
  new.hash <> old.hash or new.id <> old.id or new.account_id <> old.account_id or new.created_at <> old.created_at
  or (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at)
  or (old.last_used_at is not null and (new.last_used_at is null or new.last_used_at < old.last_used_at))
) execute function refuse_change('a key changes only by being revoked, once, and by being used');
