import { assert } from '../../ground/assert.ts';
import { inRounds, sortInSteps } from '../../ground/steps.ts';
import type {
  TermChangeOutcome,
  TermChangeRequest,
  TermStore,
  TermsVersion,
  TermUndoOutcome,
} from '../../shop/glossaries/glossary-store.ts';
import { type Term, termsMax } from '../../shop/glossaries/stored-entry.ts';
import type { TermId } from '../../text/glossary/glossary-entry.ts';
import { type Access, changing, reading } from './access.ts';
import type { Changes } from './changes.ts';
import type { DraftRows } from './glossary-draft-procedures.ts';
import { type DraftedChange, partsOf, rowsInSteps, TermDrafting } from './glossary-drafting.ts';
import {
  type ChangedRows,
  countTerms,
  findTerm,
  listTermChanges,
  listTerms,
  readImported,
  readTermsVersion,
  searchTerms,
} from './glossary-procedures.ts';
import { readWholeBase } from './glossary-reading.ts';
import { assertStorable, packIds, packTerms } from './glossary-rows.ts';

/** Creates the store of glossaries. */
export function createTermStore(access: Access, changes: Changes['terms']): TermStore {
  const { read, readInOrder, pauseForWriters } = access;
  const drafting = new TermDrafting({ read, pauseForWriters, ...changing(access, changes) });
  return {
    ...reading(access, { readTermsVersion, listTerms, findTerm, countTerms, listTermChanges }),
    readGlossary: (query) => readWholeBase(access, query),
    searchTerms: (search) => readInOrder(() => searchTerms(search)),
    changeTerms: (request) => changeTerms(drafting, request),
    undoImport: (undo) => undoImport({ drafting, read }, undo),
  };
}

async function changeTerms(drafting: TermDrafting, request: TermChangeRequest): Promise<TermChangeOutcome> {
  const { accountId, at, by, kind, expectedVersion, remove } = request;
  if (request.add.length > termsMax) return { kind: 'too_many_terms' };
  // In the order of the table, so that each step changes few pages.
  const add = await inRounds(sortInSteps(request.add, byPlace));
  const note = { kind, at, by, undoes: undefined };
  const plan = () => Promise.resolve({ rows: rowsOf(add, remove), note });
  const outcome = await drafting.execute({ accountId, at, expectedVersion, plan });
  assert(outcome.kind !== 'impossible', 'a change never misses its preconditions');
  return outcome;
}

function byPlace(one: Term, other: Term): number {
  const members = [one.source, one.target, one.term] as const;
  const others = [other.source, other.target, other.term] as const;
  const differing = members.findIndex((member, index) => member !== others[index]);
  return (members[differing] ?? '') < (others[differing] ?? '') ? -1 : 1;
}

function* rowsOf(add: readonly Term[], remove: readonly TermId[]): Generator<DraftRows> {
  yield* rowsInSteps('retire', remove);
  const identities = new Set<string>();
  for (const part of partsOf(add)) {
    assertStorable(part, identities);
    yield { kind: 'add', ids: packIds(part.map(({ id }) => id)), terms: packTerms(part), count: part.length };
  }
}

async function undoImport(
  { drafting, read }: { readonly drafting: TermDrafting } & Pick<Access, 'read'>,
  { accountId, at, by, only }: Parameters<TermStore['undoImport']>[0],
): Promise<TermUndoOutcome> {
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

function* undoing(importedIn: TermsVersion, { added, removed }: ChangedRows): Generator<DraftRows> {
  yield* rowsInSteps('retire', added);
  for (const part of partsOf(removed)) yield { kind: 'revive', ids: packIds(part), importedIn };
}
