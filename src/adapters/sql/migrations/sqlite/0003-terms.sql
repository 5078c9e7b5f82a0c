-- The term bases of accounts, what changed them, and a change that is being written.

-- Counts the changes of the account's term base. Here, because a key is looked up beside its account.
alter table accounts add column terms_version integer not null default 0 check (terms_version >= 0);

alter table accounts add column live_terms integer not null default 0 check (live_terms >= 0);

-- A row is live in the versions from live_from until before removed_in. Rows of a version that the account does not have
-- yet belong to its draft. The key says that languages, words and case rule have one live row at most.
create table terms (
  account_id text not null,
  source text not null,
  target text not null,
  term text not null check (term <> ''),
  case_rule text not null check (case_rule in ('exact', 'follow')),
  -- 2^53 - 1 while no version has removed it.
  removed_in integer not null default 9007199254740991 check (removed_in <= 9007199254740991),
  live_from integer not null,
  -- Before live_from in a row that an undo has brought back.
  added_in integer not null check (added_in >= 1),
  id text not null,
  -- Null: copied as it stands.
  translation text,
  part_of_speech text,
  note text not null,
  -- What a search looks in: term and translation, without the difference between capitals and small letters.
  folded text not null,
  created_at integer not null,
  created_by text not null,
  primary key (account_id, source, target, term, case_rule, removed_in),
  check (added_in <= live_from and live_from < removed_in)
) strict, without rowid;

-- The account second: so that no planner, before it knows the table, takes this for a way to an account's words.
create unique index terms_by_id on terms (id, account_id, removed_in);

create index terms_removed on terms (account_id, removed_in) where removed_in < 9007199254740991;

create table term_changes (
  account_id text not null,
  version integer not null check (version >= 1),
  -- Of the attempt, so that one which is repeated is carried out once.
  id text not null,
  kind text not null check (kind in ('add', 'edit', 'remove', 'import', 'undo')),
  at integer not null,
  made_by text not null,
  added integer not null check (added >= 0),
  removed integer not null check (removed >= 0),
  -- Of an import: the version that took it back.
  undone_in integer check (undone_in is null or (undone_in > version and kind = 'import')),
  primary key (account_id, version)
) strict, without rowid;

create unique index term_changes_by_id on term_changes (account_id, id);

create trigger term_changes_keep_what_they_are before update on term_changes
when new.account_id <> old.account_id or new.version <> old.version or new.id <> old.id or new.kind <> old.kind
 or new.at <> old.at or new.made_by <> old.made_by or new.added <> old.added or new.removed <> old.removed
 or old.undone_in is not null
begin select raise(abort, 'a change of terms changes only once, by being undone'); end;

-- The change that an account's terms are undergoing: whoever has the row, by its id, may write rows of the next version.
create table term_drafts (
  account_id text primary key not null references accounts (id),
  id text not null,
  -- Until when nobody else may take its place.
  until integer not null,
  -- Whether rows of one that was given up may be left.
  has_leftovers integer not null default 0 check (has_leftovers in (0, 1))
) strict, without rowid;
