-- Glossaries that only apply to requests that name them.
create table named_glossaries (
  account_id text collate "C" not null references accounts (id),
  id text collate "C" not null,
  name text not null check (name <> ''),
  created_at bigint not null,
  primary key (account_id, id)
);

create table named_dictionaries (
  account_id text collate "C" not null,
  glossary_id text collate "C" not null,
  source text collate "C" not null,
  target text collate "C" not null,
  -- Another one after each change.
  revision text collate "C" not null,
  entry_count bigint not null check (entry_count >= 0),
  -- Of the entries. Apart, so that the sum of an account reads no entries.
  length bigint not null check (length >= 0),
  -- JSON: [[term, translation], ...]
  entries text not null,
  primary key (account_id, glossary_id, source, target),
  foreign key (account_id, glossary_id) references named_glossaries (account_id, id) on delete cascade
);
