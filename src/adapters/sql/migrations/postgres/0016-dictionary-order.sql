-- Dictionaries of a glossary have the order in which they were added.
alter table named_dictionaries add column position bigint not null default 0 check (position >= 0);
