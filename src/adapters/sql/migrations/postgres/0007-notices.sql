-- What an account wants to be told by mail, and what it has been told.

-- The few rows that are no charge: purchases, expiries, refunds and what came back. A charge touches nothing of it.
create index journal_without_charges on journal (account_id, kind, seq) where kind <> 'charge';
