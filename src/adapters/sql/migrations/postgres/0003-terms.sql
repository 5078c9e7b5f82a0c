-- The term bases of accounts, what changed them, and a change that is being written.

alter table accounts
  -- Counts the changes of the account's term base. Here, because a key is looked up beside its account.
  add column terms_version bigint not null default 0 check (terms_version >= 0),
  add column live_terms bigint not null default 0 check (live_terms >= 0);

-- A row is live in the versions from live_from until before removed_in. Rows of a version that the account does not have
-- yet belong to its draft. The key says that languages, words and case rule have one live row at most.
create table terms (
  account_id text collate "C" not null,
  source text collate "C" not null,
  target text collate "C" not null,
  term text collate "C" not null check (term <> ''),
  case_rule text collate "C" not null check (case_rule in ('exact', 'follow')),
  -- 2^53 - 1 while no version has removed it.
  removed_in bigint not null default 9007199254740991 check (removed_in <= 9007199254740991),
  live_from bigint not null,
  -- Before live_from in a row that an undo has brought back.
  added_in bigint not null check (added_in >= 1),
  id text collate "C" not null,
  -- Null: copied as it stands.
  translation text,
  part_of_speech text,
  note text not null,
  -- What a search looks in: term and translation, without the difference between capitals and small letters.
  folded text collate "C" not null,
  created_at bigint not null,
  created_by text not null,
  primary key (account_id, source, target, term, case_rule, removed_in),
  check (added_in <= live_from and live_from < removed_in)
) with (autovacuum_vacuum_scale_factor = 0.05);

-- The account second: so that no planner, before it knows the table, takes this for a way to an account's words.
create unique index terms_by_id on terms (id, account_id, removed_in);

create index terms_removed on terms (account_id, removed_in) where removed_in < 9007199254740991;

create table term_changes (
  account_id text collate "C" not null,
  version bigint not null check (version >= 1),
  -- Of the attempt, so that one which is repeated is carried out once.
  id text collate "C" not null,
  kind text not null check (kind in ('add', 'edit', 'remove', 'import', 'undo')),
  at bigint not null,
  made_by text not null,
  added bigint not null check (added >= 0),
  removed bigint not null check (removed >= 0),
  -- Of an import: the version that took it back.
  undone_in bigint check (undone_in is null or (undone_in > version and kind = 'import')),
  primary key (account_id, version)
);

create unique index term_changes_by_id on term_changes (account_id, id);

create trigger term_changes_keep_what_they_are before update on term_changes
for each row when (
  new.account_id <> old.account_id or new.version <> old.version or new.id <> old.id or new.kind <> old.kind
  or new.at <> old.at or new.made_by <> old.made_by or new.added <> old.added or new.removed <> old.removed
  or old.undone_in is not null
) execute function refuse_change('a change of terms changes only once, by being undone');

-- The change that an account's terms are undergoing: whoever has the row, by its id, may write rows of the next version.
create table term_drafts (
  account_id text collate "C" primary key references accounts (id),
  id text collate "C" not null,
  -- Until when nobody else may take its place.
  until bigint not null,
  -- Whether rows of one that was given up may be left: 0 or 1.
  has_leftovers bigint not null default 0 check (has_leftovers in (0, 1))
) with (autovacuum_vacuum_scale_factor = 0.02);
