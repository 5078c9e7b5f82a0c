import { assert } from '../../ground/assert.ts';
import type { UnixMs } from '../../ground/units.ts';
import type { EntryChangeKind, EntryChangeOutcome } from '../../shop/entries/entry-changes.ts';
import { lockAccount } from './account-procedures.ts';
import { plainText, type SqlRow, wholeNumberValue } from './column-values.ts';
import { change, changed, countOf, type Procedure, query } from './procedure.ts';
import {
  countRows,
  identityOf,
  kindOf,
  type RowAmount,
  type RowDialect,
  type RowOwner,
  rowTableOf,
} from './versioned-rows.ts';

/** Number of changes kept in the history, in addition to the last import. */
const changesKept = 1_000;

/** A change that is being written. Only it writes rows of the next version, in any number of steps. */
export type OpenChange = {
  readonly owner: RowOwner;
  /** Unique to this attempt. */
  readonly id: string;
  /** Until then no other change of the same owner may begin. */
  readonly until: UnixMs;
};

// Locks nothing, so that polling for the end of a change delays no other transaction.
const findOther = (drafts: string) => `select 1 from ${drafts} where account_id = $1 and id <> $2 and until > $3`;

// Finds its own row when it is repeated.
const open = (table: string) => `insert into ${table} as drafts (account_id, id, until) values ($1, $2, $3)
 on conflict (account_id) do update set id = excluded.id, until = excluded.until, has_leftovers = 1
 where drafts.id = excluded.id or drafts.until <= $4`;

// An erasure ends every change.
const renew = (drafts: string) => `update ${drafts} set until = $3 where account_id = $1 and id = $2
 and not exists (select 1 from accounts where accounts.id = $4 and erased_at is not null)`;

// An import before the memory was erased cannot be undone.
const lastImport = (changes: string) => `select version, undone_in, kind from ${changes}
 where account_id = $1 and kind in ('import', 'erase') order by version desc limit 1`;

export type ChangeOpening =
  | { readonly kind: 'no_account' }
  | { readonly kind: 'busy' }
  | {
      readonly kind: 'opened';
      readonly version: number;
      /** Whether a change that was given up, for example of a killed process, may have left rows. */
      readonly hasLeftovers: boolean;
      /** The last import; 0 if it was undone or there was none. */
      readonly importedIn: number;
    };

/** Returns `busy` while another change is open. */
function* openChange({ owner, id, until }: OpenChange, now: UnixMs): Procedure<ChangeOpening> {
  const { drafts, counts } = kindOf(owner);
  if ((yield query(findOther(drafts), owner.id, id, now)).length > 0) return { kind: 'busy' };
  // Locked first in every step that takes both, to avoid a deadlock.
  const account = yield* lockAccount(owner.accountId);
  const [counted] = yield query(counts, owner.id);
  if (account === undefined || account.erasedAt !== undefined || counted === undefined) return { kind: 'no_account' };
  if (!changed(yield change(open(drafts), owner.id, id, until, now))) return { kind: 'busy' };
  const [left] = yield query(`select has_leftovers from ${drafts} where account_id = $1`, owner.id);
  const importedIn = yield* importToKeep(owner);
  return { kind: 'opened', version: wholeNumberValue(counted[0]), hasLeftovers: Number(left?.[0]) === 1, importedIn };
}

function* importToKeep(owner: RowOwner): Procedure<number> {
  const [row] = yield query(lastImport(rowTableOf(owner).changes), owner.id);
  return row === undefined || row[1] !== null || row[2] === 'erase' ? 0 : wholeNumberValue(row[0]);
}

/** Gives a change up. Its rows are already deleted, or the next change deletes them. */
function* closeChange({ owner, id }: OpenChange): Procedure<void> {
  yield change(`delete from ${kindOf(owner).drafts} where account_id = $1 and id = $2`, owner.id, id);
}

/** The history entry of a change. */
export type ChangeNote = {
  readonly kind: EntryChangeKind;
  readonly at: UnixMs;
  readonly by: string;
  /** For an undo: the import that it reverses. */
  readonly undoes?: number;
  /** For a pair of a named glossary: the length of its entries after the change. */
  readonly length: number;
};

const measureRemoved = ({
  name,
  characters,
}: ReturnType<typeof rowTableOf>) => `select count(*), coalesce(sum(${characters}), 0) from ${name}
 where account_id = $1 and removed_in = $2 and removed_in < 9007199254740991`;

const noteChange = (
  changes: string,
) => `insert into ${changes} (account_id, version, id, kind, at, made_by, added, removed)
 values ($1, $2, $3, $4, $5, $6, $7, $8)`;

