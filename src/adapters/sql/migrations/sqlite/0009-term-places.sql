-- The place of a term in a list: its sort key, see placeOf in term-rows.ts.
alter table terms add column place text not null default '';

update terms set place = place_of(term);

create index terms_by_place on terms (account_id, source, target, place, term, case_rule, removed_in);
