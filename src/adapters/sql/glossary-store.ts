import { setTimeout as pause } from 'node:timers/promises';
import { ServiceError } from '../../ground/service-error.ts';
import { inRounds, sortInSteps } from '../../ground/steps.ts';
import { later, type UnixMs } from '../../ground/units.ts';
import { timeOrderedId } from '../../ops/time-ordered-id.ts';
import type {
  GlossaryChangeRequest,
  GlossaryOutcome,
  GlossaryPlace,
  GlossaryStore,
  GlossaryVersion,
} from '../../shop/glossaries/glossary-store.ts';
import { accountEntriesMax, type StoredEntry } from '../../shop/glossaries/stored-entry.ts';
import type { EntryId, GlossaryEntry } from '../../text/glossary/glossary-entry.ts';
import { type Access, changing, type Methods, reading } from './access.ts';
import {
  type ChangeNote,
  type ChangeOpening,
  type ChangeRows,
  entryRowsMax,
  type glossaryChangeProcedures,
  type OpenChange,
  readImported,
} from './glossary-change-procedures.ts';
import { glossaryListReads, glossaryReads, readMatched } from './glossary-procedures.ts';
import { packEntries } from './glossary-rows.ts';
import { type namedChanges, namedReads } from './named-glossary-procedures.ts';

type Changes = ReturnType<typeof glossaryChangeProcedures> & typeof namedChanges;

type Steps = Pick<Access, 'read' | 'pauseForWriters'> & Methods<Changes>;

export function createGlossaryStore(access: Access, changes: Changes): GlossaryStore {
  const steps = { ...changing(access, changes), read: access.read, pauseForWriters: access.pauseForWriters };
  return {
    ...reading(access, { ...glossaryReads, ...namedReads }),
    ...reading({ read: access.readInOrder }, glossaryListReads),
    readGlossary: (query) => inOneVersion(access, query, () => readPairs(access, query)),
    readEntries: (place) => inOneVersion(access, place, () => readAll(access, place)),
    changeGlossary: (request) => changeGlossary(steps, request),
    undoImport: (undo) => undoImport(steps, undo),
    createNamed: async (glossary) => {
      const since = later(glossary.createdAt, -creatingMsMax);
      await repeat(steps, () => steps.deleteNamedStep(glossary.accountId, since));
      return await steps.createNamed(glossary);
    },
    nameGlossary: steps.nameGlossary,
    openPair: steps.openPair,
    removeNamed: async (place) => {
      const isRemoved = await steps.hideNamed(place);
      if (isRemoved) await repeat(steps, () => steps.deleteNamedStep(place.accountId, 0));
      return isRemoved;
    },
  };
}

/** After this, a named glossary that is not yet shown was given up, for example by a killed process. */
const creatingMsMax = 3_600_000;

/** How often reading begins again after a change of the glossary. */
const readingsMax = 20;

/** Reads again if the version changed between pages. @throws ServiceError `glossary_busy` after too many changes */
async function inOneVersion<Entry>({ read }: Access, place: GlossaryPlace, readPages: () => Promise<readonly Entry[]>) {
  for (let attempt = 0; attempt < readingsMax; attempt++) {
    const { version } = await read(() => glossaryReads.countEntries(place));
    const entries = version === 0 ? [] : await readPages();
    if ((await read(() => glossaryReads.countEntries(place))).version === version) return { version, entries };
  }
  throw new ServiceError('glossary_busy');
}

/** Entries in one page. SQLite reads it on the calling thread, in some milliseconds. */
const [matchedInPage, entriesInPage] = [2_000, 1_000];

async function readPairs(
  { read, pauseForRequests }: Access,
  { sources, targets, ...place }: Parameters<GlossaryStore['readGlossary']>[0],
): Promise<readonly GlossaryEntry[]> {
  const entries: GlossaryEntry[] = [];
  for (const [source, target] of sources.flatMap((each) => targets.map((other) => [each, other] as const))) {
    for (let page: readonly GlossaryEntry[] = []; ; await pauseForRequests()) {
      const after = page.at(-1);
      page = await read(() => readMatched({ ...place, source, target, limit: matchedInPage }, after));
      for (const entry of page) entries.push(entry);
      if (page.length < matchedInPage) break;
    }
  }
  return entries;
}

async function readAll(
  { readInOrder, pauseForRequests }: Access,
  place: GlossaryPlace,
): Promise<readonly StoredEntry[]> {
  const entries: StoredEntry[] = [];
  for (let after: EntryId | undefined; ; await pauseForRequests()) {
    const page = await readInOrder(() => glossaryListReads.listEntries({ ...place, after, limit: entriesInPage }));
    for (const entry of page.entries) entries.push(entry);
    after = page.goesOnAfter;
    if (after === undefined) return entries;
  }
}

/** How long another change waits for one without progress; its process was killed, or hangs. */
const leaseMs = 10_000;

/** How long a change waits for another one of the same glossary: a little longer than a killed one's lease. */
const waitMaxMs = leaseMs + 5_000;

/** Pause between two checks whether the other change is done; jittered, so that waiters do not check in step. */
const checkAgainMs = 25;

type Opened = Extract<ChangeOpening, { readonly kind: 'opened' }>;

/** The rows to write, each step of at most `entryRowsMax`; or why nothing is changed. */
type Plan = { readonly rows: Iterable<ChangeRows>; readonly note: ChangeNote } | 'outdated' | 'no_import';