const noteUndone = (changes: string) => `update ${changes} set undone_in = $3 where account_id = $1 and version = $2`;

const forget = (changes: string) => `delete from ${changes} where account_id = $1 and version <= $2
 and version <> coalesce((select max(version) from ${changes} where account_id = $1 and kind = 'import'), 0)`;

type Changed = Extract<EntryChangeOutcome, { readonly kind: 'changed' }>;

/** The change stays open with its rows unless the result is `changed`. `lost`: another change has replaced this one. */
export type ChangePublished = Changed | { readonly kind: 'too_many' | 'nothing_to_change' } | { readonly kind: 'lost' };

/** Gives the owner the version after `version`, whose rows are written. Safe to repeat. */
function* publishChange(
  opened: OpenChange,
  { version, added, note }: { readonly version: number; readonly added: RowAmount; readonly note: ChangeNote },
): Procedure<ChangePublished> {
  const { owner, id } = opened;
  const { advance, table } = kindOf(owner);
  const next = version + 1;
  yield* lockAccount(owner.accountId);
  if (!(yield* keepOpen(opened))) return (yield* findPublished(opened)) ?? { kind: 'lost' };
  const removed = amountOf(yield query(measureRemoved(table), owner.id, next));
  const { kind, at, by, undoes, length } = note;
  const isEmpty = added.count + removed.count === 0;
  // An erasure of nothing still ends the undo of an import.
  const endsUndo = kind === 'erase' && (yield* importToKeep(owner)) > 0;
  if (isEmpty && undoes === undefined && !endsUndo) return { kind: 'nothing_to_change' };
  const more = { count: added.count - removed.count, characters: added.characters - removed.characters };
  if (!changed(yield advance({ owner, version, more, length }))) return { kind: 'too_many' };
  yield change(noteChange(table.changes), owner.id, next, id, kind, at, by, added.count, removed.count);
  if (undoes !== undefined) yield change(noteUndone(table.changes), owner.id, undoes, next);
  yield change(forget(table.changes), owner.id, next - changesKept);
  yield* closeChange(opened);
  return { kind: 'changed', version: next, added: added.count, removed: removed.count };
}

function amountOf([row]: readonly SqlRow[]): RowAmount {
  return { count: wholeNumberValue(row?.[0]), characters: wholeNumberValue(row?.[1]) };
}

function* keepOpen({ owner, id, until }: OpenChange): Procedure<boolean> {
  return changed(yield change(renew(kindOf(owner).drafts), owner.id, id, until, owner.accountId));
}

/** Returns what the same change, by its id, has already changed. */
function* findPublished({ owner, id }: OpenChange): Procedure<Changed | undefined> {
  const find = `select version, added, removed from ${rowTableOf(owner).changes} where account_id = $1 and id = $2`;
  const [row] = yield query(find, owner.id, id);
  if (row === undefined) return undefined;
  const [version = 0, added = 0, removed = 0] = row.map(wholeNumberValue);
  return { kind: 'changed', version, added, removed };
}

/** Returns the condition for the first rows that fulfil another one. */
function firstOf(owner: RowOwner, condition: string): string {
  const table = rowTableOf(owner);
  const identity = identityOf(table);
  return `(${identity}) in (select ${identity} from ${table.name} where account_id = $1 and ${condition} limit $2)`;
}

/** What a step that is repeated returns: whether there may be more rows for it. */
export type StepEnd = 'more' | 'done';

/** Takes at most `stepRows` rows of the next version back. */
function* takeBackRows(opened: OpenChange, version: number): Procedure<StepEnd | 'lost'> {
  if (!(yield* keepOpen(opened))) return 'lost';
  const { owner } = opened;
  const { name, stepRows } = rowTableOf(owner);
  const erase = `delete from ${name} where ${firstOf(owner, 'live_from > $3')}`;
  const restore = `update ${name} set removed_in = 9007199254740991
 where ${firstOf(owner, 'removed_in > $3 and removed_in < 9007199254740991')}`;
  // New rows first, because they may have the keys of removed ones.
  if (changed(yield change(erase, owner.id, stepRows, version))) return 'more';
  return changed(yield change(restore, owner.id, stepRows, version)) ? 'more' : 'done';
}

/** Deletes at most `stepRows` removed rows that no undo can restore. */
function* tidyRows(owner: RowOwner): Procedure<StepEnd> {
  const { version } = yield* countRows(owner);
  const dead = firstOf(owner, 'removed_in <= $3 and removed_in < 9007199254740991 and removed_in <> $4');
  const { name, stepRows } = rowTableOf(owner);
  const sql = `delete from ${name} where ${dead}`;
  const deleted = countOf(yield change(sql, owner.id, stepRows, version, yield* importToKeep(owner)));
  return deleted < stepRows ? 'done' : 'more';
}

