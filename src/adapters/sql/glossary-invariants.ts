/** Own glossaries, and pairs of named ones. */
const glossaries = `(select id, id as account_id, terms_version, live_terms from accounts
 union all select id, account_id, terms_version, entry_count from named_dictionaries) as glossaries`;

/** Never contains the text of a term. */
export const ofGlossaries = {
  quick: {
    // The oldest entries are deleted, but never the newest.
    'the newest change of terms is written down': `select accounts.id, 'account', 'version ' || terms_version || ' of its terms, of which nothing is written'
 from accounts where terms_version > 0 and not exists
  (select 1 from term_changes where account_id = accounts.id and version = terms_version)`,
  },
  whole: {
    'live terms are counted': `select glossaries.account_id, 'account',
  'counts ' || live_terms || ' live terms, but has ' || count(terms.id)
 from ${glossaries} left join terms on terms.account_id = glossaries.id
  and live_from <= terms_version and removed_in > terms_version
 group by glossaries.account_id, glossaries.id, live_terms having live_terms <> count(terms.id)`,
    // Only an open or an abandoned change has rows ahead of the version.
    'a term is of a version that there is, or of a draft': `select glossaries.account_id, 'term ' || terms.id,
  'of version ' || case when live_from > terms_version then live_from else removed_in end || ' beside version '
  || terms_version
 from terms join ${glossaries} on glossaries.id = terms.account_id
 where (live_from > terms_version or (removed_in > terms_version and removed_in < 9007199254740991))
  and not exists (select 1 from term_drafts where term_drafts.account_id = terms.account_id)
  and not exists (select 1 from named_drafts where named_drafts.account_id = terms.account_id)`,
  },
};
