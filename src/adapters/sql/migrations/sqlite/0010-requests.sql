-- Recently answered requests to translate, without any text: a sample for busy accounts, deleted after 30 days.
create table recent_requests (
  account_id text not null references accounts (id),
  at integer not null,
  id text not null,
  -- The caller may have chosen it, and used it more than once.
  request_id text not null,
  key_id text not null,
  status integer not null,
  code text,
  source text,
  target text,
  characters integer not null check (characters >= 0),
  took_ms integer not null check (took_ms >= 0),
  engine text,
  primary key (account_id, at, id)
) strict, without rowid;

create index recent_requests_by_time on recent_requests (at);

create index recent_requests_by_request_id on recent_requests (account_id, request_id, at, id);