/** Returns the ids of entries that an import added and that are still live, and of those that it removed. */
export function* readImported(
  owner: RowOwner,
  { importedIn, version }: { readonly importedIn: number; readonly version: number },
): Procedure<{ readonly added: readonly string[]; readonly removed: readonly string[] }> {
  const table = rowTableOf(owner);
  const select = `select id from ${table.name} where account_id = $1 and`;
  const order = `order by ${identityOf(table)}`;
  const readAdded = `${select} added_in = $2 and removed_in > $3 and live_from <= $3 ${order}`;
  const readRemoved = `${select} removed_in = $2 and removed_in < 9007199254740991 ${order}`;
  const added = (yield query(readAdded, owner.id, importedIn, version)).map(idOf);
  return { added, removed: (yield query(readRemoved, owner.id, importedIn)).map(idOf) };
}

function idOf([id]: SqlRow): string {
  return plainText(id);
}

/** One step of a change, of at most `stepRows` rows. Packed, because a change may have many. */
export type ChangeRows = { readonly ids: string } & (
  | { readonly kind: 'remove' }
  /** Replaces live entries with the same words. */
  | { readonly kind: 'add'; readonly entries: string; readonly count: number }
  /** Restores rows that `importedIn` removed, unless a newer entry replaces them. */
  | { readonly kind: 'restore'; readonly importedIn: number }
);

/** The steps of changes for one kind of database. All are safe to repeat. */
export function versionedChangeProcedures(dialect: RowDialect) {
  /** Returns what the rows add. */
  function* writeRows(
    opened: OpenChange,
    { version, step }: { readonly version: number; readonly step: ChangeRows },
  ): Procedure<RowAmount | 'lost'> {
    if (!(yield* keepOpen(opened))) return 'lost';
    const [{ id: owner }, next] = [opened.owner, version + 1];
    const { remove, findReplaced, insert, restore, measure } = rowStatements(dialect, opened.owner);
    if (step.kind === 'remove') {
      yield change(remove, owner, next, step.ids);
      return { count: 0, characters: 0 };
    }
    if (step.kind === 'restore') yield change(restore, owner, next, step.ids, step.importedIn);
    else {
      const replaced = (yield query(findReplaced, owner, next, step.entries)).filter(([id]) => id !== null).map(idOf);
      if (replaced.length > 0) yield change(remove, owner, next, JSON.stringify(replaced));
      yield change(insert, owner, next, step.entries);
    }
    const added = amountOf(yield query(measure, owner, next, step.ids));
    const isWhole = step.kind === 'restore' || added.count === step.count;
    assert(isWhole, 'a change adds an entry twice, or under the id of another');
    return added;
  }

  return { openChange, writeRows, publishChange, closeChange, takeBackRows, tidyRows };
}

function rowStatements({ rows, byId, isListed }: RowDialect, owner: RowOwner) {
  const { name, key, packed, characters } = rowTableOf(owner);
  const columns = Object.keys(packed).join(', ');
  const values = Object.values(packed).map((type, index) => {
    const value = `value ->> ${index}`;
    return type === 'number' ? `cast(${value} as bigint)` : value;
  });
  const hasKey = key.map((column, index) => `${column} = value ->> ${index}`).join(' and ');
  return {
    remove: `update ${byId(name)} set removed_in = $2 where ${isListed}
 and removed_in = 9007199254740991 and live_from < $2`,

    // A subquery per row: otherwise a planner may read all entries for each row. Its order is the primary key's. Before
    // PostgreSQL knows the table, the index of lists looks as cheap, but it reads all entries of two languages.
    findReplaced: `select (select id from ${name} where account_id = $1 and ${hasKey}
  and removed_in >= 9007199254740991 and live_from < $2 order by removed_in limit 1)
 from ${rows('$3')}`,

    insert: `insert into ${name} (account_id, added_in, live_from, ${columns})
 select cast($1 as text), cast($2 as bigint), cast($2 as bigint), ${values.join(', ')}
 from ${rows('$3')} where true on conflict do nothing`,

    restore: `insert into ${name} (account_id, added_in, live_from, ${columns})
 select account_id, added_in, cast($2 as bigint), ${columns} from ${byId(name)}
 where ${isListed} and removed_in = $4 on conflict do nothing`,

    measure: `select count(*), coalesce(sum(${characters}), 0) from ${byId(name)} where ${isListed}
 and removed_in = 9007199254740991 and live_from = $2`,
  };
}
