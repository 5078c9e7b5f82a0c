-- Glossaries that only apply to requests that name them.
create table named_glossaries (
  account_id text not null references accounts (id),
  id text not null,
  name text not null check (name <> ''),
  created_at integer not null,
  primary key (account_id, id)
) strict, without rowid;

create table named_dictionaries (
  account_id text not null,
  glossary_id text not null,
  source text not null,
  target text not null,
  -- Another one after each change.
  revision text not null,
  entry_count integer not null check (entry_count >= 0),
  -- Of the entries. Apart, so that the sum of an account reads no entries.
  length integer not null check (length >= 0),
  -- JSON: [[term, translation], ...]
  entries text not null,
  primary key (account_id, glossary_id, source, target),
  foreign key (account_id, glossary_id) references named_glossaries (account_id, id) on delete cascade
) strict;
