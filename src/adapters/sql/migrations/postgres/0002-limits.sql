-- The clock of the limiter: milliseconds since 1970-01-01T00:00:00Z, of the one machine that all nodes share. Volatile,
-- so that a statement that has waited for a row reads the time at which it got it.
create function limiter_time() returns bigint language sql volatile as
$$ select floor(extract(epoch from clock_timestamp()) * 1000)::bigint $$;

-- What an account used of its limit in the last minute, and which retries it was promised. Changed by every request, so
-- half of each page is left free and nothing beside the key is indexed (heap-only tuples).
create table limiter_windows (
  account_id text collate "C" primary key,
  -- The account's steady time: never runs backwards, although the clock may be set back, and is then ahead of it.
  latest bigint not null,
  ahead bigint not null,
  -- Of the admitted requests, oldest first; those that have left the window go with the next change.
  times bigint[] not null,
  -- When each promised retry is due, earliest first.
  promises bigint[] not null
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 1);
