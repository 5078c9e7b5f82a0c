-- What an account wants to be told by mail, and what it has been told; and what finds that out, and rows of a journal.

-- The few rows that are no charge: purchases, expiries, refunds and what came back. A charge touches nothing of it.
create index journal_without_charges on journal (account_id, kind, seq) where kind <> 'charge';

-- Who was charged on a day. Only the first charge of a day, key and pair touches it.
create index usage_days_by_day on usage_days (day, account_id);

-- Of accounts that have said something.
create table notice_settings (
  account_id text primary key not null references accounts (id),
  is_told_of_low_balance integer not null check (is_told_of_low_balance in (0, 1)),
  is_told_of_expiry integer not null check (is_told_of_expiry in (0, 1)),
  -- A balance below it is low.
  threshold integer not null check (threshold >= 1),
  -- The last journal row's number when the threshold became this one, if the balance was not below it then; else 0.
  risen_seq integer not null default 0 check (risen_seq >= 0)
) strict, without rowid;

-- One row for each thing that was to be told, once.
create table notices (
  account_id text not null references accounts (id),
  kind text not null check (kind in ('low_balance', 'expiry_30', 'expiry_7', 'expiry_1')),
  -- Of a low balance: the number of the journal row by which the balance last rose above the threshold. Else: the expiry.
  occasion integer not null,
  -- When it was first tried.
  due_at integer not null,
  attempts integer not null check (attempts >= 1),
  -- Whose attempt it is, and from when on there may be another.
  claim text not null,
  claimed_until integer not null,
  sent_at integer,
  primary key (account_id, kind, occasion)
) strict, without rowid;

create index notices_unsent on notices (account_id) where sent_at is null;