async function changeGlossary(steps: Steps, request: GlossaryChangeRequest): Promise<GlossaryOutcome> {
  const { at, by, kind, expectedVersion, length = 0 } = request;
  if (request.add.length > accountEntriesMax) return { kind: 'too_many_terms' };
  // In the order of the table, so that each step changes few pages.
  const add = await inRounds(sortInSteps(request.add, byKey));
  return await execute(steps, request, ({ version }) => {
    const isOutdated = expectedVersion !== undefined && expectedVersion !== version;
    return isOutdated ? 'outdated' : { rows: rowsOf(add, request.remove), note: { kind, at, by, length } };
  });
}

function undoImport(steps: Steps, undo: Parameters<GlossaryStore['undoImport']>[0]): Promise<GlossaryOutcome> {
  const { at, by, only } = undo;
  return execute(steps, undo, async ({ version, importedIn }) => {
    if (importedIn === 0 || (only !== undefined && only !== importedIn)) return 'no_import';
    const changed = await steps.read(() => readImported(undo, { importedIn, version }));
    return { rows: undoing(importedIn, changed), note: { kind: 'undo', at, by, undoes: importedIn, length: 0 } };
  });
}

/** One change at a time in all processes. @throws ServiceError `glossary_busy` when others wait, `store_unavailable` */
async function execute(
  steps: Steps,
  { accountId, pairId, at }: GlossaryPlace & { readonly at: UnixMs },
  plan: (opened: Opened) => Plan | Promise<Plan>,
): Promise<GlossaryOutcome> {
  const begun = performance.now();
  const now = () => later(at, Math.ceil(performance.now() - begun));
  while (performance.now() - begun < waitMaxMs) {
    const id = timeOrderedId();
    const current = () => ({ place: { accountId, pairId }, id, until: later(now(), leaseMs) });
    const opening = await steps.openChange(current(), now());
    const outcome = opening.kind === 'opened' ? await write(steps, { current, opening, plan }) : opening;
    if (outcome.kind !== 'busy' && outcome.kind !== 'lost') return outcome;
    await pause(checkAgainMs * (0.5 + Math.random()));
  }
  throw new ServiceError('glossary_busy');
}

type Writing = {
  /** The open change, with its lease from now on. */
  readonly current: () => OpenChange;
  readonly opening: Opened;
  readonly plan: (opened: Opened) => Plan | Promise<Plan>;
};

async function write(steps: Steps, writing: Writing): Promise<GlossaryOutcome | { readonly kind: 'lost' }> {
  const { current } = writing;
  try {
    const outcome = await writeAll(steps, writing);
    if (outcome.kind === 'changed') await tidy(steps, current().place);
    else if (outcome.kind !== 'lost') await giveUp(steps, writing);
    return outcome;
  } catch (cause) {
    // If this fails too, the next change of the glossary does it.
    await giveUp(steps, writing).catch(() => undefined);
    throw cause;
  }
}

async function writeAll(
  steps: Steps,
  { current, opening, plan }: Writing,
): Promise<GlossaryOutcome | { readonly kind: 'lost' }> {
  const { version, hasLeftovers } = opening;
  if (hasLeftovers && !(await takeBack(steps, { current, opening }))) return { kind: 'lost' };
  const planned = await plan(opening);
  if (typeof planned === 'string') return { kind: planned };
  let added = 0;
  for (const step of planned.rows) {
    const written = await steps.writeRows(current(), { version, step });
    if (written === 'lost') return { kind: 'lost' };
    added += written;
    await steps.pauseForWriters();
  }
  return await steps.publishChange(current(), { version, added, note: planned.note });
}

async function giveUp(steps: Steps, writing: Writing): Promise<void> {
  if (await takeBack(steps, writing)) await steps.closeChange(writing.current());
}

/** Takes all rows of the next version back; returns false if another change has replaced this one. */
async function takeBack(steps: Steps, { current, opening }: Omit<Writing, 'plan'>): Promise<boolean> {
  return (await repeat(steps, () => steps.takeBackRows(current(), opening.version))) !== 'lost';
}

async function repeat<End>(steps: Steps, step: () => Promise<'more' | End>): Promise<End> {
  for (;;) {
    const result = await step();
    if (result !== 'more') return result;
    await steps.pauseForWriters();
  }
}

/** The change is already published: if this fails, the next change repeats it. */
async function tidy(steps: Steps, place: GlossaryPlace): Promise<void> {
  try {
    await repeat(steps, () => steps.tidyRows(place));
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
  }
}

function byKey(one: StoredEntry, other: StoredEntry): number {
  const member = (['source', 'target', 'term'] as const).find((each) => one[each] !== other[each]) ?? 'term';
  return one[member] < other[member] ? -1 : 1;
}

function* rowsOf(add: readonly StoredEntry[], remove: readonly EntryId[]): Generator<ChangeRows> {
  for (const ids of packedIds(remove)) yield { kind: 'remove', ids };
  for (let start = 0; start < add.length; start += entryRowsMax) {
    const part = add.slice(start, start + entryRowsMax);
    const ids = JSON.stringify(part.map(({ id }) => id));
    yield { kind: 'add', ids, entries: packEntries(part), count: part.length };
  }
}

function* packedIds(ids: readonly EntryId[]): Generator<string> {
  for (let start = 0; start < ids.length; start += entryRowsMax)
    yield JSON.stringify(ids.slice(start, start + entryRowsMax));
}

function* undoing(
  importedIn: GlossaryVersion,
  { added, removed }: { readonly added: readonly EntryId[]; readonly removed: readonly EntryId[] },
): Generator<ChangeRows> {
  for (const ids of packedIds(added)) yield { kind: 'remove', ids };
  for (const ids of packedIds(removed)) yield { kind: 'restore', ids, importedIn };
}
