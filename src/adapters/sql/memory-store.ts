import type { MemoryEntryId } from '../../shop/memory/memory-entry.ts';
import { memoryLimits } from '../../shop/memory/memory-entry.ts';
import type {
  HashedEntry,
  MemoryChangeRequest,
  MemoryHashes,
  MemoryLookup,
  MemoryStore,
} from '../../shop/memory/memory-store.ts';
import { type Access, changing, reading } from './access.ts';
import {
  type ApprovedRow,
  byDigest,
  findApprovedStep,
  memoryListReads,
  memoryOwner,
  memoryReads,
  newestFirst,
  packedMemoryEntry,
} from './memory-procedures.ts';
import type { versionedChangeProcedures } from './versioned-change-procedures.ts';
import { changeRows, undoImport } from './versioned-changes.ts';

export function createMemoryStore(access: Access, changes: ReturnType<typeof versionedChangeProcedures>): MemoryStore {
  const steps = { ...changing(access, changes), read: access.read, pauseForWriters: access.pauseForWriters };
  return {
    ...reading(access, memoryReads),
    ...reading({ read: access.readInOrder }, memoryListReads),
    findApproved: (lookup) => findApproved(access, lookup),
    async changeEntries(request) {
      if (request.add.length > memoryLimits.entries) return { kind: 'too_many' };
      for (;;) {
        const whole = await resolved(access, request);
        const owner = memoryOwner(request);
        const outcome = await changeRows(steps, { ...whole, owner, order: byDigest, pack: packedMemoryEntry });
        // Another change came between the reading of all ids and this one.
        if (outcome.kind === 'outdated' && request.expectedVersion === undefined) continue;
        return outcome;
      }
    },
    undoImport: (undo) => undoImport(steps, { ...undo, owner: memoryOwner(undo) }),
  };
}

const idsInPage = 2_000;

/** Texts of one step: about 2 ms of a SQLite node. */
const lookedUpInStep = 50;

async function findApproved(
  { readInOrder, pauseForRequests }: Access,
  { wanted, ...place }: MemoryLookup,
): Promise<readonly HashedEntry[]> {
  const found = new Map<string, ApprovedRow>();
  for (let start = 0; start < wanted.length; start += lookedUpInStep) {
    if (start > 0) await pauseForRequests();
    const step = { ...place, wanted: wanted.slice(start, start + lookedUpInStep) };
    for (const row of await readInOrder(() => findApprovedStep(step))) found.set(row.entry.id, row);
  }
  return [...found.values()].toSorted(newestFirst).map(({ entry }) => entry);
}

/** Returns the request with the ids of all entries to remove, for the version in which they were read. */
async function resolved(
  { readInOrder, pauseForRequests }: Access,
  request: MemoryChangeRequest,
): Promise<MemoryChangeRequest & { readonly remove: readonly MemoryEntryId[] }> {
  const { accountId, remove } = request;
  if (remove !== 'all') return { ...request, remove };
  const ids: MemoryEntryId[] = [];
  let after: Pick<MemoryHashes, 'liveFrom' | 'id'> = { liveFrom: 0, id: '' as MemoryEntryId };
  for (let first: number | undefined; ; await pauseForRequests()) {
    const from = after;
    const page = await readInOrder(() => memoryListReads.readHashes({ accountId, after: from, limit: idsInPage }));
    first ??= page.version;
    for (const { id } of page.hashes) ids.push(id);
    after = page.hashes.at(-1) ?? after;
    if (page.hashes.length < idsInPage)
      return { ...request, remove: ids, expectedVersion: request.expectedVersion ?? first };
  }
}
