-- The time that the ledger has reached, by a clock that was right. Nothing expires while the clock is more than a day off.
create table ledger_time (
  id integer primary key check (id = 1),
  at bigint not null,
  -- How often an operator has said that the clock is right.
  confirmations integer not null check (confirmations >= 0)
);
