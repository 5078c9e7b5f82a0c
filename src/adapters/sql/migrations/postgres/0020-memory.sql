-- The memories of accounts: approved translations, what changed them, and a change that is being written. As terms.

alter table accounts
  -- Counts the changes of the account's memory. Here, because a key is looked up beside its account.
  add column memory_version bigint not null default 0,
  add column memory_entries bigint not null default 0,
  -- The sum over the live entries.
  add column memory_characters bigint not null default 0;

create table memory_entries (
  account_id text collate "C" not null,
  -- SHA-256 of the match key of the source, in hexadecimal.
  digest text collate "C" not null,
  source_language text collate "C" not null,
  target_language text collate "C" not null,
  removed_in bigint not null default 9007199254740991 check (removed_in <= 9007199254740991),
  live_from bigint not null,
  added_in bigint not null check (added_in >= 1),
  id text collate "C" not null,
  source text not null check (source <> ''),
  target text not null check (target <> ''),
  note text not null,
  origin text not null,
  -- What a search looks in: source and target, without the difference between capitals and small letters.
  folded text collate "C" not null,
  -- The sort key of the source in a list.
  place text collate "C" not null,
  -- Hashes by which texts look the entry up; the second is null without tags.
  hash bigint not null,
  untagged_hash bigint,
  -- Code points of source and target.
  characters bigint not null check (characters >= 2),
  created_at bigint not null,
  created_by text not null,
  updated_at bigint not null,
  primary key (account_id, digest, source_language, target_language, removed_in),
  check (added_in <= live_from and live_from < removed_in)
) with (autovacuum_vacuum_scale_factor = 0.05);

create unique index memory_entries_by_id on memory_entries (id, account_id, removed_in);

create index memory_entries_removed on memory_entries (account_id, removed_in) where removed_in < 9007199254740991;

create index memory_entries_by_place on memory_entries (account_id, source_language, target_language, place, digest);

create index memory_entries_by_hash on memory_entries (account_id, hash, added_in, id);

create index memory_entries_by_untagged_hash on memory_entries (account_id, untagged_hash, added_in, id)
 where untagged_hash is not null;

create index memory_entries_since on memory_entries (account_id, live_from, id);

create table memory_changes (
  account_id text collate "C" not null,
  version bigint not null check (version >= 1),
  id text collate "C" not null,
  kind text not null check (kind in ('add', 'edit', 'remove', 'import', 'undo', 'erase')),
  at bigint not null,
  made_by text not null,
  added bigint not null check (added >= 0),
  removed bigint not null check (removed >= 0),
  undone_in bigint check (undone_in is null or (undone_in > version and kind = 'import')),
  primary key (account_id, version)
);

create unique index memory_changes_by_id on memory_changes (account_id, id);

create trigger memory_changes_keep_what_they_are before update on memory_changes
for each row when (
  new.account_id <> old.account_id or new.version <> old.version or new.id <> old.id or new.kind <> old.kind
  or new.at <> old.at or new.made_by <> old.made_by or new.added <> old.added or new.removed <> old.removed
  or old.undone_in is not null
) execute function refuse_change('a change of a memory changes only once, by being undone');

create table memory_drafts (
  account_id text collate "C" primary key references accounts (id),
  id text collate "C" not null,
  until bigint not null,
  has_leftovers bigint not null default 0 check (has_leftovers in (0, 1))
) with (autovacuum_vacuum_scale_factor = 0.02);

-- Nodes of a version that does not erase memories must fail rather than leave them. The newest change stays, as of terms.
create function refuse_memory_left() returns trigger language plpgsql as $$
begin
  if exists (select 1 from memory_entries where account_id = old.account_id)
    or exists (select 1 from memory_drafts where account_id = old.account_id)
    or (select count(*) from memory_changes where account_id = old.account_id) > 1 then
    raise exception 'an erasure ends when no memory is left' using errcode = 'integrity_constraint_violation';
  end if;
  return old;
end $$;

create trigger erasures_end_without_memory before delete on erasures
for each row execute function refuse_memory_left();
