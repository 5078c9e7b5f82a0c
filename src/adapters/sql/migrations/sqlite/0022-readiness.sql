-- Days on which a node was ready, in UTC. Minutes are whole ones since 1970-01-01.
create table readiness_days (
  day integer primary key not null,
  first_minute integer not null,
  last_minute integer not null,
  ready_minutes integer not null,
  check (first_minute <= last_minute and ready_minutes between 1 and last_minute - first_minute + 1)
) strict;
