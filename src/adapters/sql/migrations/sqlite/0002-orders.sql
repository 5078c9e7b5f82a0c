-- Orders with refunds and disputes, sums of usage by day, and when a key was last used.

-- What was sold, as it was when it was sold, and what has been reported of its payment. The reports may come in any order.
create table orders (
  id text primary key not null check (length(id) between 1 and 255),
  account_id text not null references accounts (id),
  -- Who takes the payment: 'manual' for the operator.
  provider text not null,
  pack_name text not null,
  characters integer not null check (characters > 0),
  valid_days integer not null check (valid_days > 0),
  -- In the smallest unit of the currency.
  price integer not null check (price >= 0),
  currency text not null check (length(currency) = 3),
  created_at integer not null,
  paid_at integer,
  -- The balance's epoch when the pack was granted: in a later one nothing of it is left to take, nor does any come back.
  granted_epoch integer,
  -- Of the price, all refunds together.
  refunded integer not null default 0 check (refunded between 0 and price),
  dispute text not null default 'none' check (dispute in ('none', 'open', 'won')),
  -- Characters that refunds have asked back since the pack was granted, of those what they found, and what an open
  -- dispute has taken.
  refund_due integer not null default 0,
  refund_taken integer not null default 0,
  dispute_taken integer not null default 0,
  check ((paid_at is null) = (granted_epoch is null)),
  check (0 <= refund_taken and refund_taken <= refund_due and refund_due <= characters),
  check (0 <= dispute_taken and refund_taken + dispute_taken <= characters),
  check (dispute <> 'none' or dispute_taken = 0),
  check (paid_at is not null or refund_due + dispute_taken = 0)
) strict, without rowid;

create index orders_of_account on orders (account_id, created_at);

-- What is charged on one day (days since 1970-01-01, UTC), so that a report reads few rows however much is translated.
create table usage_days (
  account_id text not null,
  day integer not null,
  key_id text not null,
  source text not null,
  target text not null,
  characters integer not null check (characters > 0),
  requests integer not null check (requests > 0),
  primary key (account_id, day, key_id, source, target)
) strict, without rowid;

insert into usage_days (account_id, day, key_id, source, target, characters, requests)
 select account_id, at / 86400000, key_id, source, target, sum(characters), count(*)
 from usage group by account_id, at / 86400000, key_id, source, target;

alter table api_keys add column last_used_at integer;

drop trigger api_keys_are_only_revoked;

-- A revoked key stays revoked, what a key is never changes, and its last use only moves forward.
create trigger api_keys_keep_what_they_are before update on api_keys
when new.hash <> old.hash or new.id <> old.id or new.account_id <> old.account_id or new.created_at <> old.created_at
 or (old.revoked_at is not null and new.revoked_at is not old.revoked_at)
 or (old.last_used_at is not null and (new.last_used_at is null or new.last_used_at < old.last_used_at))
begin select raise(abort, 'a key changes only by being revoked, once, and by being used'); end;

-- The journal learns of characters that come back when a dispute is won. SQLite cannot change a check in place.
drop trigger journal_is_not_changed;

drop trigger journal_is_not_deleted;

create table journal_with_reinstatements (
  account_id text not null,
  -- 1, 2, 3 ... within the account.
  seq integer not null check (seq >= 1),
  kind text not null,
  amount integer not null,
  balance_after integer not null check (balance_after >= 0),
  -- The purchase, the hold, or the order that was refunded; null when a balance expired by itself.
  reference text,
  at integer not null,
  primary key (account_id, seq),
  check (
    (kind = 'purchase' and amount > 0 and reference is not null)
    or (kind = 'charge' and amount < 0 and reference is not null)
    or (kind = 'expiry' and amount < 0)
    or (kind = 'refund' and amount < 0 and reference is not null)
    or (kind = 'reinstatement' and amount > 0 and reference is not null)
  )
) strict, without rowid;

insert into journal_with_reinstatements select account_id, seq, kind, amount, balance_after, reference, at from journal;

drop table journal;

alter table journal_with_reinstatements rename to journal;

create trigger journal_is_not_changed before update on journal
begin select raise(abort, 'a journal row never changes'); end;

create trigger journal_is_not_deleted before delete on journal
begin select raise(abort, 'a journal row is never deleted'); end;
