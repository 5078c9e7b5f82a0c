import type { LanguageTag } from '../../text/languages/language.ts';
import type { SourceHashes } from '../../text/memory/memory-entry.ts';
import type { AccountId } from '../accounts/account.ts';
import type { EntryChangeOutcome } from '../entries/entry-changes.ts';
import type { ChangeOf, EntryQuery, EntryStore } from '../entries/entry-store.ts';
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

export type MemoryPlace = { readonly accountId: AccountId };

export type MemoryFilter = MemoryPlace & EntryQuery<MemoryEntryId, LanguageTag>;

export type MemoryChangeRequest = MemoryPlace &
  Omit<ChangeOf<KeyedMemoryEntry>, 'remove'> & { readonly remove: readonly MemoryEntryId[] | 'all' };

/** The database of memories. Every method is one atomic step. `too_many`: `memoryLimits`. */
export type MemoryStore = EntryStore<MemoryPlace, StoredMemoryEntry, LanguageTag, KeyedMemoryEntry> & {
  /** Returns the live entries that became live after `after`, in order; and the version of the memory. */
  readHashes(
    query: MemoryPlace & { readonly after: Pick<MemoryHashes, 'liveFrom' | 'id'>; readonly limit: number },
  ): Promise<{ readonly version: MemoryVersion; readonly hashes: readonly MemoryHashes[] }>;
  /** Returns the live entries of the memory's current version, newest first; of many hashes in several steps. */
  findApproved(lookup: MemoryLookup): Promise<readonly HashedEntry[]>;
  /** Returns the live entries with these digests, of all pairs, with their digests, in any order. */
  findDigests(query: MemoryPlace & { readonly digests: readonly string[] }): Promise<readonly DigestedEntry[]>;
  /** After an `erase`, no import before it can be undone. */
  changeEntries(request: MemoryChangeRequest): Promise<EntryChangeOutcome>;
};
