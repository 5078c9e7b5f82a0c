-- The memories of accounts: approved translations, what changed them, and a change that is being written. As terms.

-- Counts the changes of the account's memory. Here, because a key is looked up beside its account.
alter table accounts add column memory_version integer not null default 0;

alter table accounts add column memory_entries integer not null default 0;

-- The sum over the live entries.
alter table accounts add column memory_characters integer not null default 0;

-- With row ids, because rows are large: its indexes stay small.
create table memory_entries (
  account_id text not null,
  -- SHA-256 of the match key of the source, in hexadecimal.
  digest text not null,
  source_language text not null,
  target_language text not null,
  removed_in integer not null default 9007199254740991 check (removed_in <= 9007199254740991),
  live_from integer not null,
  added_in integer not null check (added_in >= 1),
  id text not null,
  source text not null check (source <> ''),
  target text not null check (target <> ''),
  note text not null,
  origin text not null,
  -- What a search looks in: source and target, without the difference between capitals and small letters.
  folded text not null,
  -- The sort key of the source in a list.
  place text not null,
  -- Hashes by which texts look the entry up; the second is null without tags.
  hash integer not null,
  untagged_hash integer,
  -- Code points of source and target.
  characters integer not null check (characters >= 2),
  created_at integer not null,
  created_by text not null,
  updated_at integer not null,
  primary key (account_id, digest, source_language, target_language, removed_in),
  check (added_in <= live_from and live_from < removed_in)
) strict;

create unique index memory_entries_by_id on memory_entries (id, account_id, removed_in);

create index memory_entries_removed on memory_entries (account_id, removed_in) where removed_in < 9007199254740991;

create index memory_entries_by_place on memory_entries (account_id, source_language, target_language, place, digest);

-- With the languages, so that the rows of other pairs are not read: 200,000 with one hash take 0.1 s instead of 0.7 s.
create index memory_entries_by_hash on memory_entries
 (account_id, hash, added_in, id, source_language, target_language);

create index memory_entries_by_untagged_hash on memory_entries
 (account_id, untagged_hash, added_in, id, source_language, target_language) where untagged_hash is not null;

create index memory_entries_since on memory_entries (account_id, live_from, id);

create table memory_changes (
  account_id text not null,
  version integer not null check (version >= 1),
  id text not null,
  kind text not null check (kind in ('add', 'edit', 'remove', 'import', 'undo', 'erase')),
  at integer not null,
  made_by text not null,
  added integer not null check (added >= 0),
  removed integer not null check (removed >= 0),
  undone_in integer check (undone_in is null or (undone_in > version and kind = 'import')),
  primary key (account_id, version)
) strict, without rowid;

create unique index memory_changes_by_id on memory_changes (account_id, id);

create trigger memory_changes_keep_what_they_are before update on memory_changes
when new.account_id <> old.account_id or new.version <> old.version or new.id <> old.id or new.kind <> old.kind
 or new.at <> old.at or new.made_by <> old.made_by or new.added <> old.added or new.removed <> old.removed
 or old.undone_in is not null
begin select raise(abort, 'a change of a memory changes only once, by being undone'); end;

create table memory_drafts (
  account_id text primary key not null references accounts (id),
  id text not null,
  until integer not null,
  has_leftovers integer not null default 0 check (has_leftovers in (0, 1))
) strict, without rowid;

-- Nodes of a version that does not erase memories must fail rather than leave them. The newest change stays, as of terms.
create trigger erasures_end_without_memory before delete on erasures
when exists (select 1 from memory_entries where account_id = old.account_id)
 or exists (select 1 from memory_drafts where account_id = old.account_id)
 or (select count(*) from memory_changes where account_id = old.account_id) > 1
begin select raise(abort, 'an erasure ends when no memory is left'); end;
