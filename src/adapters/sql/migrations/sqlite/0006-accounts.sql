-- Suspended and erased accounts, and the audit journal of who did what.

-- While it is set, keys are refused. Here, because a key is looked up beside its account.
alter table accounts add column suspended_at integer;

-- One line, for the operator alone.
alter table accounts add column suspension_reason text check (suspension_reason is null or suspended_at is not null);

-- Since when nothing of its owner is to be kept: from then on nobody may use the account, for good.
alter table accounts add column erased_at integer;

-- The last number in the account's audit journal.
alter table accounts add column audit_seq integer not null default 0 check (audit_seq >= 0);

create index accounts_by_age on accounts (created_at, id);

create index orders_by_age on orders (created_at, id);

-- Those that are still to be paid are few, however many there ever were.
create index orders_unpaid on orders (created_at, id) where paid_at is null;

create trigger accounts_stay_erased before update on accounts
when old.erased_at is not null and (
  new.erased_at is not old.erased_at or new.email <> old.email or new.email_folded <> old.email_folded
  or new.live_keys > old.live_keys
)
begin select raise(abort, 'an erased account stays erased'); end;

-- Erasures that have begun and are to be gone on with until nothing is left, whoever is killed meanwhile.
create table erasures (
  account_id text primary key not null references accounts (id),
  -- Who asked for it: 'operator', or the account's id for its owner.
  asked_by text not null,
  begun_at integer not null
) strict, without rowid;

create table audit_journal (
  account_id text not null references accounts (id),
  -- 1, 2, 3 ... within the account.
  seq integer not null check (seq >= 1),
  id text not null unique,
  at integer not null,
  -- 'operator', the name of a payment provider, or the account's id for its owner.
  made_by text not null,
  act text not null,
  -- What it was done to: the id of a key or an order; null for the account itself.
  subject text,
  primary key (account_id, seq)
) strict, without rowid;

create index audit_journal_by_time on audit_journal (at, id);

create trigger audit_journal_is_not_changed before update on audit_journal
begin select raise(abort, 'a row of the audit journal never changes'); end;

create trigger audit_journal_is_not_deleted before delete on audit_journal
begin select raise(abort, 'a row of the audit journal is never deleted'); end;
