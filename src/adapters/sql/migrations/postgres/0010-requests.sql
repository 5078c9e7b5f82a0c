-- Recently answered requests to translate, without any text: a sample for busy accounts, deleted after 30 days.
create table recent_requests (
  account_id text collate "C" not null references accounts (id),
  at bigint not null,
  id text collate "C" not null,
  -- The caller may have chosen it, and used it more than once.
  request_id text collate "C" not null,
  key_id text not null,
  status bigint not null,
  code text,
  source text,
  target text,
  characters bigint not null check (characters >= 0),
  took_ms bigint not null check (took_ms >= 0),
  engine text,
  primary key (account_id, at, id)
);

create index recent_requests_by_time on recent_requests (at);

create index recent_requests_by_request_id on recent_requests (account_id, request_id, at, id);
