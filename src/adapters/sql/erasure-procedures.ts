import { type AccountId, pseudonymOf } from '../../shop/accounts/account.ts';
import type { ErasureStore, UnfinishedErasure } from '../../shop/accounts/erasures.ts';
import { lockAccount, recordAct } from './account-procedures.ts';
import { record, wholeNumberValue } from './column-values.ts';
import { expireAtOnce } from './ledger-procedures.ts';
import { deleteNamedStep } from './named-glossary-procedures.ts';
import { change, changed, countOf, type Procedure, type ProceduresOf, query } from './procedure.ts';
import { stepMax } from './steps.ts';
import { countRows, identityOf, kindOf, type RowOwner, rowTableOf } from './versioned-rows.ts';

const findDispute = `select 1 from orders where account_id = $1 and dispute = 'open' limit 1`;

const close = `update accounts
 set email = $2, email_folded = $2, erased_at = $3, live_keys = 0, suspension_reason = null where id = $1`;

const revokeAll = `update api_keys set revoked_at = coalesce(revoked_at, $2), name = 'erased' where account_id = $1`;

const listBegun = `select account_id, auth_users.id, asked_by
 from erasures left join auth_users on "accountId" = account_id`;

const begun = record<UnfinishedErasure>({ accountId: 'text', personId: 'text?', by: 'text' });

/** Tables whose rows of an account an erasure deletes, by this key, `stepMax` in a step. */
export const erasedTables: Readonly<Record<string, string>> = {
  billing_details: 'account_id',
  documents: 'account_id, id_hash',
  // A change that is being written is lost.
  memory_drafts: 'account_id',
  named_glossaries: 'account_id, id',
  notice_settings: 'account_id',
  notices: 'account_id, kind, occasion',
  recent_requests: 'account_id, at, id',
  replies: 'account_id, key_hash',
  term_drafts: 'account_id',
};

const deleteSome = Object.entries(erasedTables).map(
  ([table, key]) => `delete from ${table}
 where (${key}) in (select ${key} from ${table} where account_id = $1 limit $2)`,
);

const findLeft = `${['terms', 'memory_entries', ...Object.keys(erasedTables)]
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
  yield change('update named_glossaries set hidden_since = 0 where account_id = $1', accountId);
  // Their entries before the glossaries, which alone have their ids.
  if ((yield* deleteNamedStep(accountId, 0)) === 'more') return stepMax;
  let most = 0;
  for (const kind of ['account', 'memory'] as const) {
    most = Math.max(most, yield* eraseVersionedRows({ kind, accountId, id: accountId }));
  }
  for (const statement of deleteSome) {
    most = Math.max(most, countOf(yield change(statement, accountId, stepMax)));
  }
  return most;
}

/** Deletes at most `stepMax` rows, and all changes but the newest, which alone has the current version. */
function* eraseVersionedRows(owner: RowOwner): Procedure<number> {
  const { countOff, counts } = kindOf(owner);
  const table = rowTableOf(owner);
  const identity = identityOf(table);
  const forget = `delete from ${table.changes}
 where account_id = $1 and version < (select version from (${counts}) as counts)`;
  yield change(forget, owner.id);
  const erase = `delete from ${table.name}
 where (${identity}) in (select ${identity} from ${table.name} where account_id = $1 limit $2)
 returning live_from, removed_in, ${table.characters}`;
  const { version } = yield* countRows(owner);
  const erased = (yield query(erase, owner.id, stepMax)).map((row) => row.map(wholeNumberValue));
  const live = erased.filter(([from = 0, removedIn = 0]) => from <= version && removedIn > version);
  const characters = live.reduce((sum, [, , each = 0]) => sum + each, 0);
  if (live.length > 0) yield countOff(owner, { count: live.length, characters });
  return erased.length;
}
