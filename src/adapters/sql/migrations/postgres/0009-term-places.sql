-- The place of a term in a list: its sort key, see placeOf in term-rows.ts.
alter table terms add column place text collate "C" not null default '';

-- The first line of folded is the term without case.
update terms set place = left(translate(normalize(regexp_replace(normalize(split_part(folded, E'\n', 1), NFD),
 '([a-zα-ωе])[\u0300-\u036f]+', '\1', 'g'), NFC), 'øłđ', 'old'), 80);

create index terms_by_place on terms (account_id, source, target, place, term, case_rule, removed_in);
