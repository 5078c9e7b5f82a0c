import { ServiceError } from '../../ground/service-error.ts';
import { later } from '../../ground/units.ts';
import type { GlossaryPlace, GlossaryStore } from '../../shop/glossaries/glossary-store.ts';
import { accountEntriesMax, type StoredEntry } from '../../shop/glossaries/stored-entry.ts';
import type { EntryId, GlossaryEntry } from '../../text/glossary/glossary-entry.ts';
import { type Access, changing, reading } from './access.ts';
import { glossaryListReads, glossaryReads, readMatched } from './glossary-procedures.ts';
import { ownerOf, packedEntry } from './glossary-rows.ts';
import { type namedChanges, namedReads } from './named-glossary-procedures.ts';
import type { versionedChangeProcedures } from './versioned-change-procedures.ts';
import { changeRows, repeat, undoImport } from './versioned-changes.ts';

type Changes = ReturnType<typeof versionedChangeProcedures> & typeof namedChanges;

export function createGlossaryStore(access: Access, changes: Changes): GlossaryStore {
  const steps = { ...changing(access, changes), read: access.read, pauseForWriters: access.pauseForWriters };
  return {
    ...reading(access, { ...glossaryReads, ...namedReads }),
    ...reading({ read: access.readInOrder }, glossaryListReads),
    readGlossary: (query) => inOneVersion(access, query, () => readPairs(access, query)),
    readEntries: (place) => inOneVersion(access, place, () => readAll(access, place)),
    async changeEntries(request) {
      if (request.add.length > accountEntriesMax) return { kind: 'too_many' };
      return await changeRows(steps, { ...request, owner: ownerOf(request), order: byKey, pack: packedEntry });
    },
    undoImport: (undo) => undoImport(steps, { ...undo, owner: ownerOf(undo) }),
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

function byKey(one: StoredEntry, other: StoredEntry): number {
  const member = (['source', 'target', 'term'] as const).find((each) => one[each] !== other[each]) ?? 'term';
  return one[member] < other[member] ? -1 : 1;
}
