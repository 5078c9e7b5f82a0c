import { assert } from '../../ground/assert.ts';
import type { UnixMs } from '../../ground/units.ts';
import {
  type GlossaryChangeKind,
  type GlossaryOutcome,
  type GlossaryPlace,
  type GlossaryVersion,
  namedLimits,
} from '../../shop/glossaries/glossary-store.ts';
import { accountEntriesMax } from '../../shop/glossaries/stored-entry.ts';
import type { EntryId } from '../../text/glossary/glossary-entry.ts';
import { lockAccount } from './account-procedures.ts';
import { wholeNumberValue } from './column-values.ts';
import { idOf } from './glossary-procedures.ts';
import { type GlossaryDialect, ownerOf, packedColumns, selectCounts } from './glossary-rows.ts';
import { change, changed, countOf, type Procedure, query } from './procedure.ts';

/** Number of changes kept in the history, in addition to the last import. */
const changesKept = 1_000;

/** The largest number of rows that one step writes or deletes, so that requests run in between. */
export const entryRowsMax = 500;

/** A change that is being written. Only it writes rows of the next version, in any number of steps. */
export type OpenChange = {
  readonly place: GlossaryPlace;
  /** Unique to this attempt. */
  readonly id: string;
  /** Until then no other change of the glossary may begin. */
  readonly until: UnixMs;
};

function draftsOf({ pairId }: GlossaryPlace): string {
  return pairId === undefined ? 'term_drafts' : 'named_drafts';
}

// Locks nothing, so that polling for the end of a change delays no other transaction.
const findOther = (place: GlossaryPlace) =>
  `select 1 from ${draftsOf(place)} where account_id = $1 and id <> $2 and until > $3`;

// Finds its own row when it is repeated.
const open = (
  place: GlossaryPlace,
) => `insert into ${draftsOf(place)} as drafts (account_id, id, until) values ($1, $2, $3)
 on conflict (account_id) do update set id = excluded.id, until = excluded.until, has_leftovers = 1
 where drafts.id = excluded.id or drafts.until <= $4`;

// An erasure ends every change.
const renew = (place: GlossaryPlace) => `update ${draftsOf(place)} set until = $3 where account_id = $1 and id = $2
 and not exists (select 1 from accounts where accounts.id = $4 and erased_at is not null)`;

const lastImport = `select version, undone_in from term_changes where account_id = $1 and kind = 'import'
 order by version desc limit 1`;

export type ChangeOpening =
  | { readonly kind: 'no_account' }
  | { readonly kind: 'busy' }
  | {
      readonly kind: 'opened';
      readonly version: GlossaryVersion;
      /** Whether a change that was given up, for example of a killed process, may have left rows. */
      readonly hasLeftovers: boolean;
      /** The last import; 0 if it was undone or there was none. */
      readonly importedIn: GlossaryVersion;
    };

/** Returns `busy` while another change is open. */
function* openChange(opened: OpenChange, now: UnixMs): Procedure<ChangeOpening> {
  const { place, id, until } = opened;
  const owner = ownerOf(place);
  if ((yield query(findOther(place), owner, id, now)).length > 0) return { kind: 'busy' };
  // Locked first in every step that takes both, to avoid a deadlock.
  const account = yield* lockAccount(place.accountId);
  const [counts] = yield query(selectCounts(place), owner);
  if (account === undefined || account.erasedAt !== undefined || counts === undefined) return { kind: 'no_account' };
  if (!changed(yield change(open(place), owner, id, until, now))) return { kind: 'busy' };
  const [left] = yield query(`select has_leftovers from ${draftsOf(place)} where account_id = $1`, owner);
  const importedIn = yield* importToKeep(owner);
  return { kind: 'opened', version: wholeNumberValue(counts[0]), hasLeftovers: Number(left?.[0]) === 1, importedIn };
}

function* importToKeep(owner: string): Procedure<GlossaryVersion> {
  const [row] = yield query(lastImport, owner);
  return row === undefined || row[1] !== null ? 0 : wholeNumberValue(row[0]);
}

/** Gives a change up. Its rows are already deleted, or the next change deletes them. */
function* closeChange({ place, id }: OpenChange): Procedure<void> {
  yield change(`delete from ${draftsOf(place)} where account_id = $1 and id = $2`, ownerOf(place), id);
}

