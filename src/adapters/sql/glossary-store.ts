import { assert } from '../../ground/assert.ts';
import { inRounds, sortInSteps } from '../../ground/steps.ts';
import type {
  GlossaryChangeOutcome,
  GlossaryChangeRequest,
  GlossaryStore,
  GlossaryUndoOutcome,
  GlossaryVersion,
} from '../../shop/glossaries/glossary-store.ts';
import { accountEntriesMax, type StoredEntry } from '../../shop/glossaries/stored-entry.ts';
import type { EntryId } from '../../text/glossary/glossary-entry.ts';
import { type Access, changing, reading } from './access.ts';
import type { Changes } from './changes.ts';
import type { DraftRows } from './glossary-draft-procedures.ts';
import { type DraftedChange, GlossaryDrafting, partsOf, rowsInSteps } from './glossary-drafting.ts';
import {
  type ChangedRows,
  countEntries,
  findEntry,
  listEntries,
  listGlossaryChanges,
  readGlossaryVersion,
  readImported,
  searchEntries,
} from './glossary-procedures.ts';
import { readWholeBase } from './glossary-reading.ts';
import { assertStorable, packEntries, packIds } from './glossary-rows.ts';

/** Creates the store of glossaries. */
export function createGlossaryStore(access: Access, changes: Changes['entries']): GlossaryStore {
  const { read, readInOrder, pauseForWriters } = access;
  const drafting = new GlossaryDrafting({ read, pauseForWriters, ...changing(access, changes) });
  return {
    ...reading(access, { readGlossaryVersion, listEntries, findEntry, countEntries, listGlossaryChanges }),
    readGlossary: (query) => readWholeBase(access, query),
    searchEntries: (search) => readInOrder(() => searchEntries(search)),
    changeGlossary: (request) => changeGlossary(drafting, request),
    undoImport: (undo) => undoImport({ drafting, read }, undo),
  };
}

async function changeGlossary(
  drafting: GlossaryDrafting,
  request: GlossaryChangeRequest,
): Promise<GlossaryChangeOutcome> {
  const { accountId, at, by, kind, expectedVersion, remove } = request;
  if (request.add.length > accountEntriesMax) return { kind: 'too_many_terms' };
  // In the order of the table, so that each step changes few pages.
  const add = await inRounds(sortInSteps(request.add, byPlace));
  const note = { kind, at, by, undoes: undefined };
  const plan = () => Promise.resolve({ rows: rowsOf(add, remove), note });
  const outcome = await drafting.execute({ accountId, at, expectedVersion, plan });
  assert(outcome.kind !== 'impossible', 'a change never misses its preconditions');
  return outcome;
}

function byPlace(one: StoredEntry, other: StoredEntry): number {
  const members = [one.source, one.target, one.term] as const;
  const others = [other.source, other.target, other.term] as const;
  const differing = members.findIndex((member, index) => member !== others[index]);
  return (members[differing] ?? '') < (others[differing] ?? '') ? -1 : 1;
}

function* rowsOf(add: readonly StoredEntry[], remove: readonly EntryId[]): Generator<DraftRows> {
  yield* rowsInSteps('retire', remove);
  const identities = new Set<string>();
  for (const part of partsOf(add)) {
    assertStorable(part, identities);
    yield { kind: 'add', ids: packIds(part.map(({ id }) => id)), terms: packEntries(part), count: part.length };
  }
}

async function undoImport(
  { drafting, read }: { readonly drafting: GlossaryDrafting } & Pick<Access, 'read'>,
  { accountId, at, by, only }: Parameters<GlossaryStore['undoImport']>[0],
): Promise<GlossaryUndoOutcome> {
  const plan: DraftedChange['plan'] = async ({ version, importedIn }) => {
    if (importedIn === 0 || (only !== undefined && only !== importedIn)) return undefined;
    const changed = await read(() => readImported(accountId, importedIn, version));
    const note = { kind: 'undo', at, by, undoes: importedIn } as const;
    return { rows: undoing(importedIn, changed), note };
  };
  const outcome = await drafting.execute({ accountId, at, expectedVersion: undefined, plan });
  if (outcome.kind === 'impossible') return { kind: 'no_import' };
  const isOfAnyVersion = outcome.kind !== 'outdated' && outcome.kind !== 'nothing_to_change';
  assert(isOfAnyVersion, 'an undo always makes a new version');
  return outcome;
}

function* undoing(importedIn: GlossaryVersion, { added, removed }: ChangedRows): Generator<DraftRows> {
  yield* rowsInSteps('retire', added);
  for (const part of partsOf(removed)) yield { kind: 'revive', ids: packIds(part), importedIn };
}
