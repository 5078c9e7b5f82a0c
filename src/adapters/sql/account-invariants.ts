export const ofAccounts = {
  quick: {
    'an erased account cannot be used': `select accounts.id, 'account',
  case when email <> 'erased:' || accounts.id or email_folded <> email then 'erased, but not under its pseudonym'
   when api_keys.id is not null then 'erased, but key ' || api_keys.id || ' is live'
   else 'erased, but ' || (settled - held) || ' characters can be spent' end
 from accounts join balances on balances.account_id = accounts.id
  left join api_keys on api_keys.account_id = accounts.id and revoked_at is null
 where erased_at is not null
  and (email <> 'erased:' || accounts.id or email_folded <> email or api_keys.id is not null or settled <> held)`,
    'an erasure is of an erased account': `select account_id, 'erasure', 'begun at ' || begun_at || ', but the account is not erased'
 from erasures join accounts on accounts.id = account_id where erased_at is null`,
  },
  whole: {
    'acts are numbered without gaps': `select accounts.id, 'account',
  'counts ' || audit_seq || ' acts, but has ' || count(seq) || ' up to number ' || coalesce(max(seq), 0)
 from accounts left join audit_journal on account_id = accounts.id
 group by accounts.id, audit_seq having audit_seq <> count(seq) or audit_seq <> coalesce(max(seq), 0)`,
    'nothing is left of the owner of an erased account': `select accounts.id, left_over.entry, 'erased, but this is left'
 from accounts join (
  select account_id, 'key ' || id as entry from api_keys where name <> 'erased'
  union all select account_id, 'term ' || id from terms
  union all select account_id, 'draft of terms' from term_drafts
  union all select account_id, 'settings of notices' from notice_settings
  union all select account_id, 'notice' from notices
  union all select account_id, 'request ' || id from recent_requests
  union all select account_id, 'document' from documents
  union all select account_id, 'glossary ' || id from named_glossaries
  union all select account_id, 'billing details' from billing_details
  union all select "accountId", 'person' from auth_users) as left_over on left_over.account_id = accounts.id
 where erased_at is not null and not exists (select 1 from erasures where erasures.account_id = accounts.id)`,
  },
};
