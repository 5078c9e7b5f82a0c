/** Never contains the text of a term. */
export const ofGlossaries = {
  quick: {
    // The oldest entries are deleted, but never the newest.
    'the newest change of terms is written down': `select accounts.id, 'account', 'version ' || terms_version || ' of its terms, of which nothing is written'
 from accounts where terms_version > 0 and not exists
  (select 1 from term_changes where account_id = accounts.id and version = terms_version)`,
  },
  whole: {
    'live terms are counted': `select accounts.id, 'account',
  'counts ' || live_terms || ' live terms, but has ' || count(terms.id)
 from accounts left join terms on terms.account_id = accounts.id
  and live_from <= terms_version and removed_in > terms_version
 group by accounts.id, live_terms having live_terms <> count(terms.id)`,
    // Only an open or an abandoned draft has rows ahead of the version.
    'a term is of a version that there is, or of a draft': `select terms.account_id, 'term ' || terms.id,
  'of version ' || case when live_from > terms_version then live_from else removed_in end || ' beside version '
  || terms_version
 from terms join accounts on accounts.id = terms.account_id
 where (live_from > terms_version or (removed_in > terms_version and removed_in < 9007199254740991))
  and not exists (select 1 from term_drafts where term_drafts.account_id = terms.account_id)`,
  },
};
