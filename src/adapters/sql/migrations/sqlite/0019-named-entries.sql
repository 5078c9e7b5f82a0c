-- The entries of a pair of a named glossary are rows of terms, with the pair's id as their account.
-- While a glossary is created: since when; 0 while it is deleted.
alter table named_glossaries add column hidden_since integer;

alter table named_dictionaries add column id text;

-- Counts the changes of the pair's entries.
alter table named_dictionaries add column terms_version integer not null default 0 check (terms_version >= 0);

update named_dictionaries set id = revision, terms_version = 1;

create unique index named_dictionaries_by_id on named_dictionaries (id);

insert into terms (account_id, source, target, term, case_rule, live_from, added_in, id, translation, note, folded,
  created_at, created_by)
 select named_dictionaries.id, source, target, value ->> 0, 'follow', 1, 1, printf('%09d', key), value ->> 1, '', '',
  created_at, named_glossaries.account_id
 from named_dictionaries join named_glossaries on named_glossaries.account_id = named_dictionaries.account_id
  and named_glossaries.id = glossary_id, json_each(entries);

insert into term_changes (account_id, version, id, kind, at, made_by, added, removed)
 select named_dictionaries.id, 1, named_dictionaries.id, 'edit', created_at, named_glossaries.account_id, entry_count, 0
 from named_dictionaries join named_glossaries on named_glossaries.account_id = named_dictionaries.account_id
  and named_glossaries.id = glossary_id;

update named_dictionaries set entries = '';

-- As term_drafts: the change that a pair is undergoing.
create table named_drafts (
  account_id text primary key not null,
  id text not null,
  until integer not null,
  has_leftovers integer not null default 0 check (has_leftovers in (0, 1))
) strict, without rowid;
