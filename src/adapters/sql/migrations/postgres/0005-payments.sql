-- What payment providers tell, each event once, and what their own names for an order are.

-- Of one click on a button, so that a form which is sent twice places one order.
alter table orders add column attempt text collate "C";

create unique index orders_by_attempt on orders (account_id, attempt) where attempt is not null;

-- The end of an order's id is what people write on a bank transfer.
create index orders_by_reference on orders (substr(id, length(id) - 11));

create table payment_events (
  provider text collate "C" not null,
  -- The provider's own.
  id text collate "C" not null check (length(id) between 1 and 255),
  kind text not null,
  received_at bigint not null,
  -- Null until what follows from the event has been done.
  ended_at bigint,
  outcome text,
  order_id text collate "C" references orders (id),
  primary key (provider, id),
  check ((ended_at is null) = (outcome is null)),
  check (order_id is null or outcome is not null)
);

create index payment_events_by_time on payment_events (received_at);

-- What a provider calls the page on which an order is paid, and the payment.
create table checkouts (
  order_id text collate "C" primary key references orders (id),
  -- Counts the pages that were asked for.
  attempt bigint not null check (attempt >= 0),
  reference text,
  -- When nothing more could come of the page; null as long as something may.
  closed_at bigint,
  looked_at bigint not null,
  -- An order is paid by one payment, and a payment pays one order.
  payment text collate "C" unique
);

create index checkouts_to_look_at on checkouts (looked_at) where reference is not null and closed_at is null;

-- Which node does what one of them should do for all.
create table leases (
  task text collate "C" primary key,
  holder text not null,
  lease_until bigint not null,
  done_at bigint
);
