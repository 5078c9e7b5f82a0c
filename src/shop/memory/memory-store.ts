import type { UnixMs } from '../../ground/units.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import type { SourceHashes } from '../../text/memory/memory-entry.ts';
import type { AccountId } from '../accounts/account.ts';
import type { EntryChange, EntryChangeKind, EntryChangeOutcome } from '../entries/entry-changes.ts';
import type { MemoryEntryId, MemoryKeys, StoredMemoryEntry } from './memory-entry.ts';

/** Counts the changes of an account's memory; 0 before the first. */
export type MemoryVersion = number;

export type HashedEntry = StoredMemoryEntry & SourceHashes;

export type DigestedEntry = StoredMemoryEntry & Pick<MemoryKeys, 'digest'>;

export type KeyedMemoryEntry = StoredMemoryEntry & MemoryKeys;

/** The hashes of an entry, and where it is in the order of `readHashes`: by version, then id. */
export type MemoryHashes = SourceHashes &
  Pick<StoredMemoryEntry, 'id' | 'sourceLanguage' | 'targetLanguage'> & { readonly liveFrom: MemoryVersion };

export type MemoryLookup = {
  readonly accountId: AccountId;
  /** Undefined: any source language. */
  readonly sources: readonly LanguageTag[] | undefined;
  readonly targets: readonly LanguageTag[];
  /**
   * All entries with one of the digests are returned. If there is none with a digest, or for any source language, the
   * newest with its hash are too, at most `alikeMax` of each hash.
   */
  readonly wanted: readonly Pick<MemoryKeys, 'digest' | 'hash'>[];
};

/** Entries have a hash in common if they differ in numbers only, such as "Page 1" and "Page 2". */
export const alikeMax = 50;

export type MemoryFilter = {
  readonly accountId: AccountId;
  readonly source?: LanguageTag | undefined;
  readonly target?: LanguageTag | undefined;
  /** Text that the source or the target must contain, in any case. */
  readonly holding?: string | undefined;
  /** Continues after this entry, in the same order. */
  readonly after?: MemoryEntryId | undefined;
  readonly limit: number;
  /** Maximum of entries to look through, so that other requests do not wait for a large memory. Undefined: all. */
  readonly lookedThroughMax?: number | undefined;
};

/** With a maximum of entries to look through, a page may have fewer entries than its limit and not be the last. */
export type MemoryPage = {
  readonly entries: readonly StoredMemoryEntry[];
  /** The last entry that was looked at, found or not; undefined after the last entry. */
  readonly goesOnAfter: MemoryEntryId | undefined;
};

export type MemoryChangeRequest = {
  readonly accountId: AccountId;
  readonly kind: Exclude<EntryChangeKind, 'undo'>;
  readonly at: UnixMs;
  readonly by: string;
  /** Replaces a live entry with the same languages and digest. */
  readonly add: readonly KeyedMemoryEntry[];
  readonly remove: readonly MemoryEntryId[] | 'all';
  /** Refuses the change as `outdated` if the memory has another version. Undefined: any version. */
  readonly expectedVersion: MemoryVersion | undefined;
};

/** The database of memories. Every method is one atomic step. */
export type MemoryStore = {
  /** Returns the live entries that became live after `after`, in order; and the version of the memory. */
  readHashes(query: {
    readonly accountId: AccountId;
    readonly after: Pick<MemoryHashes, 'liveFrom' | 'id'>;
    readonly limit: number;
  }): Promise<{ readonly version: MemoryVersion; readonly hashes: readonly MemoryHashes[] }>;
  /** Returns the live entries of the memory's current version, newest first; of many hashes in several steps. */
  findApproved(lookup: MemoryLookup): Promise<readonly HashedEntry[]>;
  /** Returns the live entries with these digests, of all pairs, with their digests, in any order. */
  findDigests(query: {
    readonly accountId: AccountId;
    readonly digests: readonly string[];
  }): Promise<readonly DigestedEntry[]>;
  /** Sorts by languages, then source without case and accents. */
  listEntries(filter: MemoryFilter): Promise<MemoryPage>;
  findEntry(which: {
    readonly accountId: AccountId;
    readonly id: MemoryEntryId;
  }): Promise<StoredMemoryEntry | undefined>;
  /** Returns the version and the number of live entries. Each key has the version too (`KeyHolder.memoryVersion`). */
  countEntries(accountId: AccountId): Promise<{ readonly version: MemoryVersion; readonly count: number }>;
  /** Changes nothing if the memory would exceed `memoryLimits`. After an `erase`, no import before it can be undone. */
  changeMemory(request: MemoryChangeRequest): Promise<EntryChangeOutcome>;
  /**
   * Undoes the last import once: removes its entries that are still live, and restores those that it removed or
   * replaced, unless a newer entry takes their place. `only`: the version that it must have.
   */
  undoImport(undo: {
    readonly accountId: AccountId;
    readonly at: UnixMs;
    readonly by: string;
    readonly only?: MemoryVersion | undefined;
  }): Promise<EntryChangeOutcome>;
  /** Newest first. */
  listMemoryChanges(query: { readonly accountId: AccountId; readonly limit: number }): Promise<readonly EntryChange[]>;
};
