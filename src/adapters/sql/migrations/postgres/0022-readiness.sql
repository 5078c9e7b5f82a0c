-- Days on which a node was ready, in UTC. Minutes are whole ones since 1970-01-01.
create table readiness_days (
  day bigint primary key,
  first_minute bigint not null,
  last_minute bigint not null,
  ready_minutes bigint not null,
  check (first_minute <= last_minute and ready_minutes between 1 and last_minute - first_minute + 1)
);