/** The history entry of a change. */
export type ChangeNote = {
  readonly kind: GlossaryChangeKind;
  readonly at: UnixMs;
  readonly by: string;
  /** For an undo: the import that it reverses. */
  readonly undoes?: GlossaryVersion;
  /** For a pair of a named glossary: the length of its entries after the change. */
  readonly length: number;
};

const countRemoved = `select count(*) from terms
 where account_id = $1 and removed_in = $2 and removed_in < 9007199254740991`;

const advanceOwn = `update accounts set terms_version = $2, live_terms = live_terms + $3
 where id = $1 and terms_version = $4 and live_terms + $3 <= $5 and erased_at is null`;

const ofOthers = (column: string) =>
  `(select coalesce(sum(${column}), 0) from named_dictionaries where account_id = $5 and id <> $1)`;

const advancePair = `update named_dictionaries set terms_version = $2, entry_count = entry_count + $3, length = $6
 where id = $1 and terms_version = $4 and ${ofOthers('entry_count')} + entry_count + $3 <= $7
 and ${ofOthers('length')} + $6 <= $8`;

const noteChange = `insert into term_changes (account_id, version, id, kind, at, made_by, added, removed)
 values ($1, $2, $3, $4, $5, $6, $7, $8)`;

const noteUndone = 'update term_changes set undone_in = $3 where account_id = $1 and version = $2';

const forget = `delete from term_changes where account_id = $1 and version <= $2 and version <> coalesce(
 (select max(version) from term_changes where account_id = $1 and kind = 'import'), 0)`;

type Changed = Extract<GlossaryOutcome, { readonly kind: 'changed' }>;

/** The change stays open with its rows unless the result is `changed`. `lost`: another change has replaced this one. */
export type ChangePublished =
  | Changed
  | { readonly kind: 'too_many_terms' | 'nothing_to_change' }
  | { readonly kind: 'lost' };

/** Gives the glossary the version after `version`, whose rows are written. Safe to repeat. */
function* publishChange(
  opened: OpenChange,
  { version, added, note }: { readonly version: GlossaryVersion; readonly added: number; readonly note: ChangeNote },
): Procedure<ChangePublished> {
  const { place, id } = opened;
  const [owner, next] = [ownerOf(place), version + 1];
  yield* lockAccount(place.accountId);
  if (!(yield* keepOpen(opened))) return (yield* findPublished(owner, id)) ?? { kind: 'lost' };
  const removed = countOf(yield query(countRemoved, owner, next));
  const { kind, at, by, undoes, length } = note;
  if (added + removed === 0 && undoes === undefined) return { kind: 'nothing_to_change' };
  const counts = [owner, next, added - removed, version] as const;
  const advance =
    place.pairId === undefined
      ? change(advanceOwn, ...counts, accountEntriesMax)
      : change(advancePair, ...counts, place.accountId, length, namedLimits.entries, namedLimits.lengthOfEntries);
  if (!changed(yield advance)) return { kind: 'too_many_terms' };
  yield change(noteChange, owner, next, id, kind, at, by, added, removed);
  if (undoes !== undefined) yield change(noteUndone, owner, undoes, next);
  yield change(forget, owner, next - changesKept);
  yield* closeChange(opened);
  return { kind: 'changed', version: next, added, removed };
}

function* keepOpen({ place, id, until }: OpenChange): Procedure<boolean> {
  return changed(yield change(renew(place), ownerOf(place), id, until, place.accountId));
}

/** Returns what the same change, by its id, has already changed. */
function* findPublished(owner: string, id: string): Procedure<Changed | undefined> {
  const find = 'select version, added, removed from term_changes where account_id = $1 and id = $2';
  const [row] = yield query(find, owner, id);
  if (row === undefined) return undefined;
  const [version = 0, added = 0, removed = 0] = row.map(wholeNumberValue);
  return { kind: 'changed', version, added, removed };
}

const identity = 'account_id, source, target, term, case_rule, removed_in';

/** Returns the condition for the first rows that fulfil another one. */
const firstOf = (condition: string) =>
  `(${identity}) in (select ${identity} from terms where account_id = $1 and ${condition} limit $2)`;

const eraseLeft = `delete from terms where ${firstOf('live_from > $3')}`;

const restoreLeft = `update terms set removed_in = 9007199254740991
 where ${firstOf('removed_in > $3 and removed_in < 9007199254740991')}`;

