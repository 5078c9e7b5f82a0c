import { assert } from '../../ground/assert.ts';
import type { UnixMs } from '../../ground/units.ts';
import type { AccountId } from '../../shop/accounts/account.ts';
import type { GlossaryVersion } from '../../shop/glossaries/glossary-store.ts';
import { lockAccount } from './account-procedures.ts';
import { type GlossaryDialect, packedColumns, packIds } from './glossary-rows.ts';
import { change, changed, countOf, type Procedure, plainText, query, wholeNumberValue } from './procedure.ts';

// A change of a glossary is written as a draft first: rows of the next version, in any number of steps, which no reader
// sees. One final step gives the account that version. The next draft deletes the rows of an abandoned one, for example
// of a killed process.

/** An unfinished change. */
export type UnfinishedChange = {
  readonly accountId: AccountId;
  /** Unique to this attempt. */
  readonly id: string;
  /** Until then no other draft may replace it. */
  readonly until: UnixMs;
};

// Locks nothing, so that polling for the end of a draft delays no other transaction.
const findOther = 'select 1 from term_drafts where account_id = $1 and id <> $2 and until > $3';

// Finds its own draft when it is repeated.
const open = `insert into term_drafts (account_id, id, until) values ($1, $2, $3)
 on conflict (account_id) do update set id = excluded.id, until = excluded.until, has_leftovers = 1
 where term_drafts.id = excluded.id or term_drafts.until <= $4`;

/** The version of the last import of account `$1`; 0 if it was undone or there was none. */
export const standingImport = `coalesce((select case when undone_in is null then version else 0 end from term_changes
  where account_id = $1 and kind = 'import' order by version desc limit 1), 0)`;

const opened = `select terms_version, has_leftovers, ${standingImport}
 from accounts join term_drafts on term_drafts.account_id = accounts.id where accounts.id = $1`;

// An erasure deletes the draft; until then the draft is not renewed.
export const renew = `update term_drafts set until = $3 where account_id = $1 and id = $2
 and not exists (select 1 from accounts where accounts.id = $1 and erased_at is not null)`;

const close = 'delete from term_drafts where account_id = $1 and id = $2';

export type DraftOpening =
  | { readonly kind: 'no_account' }
  | { readonly kind: 'busy' }
  | {
      readonly kind: 'opened';
      readonly version: GlossaryVersion;
      readonly hasLeftovers: boolean;
      /** The last import; 0 if it was undone or there was none. */
      readonly importedIn: GlossaryVersion;
    };

export type DraftStep = { readonly draft: UnfinishedChange; readonly now: UnixMs };

/** Returns `busy` while another draft is open. */
export function* openDraft({ draft: { accountId, id, until }, now }: DraftStep): Procedure<DraftOpening> {
  if ((yield query(findOther, accountId, id, now)).length > 0) return { kind: 'busy' };
  // Locked before the draft, as in every step that takes both, to avoid a deadlock.
  const account = yield* lockAccount(accountId);
  if (account === undefined || account.erasedAt !== undefined) return { kind: 'no_account' };
  if (!changed(yield change(open, accountId, id, until, now))) return { kind: 'busy' };
  const [version, leftovers, importedIn] = ((yield query(opened, accountId))[0] ?? []).map(wholeNumberValue);
  assert(version !== undefined && importedIn !== undefined, 'an open draft has its account');
  return { kind: 'opened', version, hasLeftovers: leftovers === 1, importedIn };
}

/** Abandons the draft. Its rows are already deleted, or the next draft deletes them. */
export function* closeDraft({ accountId, id }: UnfinishedChange): Procedure<void> {
  yield change(close, accountId, id);
}

/** One step of a draft. Rows are packed, because a draft may have many. */
export type DraftRows =
  | { readonly kind: 'retire'; readonly ids: string }
  | { readonly kind: 'add'; readonly ids: string; readonly terms: string; readonly count: number }
  /** Restores rows that `importedIn` removed, unless a newer entry replaces them. */
  | { readonly kind: 'revive'; readonly ids: string; readonly importedIn: GlossaryVersion }
  /** Undoes an abandoned draft: first its new rows, then its removals. */
  | { readonly kind: 'erase' | 'restore'; readonly ids: string };

export type DraftWriting = {
  readonly draft: UnfinishedChange;
  readonly version: GlossaryVersion;
  readonly rows: DraftRows;
};

/** Number of rows of the next version written by this step; `lost` when another draft has replaced this one. */
export type DraftWritten = number | 'lost';

/** The steps that write many rows, for one kind of database. All are safe to repeat. */
export function draftProcedures({ rows, byId, isListed }: GlossaryDialect) {
  const retire = `update ${byId} set removed_in = $2 where ${isListed}
 and removed_in = 9007199254740991 and live_from < $2`;

  // A subquery per row: otherwise a planner may read all entries for each row. Its order is the primary key's. Before
  // PostgreSQL knows the table, the index of lists looks as cheap, but it reads all entries of two languages.
  const findReplaced = `select (select id from terms where account_id = $1 and source = value ->> 0
  and target = value ->> 1 and term = value ->> 2 and case_rule = value ->> 3
  and removed_in >= 9007199254740991 and live_from < $2 order by removed_in limit 1)
 from ${rows('$3')}`;

  const insert = `insert into terms (account_id, added_in, live_from, ${packedColumns})
 select cast($1 as text), cast($2 as bigint), cast($2 as bigint), value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4,
  value ->> 5, value ->> 6, value ->> 7, value ->> 8, value ->> 9, cast(value ->> 10 as bigint),
  value ->> 11
 from ${rows('$3')} where true on conflict do nothing`;

  const revive = `insert into terms (account_id, added_in, live_from, ${packedColumns})
 select account_id, added_in, cast($2 as bigint), ${packedColumns} from ${byId}
 where ${isListed} and removed_in = $4 on conflict do nothing`;

  const count = `select count(*) from ${byId} where ${isListed}
 and removed_in = 9007199254740991 and live_from = $2`;

  const erase = `delete from ${byId} where ${isListed} and live_from = $2`;

  const restore = `update ${byId} set removed_in = 9007199254740991
 where ${isListed} and removed_in = $2`;

  function* writeDraft({ draft, version, rows: step }: DraftWriting): Procedure<DraftWritten> {
    const { accountId } = draft;
    const next = version + 1;
    if (!changed(yield change(renew, accountId, draft.id, draft.until))) return 'lost';
    switch (step.kind) {
      case 'retire':
        yield change(retire, accountId, next, step.ids);
        return 0;
      case 'add': {
        const replaced = (yield query(findReplaced, accountId, next, step.terms)).filter(([id]) => id !== null);
        const ids = packIds(replaced.map(([id]) => plainText(id)));
        if (replaced.length > 0) yield change(retire, accountId, next, ids);
        yield change(insert, accountId, next, step.terms);
        const added = countOf(yield query(count, accountId, next, step.ids));
        assert(added === step.count, 'a change adds a term under the id of another');
        return added;
      }
      case 'revive':
        yield change(revive, accountId, next, step.ids, step.importedIn);
        return countOf(yield query(count, accountId, next, step.ids));
      case 'erase':
        yield change(erase, accountId, next, step.ids);
        return 0;
      case 'restore':
        yield change(restore, accountId, next, step.ids);
        return 0;
    }
  }

  return { writeDraft };
}
