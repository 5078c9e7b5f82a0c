import type { UnixMs } from '../../ground/units.ts';
import type { AccountId } from '../../shop/accounts/account.ts';
import type {
  GlossaryChangeKind,
  GlossaryChangeOutcome,
  GlossaryVersion,
} from '../../shop/glossaries/glossary-store.ts';
import { accountEntriesMax } from '../../shop/glossaries/stored-entry.ts';
import { lockAccount } from './account-procedures.ts';
import {
  closeDraft,
  draftProcedures,
  openDraft,
  renew,
  standingImport,
  type UnfinishedChange,
} from './glossary-draft-procedures.ts';
import { type GlossaryDialect, packIds } from './glossary-rows.ts';
import { change, changed, countOf, type Procedure, plainText, query, wholeNumberValue } from './procedure.ts';

/** Number of changes kept in the history, in addition to the last import. */
const changesKept = 1_000;

/** The largest number of rows that one step writes or deletes, so that requests run in between. */
export const entryRowsMax = 500;

const findSame = 'select version, added, removed from term_changes where account_id = $1 and id = $2';

const countRemoved = `select count(*) from terms
 where account_id = $1 and removed_in = $2 and removed_in < 9007199254740991`;

const advance = `update accounts set terms_version = $2, live_terms = live_terms + $3
 where id = $1 and terms_version = $4 and live_terms + $3 <= $5 and erased_at is null`;

const noteChange = `insert into term_changes (account_id, version, id, kind, at, made_by, added, removed)
 values ($1, $2, $3, $4, $5, $6, $7, $8)`;

const noteUndone = 'update term_changes set undone_in = $3 where account_id = $1 and version = $2';

const lastImport = `select max(version) from term_changes where account_id = $1 and kind = 'import'`;

const keptFor = `select ${standingImport}, terms_version from accounts where id = $1`;

const findDead = `select id from terms where account_id = $1
 and removed_in <= $2 and removed_in < 9007199254740991 and removed_in <> $3 limit $4`;

const forget = `delete from term_changes where account_id = $1 and version <= $2
 and version <> coalesce((${lastImport}), 0)`;

/** The history entry of a change. */
export type ChangeNote = {
  readonly kind: GlossaryChangeKind;
  readonly at: UnixMs;
  readonly by: string;
  /** For an undo: the import that it reverses. */
  readonly undoes: GlossaryVersion | undefined;
};

export type DraftFinish = {
  readonly draft: UnfinishedChange;
  readonly version: GlossaryVersion;
  readonly added: number;
  readonly note: ChangeNote;
};

type Changed = Extract<GlossaryChangeOutcome, { readonly kind: 'changed' }>;

/** The draft stays open with its rows unless the result is `changed`. */
export type DraftFinished =
  | Changed
  | { readonly kind: 'too_many_terms' }
  | { readonly kind: 'nothing_to_change' }
  | { readonly kind: 'lost' };

/** Publishes the draft as the account's glossary, atomically. Safe to repeat. */
function* finishDraft({ draft, version, added, note: noted }: DraftFinish): Procedure<DraftFinished> {
  const { accountId, id, until } = draft;
  // Locked before the draft, in the order of opening one.
  yield* lockAccount(accountId);
  if (!changed(yield change(renew, accountId, id, until))) return (yield* findChange(draft)) ?? { kind: 'lost' };
  const next = version + 1;
  const removed = countOf(yield query(countRemoved, accountId, next));
  const { kind, at, by, undoes } = noted;
  if (added + removed === 0 && undoes === undefined) return { kind: 'nothing_to_change' };
  if (!changed(yield change(advance, accountId, next, added - removed, version, accountEntriesMax))) {
    return { kind: 'too_many_terms' };
  }
  yield change(noteChange, accountId, next, id, kind, at, by, added, removed);
  if (undoes !== undefined) yield change(noteUndone, accountId, undoes, next);
  yield change(forget, accountId, next - changesKept);
  yield* closeDraft(draft);
  return { kind: 'changed', version: next, added, removed };
}

/** Returns what the same draft, by its id, has already changed. */
function* findChange({ accountId, id }: UnfinishedChange): Procedure<Changed | undefined> {
  const [row] = yield query(findSame, accountId, id);
  if (row === undefined) return undefined;
  const [version, added, removed] = row;
  return {
    kind: 'changed',
    version: wholeNumberValue(version),
    added: wholeNumberValue(added),
    removed: wholeNumberValue(removed),
  };
}

/** The steps of changes for one kind of database. All are safe to repeat. */
export function glossaryChangeProcedures(dialect: GlossaryDialect) {
  const { writeDraft } = draftProcedures(dialect);
  const hide = `delete from ${dialect.byId} where ${dialect.isListed}
 and removed_in <= $2 and removed_in <> $4`;

  /** Deletes at most `entryRowsMax` removed rows that no undo can restore; returns how many. */
  function* tidyEntries(accountId: AccountId): Procedure<number> {
    const [row] = yield query(keptFor, accountId);
    const [importedIn = 0, version = 0] = (row ?? []).map(wholeNumberValue);
    const dead = yield query(findDead, accountId, version, importedIn, entryRowsMax);
    if (dead.length === 0) return 0;
    yield change(hide, accountId, version, packIds(dead.map(([id]) => plainText(id))), importedIn);
    return dead.length;
  }

  return { openDraft, writeDraft, finishDraft, closeDraft, tidyEntries };
}
