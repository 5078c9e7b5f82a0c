import type { AccountId } from '../../shop/accounts/account.ts';
import {
  type GlossaryStore,
  type NamedGlossaryId,
  type NamedGlossaryPlace,
  type NamedPair,
  type NamedPairId,
  namedLimits,
} from '../../shop/glossaries/glossary-store.ts';
import { lockAccount, lockKeptAccount } from './account-procedures.ts';
import { momentValue, plainText, record } from './column-values.ts';
import { change, changed, countOf, type Procedure, type ProceduresOf, query } from './procedure.ts';
import { Values } from './selection.ts';
import type { StepEnd } from './versioned-change-procedures.ts';
import { termIdentity, termsInStep } from './versioned-rows.ts';

const insert = `insert into named_glossaries (account_id, id, name, created_at, hidden_since)
 values ($1, $2, $3, $4, $4)`;

const show = `update named_glossaries set name = $3, hidden_since = null
 where account_id = $1 and id = $2 and coalesce(hidden_since, 1) > 0`;

const hide = `update named_glossaries set hidden_since = 0
 where account_id = $1 and id = $2 and hidden_since is null`;

// A pair whose entries were removed is added again behind the others.
const addPair = `insert into named_dictionaries
 (account_id, glossary_id, source, target, id, revision, entry_count, length, entries, position)
 values ($1, $2, $3, $4, $5, '', 0, 0, '',
  (select coalesce(max(position) + 1, 0) from named_dictionaries where account_id = $1 and glossary_id = $2))
 on conflict (account_id, glossary_id, source, target) do update set position = excluded.position
 where named_dictionaries.entry_count = 0`;

const findPair = `select id from named_dictionaries
 where account_id = $1 and glossary_id = $2 and source = $3 and target = $4`;

export const namedReads = {
  *listNamed({ accountId, id }) {
    const values = new Values(accountId);
    const sql = `select named.id, name, created_at, source, target, pairs.id, terms_version, entry_count
 from named_glossaries as named left join named_dictionaries as pairs
  on pairs.account_id = named.account_id and glossary_id = named.id and entry_count > 0
 where named.account_id = $1 and hidden_since is null${values.conditions([['named.id =', id]])}
 order by created_at, named.id, position, source, target`;
    const rows = yield query(sql, ...values.all);
    return [...Map.groupBy(rows, ([glossary]) => plainText(glossary))].map(([glossary, [first = [], ...others]]) => ({
      id: glossary as NamedGlossaryId,
      name: plainText(first[1]),
      createdAt: momentValue(first[2]),
      pairs: [first, ...others].filter(([, , , source]) => source !== null).map((row) => pair.read(row.slice(3))),
    }));
  },
} satisfies ProceduresOf<GlossaryStore>;

const pair = record<NamedPair>({ source: 'text', target: 'text', id: 'text', version: 'number', entryCount: 'number' });

const hidden = `select pairs.id from named_dictionaries as pairs
 join named_glossaries as named on named.account_id = pairs.account_id and named.id = glossary_id
 where named.account_id = $1 and hidden_since <= $2`;

const deleteHidden = `delete from terms where (${termIdentity}) in
 (select ${termIdentity} from terms where account_id in (${hidden}) limit $3)`;

/** Deletes at most `termsInStep` entries of glossaries that are hidden since then, at last the glossaries. */
export function* deleteNamedStep(accountId: AccountId, since: number): Procedure<StepEnd> {
  yield* lockAccount(accountId);
  // Ends a change that is being written, before its rows are looked for.
  yield change(`delete from named_drafts where account_id in (${hidden})`, accountId, since);
  if (changed(yield change(deleteHidden, accountId, since, termsInStep))) return 'more';
  yield change(`delete from term_changes where account_id in (${hidden})`, accountId, since);
  yield change('delete from named_glossaries where account_id = $1 and hidden_since <= $2', accountId, since);
  return 'done';
}

const showing = {
  *createNamed({ accountId, id, name, createdAt }) {
    if ((yield* lockKeptAccount(accountId)) === undefined) return 'no_account';
    const count = countOf(yield query('select count(*) from named_glossaries where account_id = $1', accountId));
    if (count >= namedLimits.glossaries) return 'too_many';
    yield change(insert, accountId, id, name, createdAt);
    return 'created';
  },

  *nameGlossary({ accountId, id, name }) {
    yield* lockAccount(accountId);
    return changed(yield change(show, accountId, id, name));
  },

  *openPair({ accountId, id, source, target, newId }) {
    yield* lockAccount(accountId);
    const find = 'select 1 from named_glossaries where account_id = $1 and id = $2';
    if ((yield query(find, accountId, id)).length === 0) return undefined;
    yield change(addPair, accountId, id, source, target, newId);
    const [row] = yield query(findPair, accountId, id, source, target);
    return row && (plainText(row[0]) as NamedPairId);
  },
} satisfies ProceduresOf<GlossaryStore>;

function* hideNamed({ accountId, id }: NamedGlossaryPlace): Procedure<boolean> {
  yield* lockAccount(accountId);
  return changed(yield change(hide, accountId, id));
}

export const namedChanges = { ...showing, hideNamed, deleteNamedStep };
