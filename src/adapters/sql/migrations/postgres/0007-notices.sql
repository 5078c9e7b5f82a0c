-- What an account wants to be told by mail, and what it has been told; and what finds that out, and rows of a journal.

-- The few rows that are no charge: purchases, expiries, refunds and what came back. A charge touches nothing of it.
create index journal_without_charges on journal (account_id, kind, seq) where kind <> 'charge';

-- Who was charged on a day. Only the first charge of a day, key and pair touches it.
create index usage_days_by_day on usage_days (day, account_id);

-- Of accounts that have said something.
create table notice_settings (
  account_id text collate "C" primary key references accounts (id),
  is_told_of_low_balance bigint not null check (is_told_of_low_balance in (0, 1)),
  is_told_of_expiry bigint not null check (is_told_of_expiry in (0, 1)),
  -- A balance below it is low.
  threshold bigint not null check (threshold >= 1),
  -- The last journal row's number when the threshold became this one, if the balance was not below it then; else 0.
  risen_seq bigint not null default 0 check (risen_seq >= 0)
);

-- One row for each thing that was to be told, once.
create table notices (
  account_id text collate "C" not null references accounts (id),
  kind text not null check (kind in ('low_balance', 'expiry_30', 'expiry_7', 'expiry_1')),
  -- Of a low balance: the number of the journal row by which the balance last rose above the threshold. Else: the expiry.
  occasion bigint not null,
  -- When it was first tried.
  due_at bigint not null,
  attempts bigint not null check (attempts >= 1),
  -- Whose attempt it is, and from when on there may be another.
  claim text not null,
  claimed_until bigint not null,
  sent_at bigint,
  primary key (account_id, kind, occasion)
);

create index notices_unsent on notices (account_id) where sent_at is null;
