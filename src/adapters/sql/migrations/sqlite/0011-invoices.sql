-- Billing details of accounts, and the invoices and credit notes of their orders.

-- Of accounts that have given any; deleted with an erased account. A field without a value is empty.
create table billing_details (
  account_id text primary key not null references accounts (id),
  name text not null,
  -- Lines, separated by line breaks.
  address text not null,
  country text not null,
  vat_id text not null,
  reference text not null
) strict, without rowid;

-- The last number of each year. Updated in the transaction of the invoice, so that no number is missing.
create table invoice_years (
  year integer primary key not null,
  last integer not null check (last >= 1)
) strict;

-- Invoices and credit notes are one series. Amounts are in the smallest unit of the currency.
create table invoices (
  -- The number as printed.
  id text primary key not null,
  year integer not null,
  -- 1, 2, 3 ... within the year.
  position integer not null check (position >= 1),
  kind text not null check (kind in ('invoice', 'credit_note')),
  account_id text not null references accounts (id),
  order_id text not null references orders (id),
  issued_at integer not null,
  currency text not null,
  gross integer not null check (gross > 0),
  -- Part of the gross amount.
  tax integer not null check (tax between 0 and gross),
  -- Everything else that is printed, as JSON.
  content text not null,
  unique (year, position)
) strict, without rowid;

create unique index invoices_once_for_each_order on invoices (order_id) where kind = 'invoice';

create index invoices_of_order on invoices (order_id, year, position);

create index invoices_of_account on invoices (account_id, year, position);

create trigger invoices_are_not_changed before update on invoices
begin select raise(abort, 'an invoice never changes'); end;

create trigger invoices_are_not_deleted before delete on invoices
begin select raise(abort, 'an invoice is never deleted'); end;
