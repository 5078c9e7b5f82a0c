import { type AccountId, pseudonymOf } from '../../shop/accounts/account.ts';
import type { ErasureStore, UnfinishedErasure } from '../../shop/accounts/erasures.ts';
import { lockAccount, recordAct } from './account-procedures.ts';
import { record, wholeNumberValue } from './column-values.ts';
import { expireAtOnce } from './ledger-procedures.ts';
import { deleteNamedStep } from './named-glossary-procedures.ts';
import { change, changed, countOf, type Procedure, type ProceduresOf, query } from './procedure.ts';
import { stepMax } from './steps.ts';

const findDispute = `select 1 from orders where account_id = $1 and dispute = 'open' limit 1`;

const close = `update accounts
 set email = $2, email_folded = $2, erased_at = $3, live_keys = 0, suspension_reason = null where id = $1`;

const revokeAll = `update api_keys set revoked_at = coalesce(revoked_at, $2), name = 'erased' where account_id = $1`;

const listBegun = `select account_id, auth_users.id, asked_by
 from erasures left join auth_users on "accountId" = account_id`;

const begun = record<UnfinishedErasure>({ accountId: 'text', personId: 'text?', by: 'text' });

// The newest change stays: only it holds the current glossary version.
const forgetChanges = `delete from term_changes where account_id = $1
 and version < (select terms_version from accounts where id = $1)`;

const deleteEntries = `delete from terms
 where account_id = $1 and (source, target, term, case_rule, removed_in) in
  (select source, target, term, case_rule, removed_in from terms where account_id = $1 limit $2)
 returning live_from, removed_in`;

const countOff = 'update accounts set live_terms = live_terms - $2 where id = $1';

/** Tables whose rows of an account an erasure deletes, by this key, `stepMax` in a step. */
export const erasedTables: Readonly<Record<string, string>> = {
  billing_details: 'account_id',
  documents: 'account_id, id_hash',
  named_glossaries: 'account_id, id',
  notice_settings: 'account_id',
  notices: 'account_id, kind, occasion',
  recent_requests: 'account_id, at, id',
  replies: 'account_id, key_hash',
  // A glossary change that is being written is lost.
  term_drafts: 'account_id',
};

const deleteSome = Object.entries(erasedTables).map(
  ([table, key]) => `delete from ${table}
 where (${key}) in (select ${key} from ${table} where account_id = $1 limit $2)`,
);

const findLeft = `${['terms', ...Object.keys(erasedTables)]
  .map((table) => `select 1 from ${table} where account_id = $1`)
  .join(' union all ')}
 union all select 1 from auth_users where "accountId" = $1
 limit 1`;

export const erasureReads = {
  *listErasures({ accountId, limit }) {
    const rows = yield accountId === undefined
      ? query(`${listBegun} order by begun_at, account_id limit $1`, limit)
      : query(`${listBegun} where account_id = $1 limit $2`, accountId, limit);
    return rows.map(begun.read);
  },
} satisfies ProceduresOf<ErasureStore>;

export const erasureChanges = {
  *beginErasure({ entry, evenIfDisputed }) {
    const { accountId, at, by } = entry;
    const account = yield* lockAccount(accountId);
    if (account === undefined) return 'no_account';
    if (account.erasedAt !== undefined) return 'begun_before';
    if (!evenIfDisputed && (yield query(findDispute, accountId)).length > 0) return 'disputed';
    yield change(close, accountId, pseudonymOf(accountId), at);
    yield change(revokeAll, accountId, at);
    yield* expireAtOnce(accountId, at);
    yield change('insert into erasures (account_id, asked_by, begun_at) values ($1, $2, $3)', accountId, by, at);
    yield* recordAct(entry);
    return 'begun';
  },

  *endErasure(entry) {
    const { accountId } = entry;
    yield* lockAccount(accountId);
    if ((yield query(findLeft, accountId)).length > 0) return false;
    if (changed(yield change('delete from erasures where account_id = $1', accountId))) yield* recordAct(entry);
    return true;
  },
} satisfies ProceduresOf<ErasureStore>;

/** Erases at most `stepMax` rows of each kind of an erased account. Returns the largest of the counts. */
export function* eraseRecordsStep(accountId: AccountId): Procedure<number> {
  const account = yield* lockAccount(accountId);
  if (account?.erasedAt === undefined) return 0;
  yield change(forgetChanges, accountId);
  yield change('update named_glossaries set hidden_since = 0 where account_id = $1', accountId);
  // Their entries before the glossaries, which alone have their ids.
  if ((yield* deleteNamedStep(accountId, 0)) === 'more') return stepMax;
  const version = countOf(yield query('select terms_version from accounts where id = $1', accountId));
  const entries = yield query(deleteEntries, accountId, stepMax);
  const live = entries.filter(
    ([from, removedIn]) => wholeNumberValue(from) <= version && wholeNumberValue(removedIn) > version,
  );
  if (live.length > 0) yield change(countOff, accountId, live.length);
  let most = entries.length;
  for (const statement of deleteSome) {
    most = Math.max(most, countOf(yield change(statement, accountId, stepMax)));
  }
  return most;
}