/** What a step that is repeated returns: whether there may be more rows for it. */
export type StepEnd = 'more' | 'done';

/** Takes at most `entryRowsMax` rows of the next version back. */
function* takeBackRows(opened: OpenChange, version: GlossaryVersion): Procedure<StepEnd | 'lost'> {
  if (!(yield* keepOpen(opened))) return 'lost';
  const owner = ownerOf(opened.place);
  // New rows first, because they may have the keys of removed ones.
  if (changed(yield change(eraseLeft, owner, entryRowsMax, version))) return 'more';
  return changed(yield change(restoreLeft, owner, entryRowsMax, version)) ? 'more' : 'done';
}

const deleteDead = `delete from terms
 where ${firstOf('removed_in <= $3 and removed_in < 9007199254740991 and removed_in <> $4')}`;

/** Deletes at most `entryRowsMax` removed rows that no undo can restore. */
function* tidyRows(place: GlossaryPlace): Procedure<StepEnd> {
  const owner = ownerOf(place);
  const [[version = 0] = []] = yield query(selectCounts(place), owner);
  const deleted = countOf(yield change(deleteDead, owner, entryRowsMax, version, yield* importToKeep(owner)));
  return deleted < entryRowsMax ? 'done' : 'more';
}

const readAdded = `select id from terms where account_id = $1 and added_in = $2 and removed_in > $3 and live_from <= $3
 order by ${identity}`;

const readRemoved = `select id from terms where account_id = $1 and removed_in = $2 and removed_in < 9007199254740991
 order by ${identity}`;

/** Returns the entries that an import added and that are still live, and those that it removed. */
export function* readImported(
  place: GlossaryPlace,
  { importedIn, version }: { readonly importedIn: GlossaryVersion; readonly version: GlossaryVersion },
): Procedure<{ readonly added: readonly EntryId[]; readonly removed: readonly EntryId[] }> {
  const owner = ownerOf(place);
  const added = (yield query(readAdded, owner, importedIn, version)).map(idOf);
  return { added, removed: (yield query(readRemoved, owner, importedIn)).map(idOf) };
}

/** One step of a change, of at most `entryRowsMax` rows. Packed, because a change may have many. */
export type ChangeRows = { readonly ids: string } & (
  | { readonly kind: 'remove' }
  /** Replaces live entries with the same words. */
  | { readonly kind: 'add'; readonly entries: string; readonly count: number }
  /** Restores rows that `importedIn` removed, unless a newer entry replaces them. */
  | { readonly kind: 'restore'; readonly importedIn: GlossaryVersion }
);

/** The steps of changes for one kind of database. All are safe to repeat. */
export function glossaryChangeProcedures({ rows, byId, isListed }: GlossaryDialect) {
  const remove = `update ${byId} set removed_in = $2 where ${isListed}
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

  const restore = `insert into terms (account_id, added_in, live_from, ${packedColumns})
 select account_id, added_in, cast($2 as bigint), ${packedColumns} from ${byId}
 where ${isListed} and removed_in = $4 on conflict do nothing`;

  const count = `select count(*) from ${byId} where ${isListed}
 and removed_in = 9007199254740991 and live_from = $2`;

  /** Returns the number of entries that the rows add. */
  function* writeRows(
    opened: OpenChange,
    { version, step }: { readonly version: GlossaryVersion; readonly step: ChangeRows },
  ): Procedure<number | 'lost'> {
    if (!(yield* keepOpen(opened))) return 'lost';
    const [owner, next] = [ownerOf(opened.place), version + 1];
    if (step.kind === 'remove') {
      yield change(remove, owner, next, step.ids);
      return 0;
    }
    if (step.kind === 'restore') yield change(restore, owner, next, step.ids, step.importedIn);
    else {
      const replaced = (yield query(findReplaced, owner, next, step.entries)).filter(([id]) => id !== null).map(idOf);
      if (replaced.length > 0) yield change(remove, owner, next, JSON.stringify(replaced));
      yield change(insert, owner, next, step.entries);
    }
    const added = countOf(yield query(count, owner, next, step.ids));
    assert(step.kind === 'restore' || added === step.count, 'a change adds an entry twice, or under the id of another');
    return added;
  }

  return { openChange, writeRows, publishChange, closeChange, takeBackRows, tidyRows };
}
