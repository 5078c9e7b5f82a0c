-- Times are milliseconds since 1970-01-01T00:00:00Z. Amounts are characters (Unicode code points).
-- Plural names, because the account area's own library claims the singular ones.

create table accounts (
  id text primary key not null check (length(id) between 1 and 64),
  email text not null,
  -- What makes two addresses the same one.
  email_folded text not null unique,
  live_keys integer not null default 0 check (live_keys >= 0),
  created_at integer not null
) strict, without rowid;

create table balances (
  account_id text primary key not null references accounts (id),
  -- The sum of the account's journal.
  settled integer not null default 0,
  -- The sum of the account's holds.
  held integer not null default 0,
  -- The lifetime sum of charges.
  used integer not null default 0 check (used >= 0),
  -- Null before the first purchase.
  expires_at integer,
  -- Equal to expires_at until that expiry has been booked, then null. Apart from it so that the sweep's index holds only
  -- what is to do, and so that no hot statement touches an indexed column.
  due_at integer check (due_at = expires_at),
  -- How many expiries have been booked. A hold of an earlier epoch must not come back to life.
  epoch integer not null default 0 check (epoch >= 0),
  -- The last journal row's number.
  journal_seq integer not null default 0 check (journal_seq >= 0),
  check (0 <= held and held <= settled)
) strict, without rowid;

create index balances_due on balances (due_at) where due_at is not null;

-- Few rows at any time: one for each request under way. The sweep reads it whole, so it needs no second index.
create table holds (
  account_id text not null,
  id text not null,
  key_id text not null,
  amount integer not null check (amount > 0),
  epoch integer not null,
  opened_at integer not null,
  lease_until integer not null check (lease_until > opened_at),
  primary key (account_id, id)
) strict, without rowid;

create table journal (
  account_id text not null,
  -- 1, 2, 3 ... within the account.
  seq integer not null check (seq >= 1),
  kind text not null,
  amount integer not null,
  balance_after integer not null check (balance_after >= 0),
  -- The purchase, or the hold; null when a balance expired by itself.
  reference text,
  at integer not null,
  primary key (account_id, seq),
  check (
    (kind = 'purchase' and amount > 0 and reference is not null)
    or (kind = 'charge' and amount < 0 and reference is not null)
    or (kind = 'expiry' and amount < 0)
    or (kind = 'refund' and amount < 0 and reference is not null)
  )
) strict, without rowid;

create table usage (
  account_id text not null,
  hold_id text not null,
  key_id text not null,
  source text not null,
  target text not null,
  engine text not null,
  characters integer not null check (characters > 0),
  at integer not null,
  primary key (account_id, hold_id)
) strict, without rowid;

create table purchases (
  id text primary key not null,
  account_id text not null references accounts (id),
  order_id text not null unique,
  characters integer not null check (characters > 0),
  at integer not null,
  expires_at integer not null check (expires_at > at)
) strict, without rowid;

create index purchases_of_account on purchases (account_id, at);

create table api_keys (
  hash text primary key not null check (length(hash) = 64),
  id text not null unique,
  account_id text not null references accounts (id),
  name text not null,
  start text not null,
  last_four text not null check (length(last_four) = 4),
  created_at integer not null,
  revoked_at integer
) strict, without rowid;

create index api_keys_of_account on api_keys (account_id, created_at);

create table replies (
  account_id text not null,
  key_hash text not null,
  request_hash text not null,
  sealed blob not null,
  keep_until integer not null,
  primary key (account_id, key_hash)
) strict;

create index replies_by_time on replies (keep_until);

create trigger journal_is_not_changed before update on journal
begin select raise(abort, 'a journal row never changes'); end;

create trigger journal_is_not_deleted before delete on journal
begin select raise(abort, 'a journal row is never deleted'); end;

create trigger usage_is_not_changed before update on usage
begin select raise(abort, 'a usage row never changes'); end;

create trigger usage_is_not_deleted before delete on usage
begin select raise(abort, 'a usage row is never deleted'); end;

create trigger purchases_are_not_changed before update on purchases
begin select raise(abort, 'a purchase never changes'); end;

create trigger purchases_are_not_deleted before delete on purchases
begin select raise(abort, 'a purchase is never deleted'); end;

-- A revoked key stays revoked, and what a key is never changes.
create trigger api_keys_are_only_revoked before update on api_keys
when new.hash <> old.hash or new.id <> old.id or new.account_id <> old.account_id or old.revoked_at is not null
begin select raise(abort, 'a key changes only once, by being revoked'); end;
