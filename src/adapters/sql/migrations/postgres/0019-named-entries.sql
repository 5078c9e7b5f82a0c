-- The entries of a pair of a named glossary are rows of terms, with the pair's id as their account.
-- While a glossary is created: since when; 0 while it is deleted.
alter table named_glossaries add column hidden_since bigint;

alter table named_dictionaries
  add column id text collate "C",
  -- Counts the changes of the pair's entries.
  add column terms_version bigint not null default 0 check (terms_version >= 0);

update named_dictionaries set id = revision, terms_version = 1;

create unique index named_dictionaries_by_id on named_dictionaries (id);

insert into terms (account_id, source, target, term, case_rule, live_from, added_in, id, translation, note, folded,
  created_at, created_by)
 select named_dictionaries.id, source, target, value ->> 0, 'follow', 1, 1, lpad((number - 1)::text, 9, '0'), value ->> 1,
  '', '', created_at, named_glossaries.account_id
 from named_dictionaries join named_glossaries on named_glossaries.account_id = named_dictionaries.account_id
  and named_glossaries.id = glossary_id,
  jsonb_array_elements(entries::jsonb) with ordinality as entry (value, number);

insert into term_changes (account_id, version, id, kind, at, made_by, added, removed)
 select named_dictionaries.id, 1, named_dictionaries.id, 'edit', created_at, named_glossaries.account_id, entry_count, 0
 from named_dictionaries join named_glossaries on named_glossaries.account_id = named_dictionaries.account_id
  and named_glossaries.id = glossary_id;

update named_dictionaries set entries = '';

-- Nodes of a version that wrote the entries here must fail rather than lose them.
alter table named_dictionaries add constraint entries_are_terms check (entries = '');

-- As term_drafts: the change that a pair is undergoing.
create table named_drafts (
  account_id text collate "C" primary key,
  id text collate "C" not null,
  until bigint not null,
  has_leftovers bigint not null default 0 check (has_leftovers in (0, 1))
) with (autovacuum_vacuum_scale_factor = 0.02);
