import type { UnixMs } from '../../ground/units.ts';
import type { EntryId, EntryLanguage, GlossaryEntry } from '../../text/glossary/glossary-entry.ts';
import type { AccountId } from '../accounts/account.ts';
import type { StoredEntry } from './stored-entry.ts';

/** Counts the changes of an account's glossary; 0 before the first. */
export type GlossaryVersion = number;

export type GlossaryChangeKind = 'add' | 'edit' | 'remove' | 'import' | 'undo';

/** A change in the history of a glossary. */
export type GlossaryChange = {
  readonly version: GlossaryVersion;
  readonly kind: GlossaryChangeKind;
  readonly at: UnixMs;
  /** `operator`, or the id of an account. */
  readonly by: string;
  readonly added: number;
  readonly removed: number;
  /** The version that undid this import; undefined if none did. */
  readonly undoneIn: GlossaryVersion | undefined;
};

/** An atomic change. */
export type GlossaryChangeRequest = {
  readonly accountId: AccountId;
  readonly kind: Exclude<GlossaryChangeKind, 'undo'>;
  readonly at: UnixMs;
  readonly by: string;
  /** Replaces a live entry with the same languages, words and case rule. */
  readonly add: readonly StoredEntry[];
  readonly remove: readonly EntryId[];
  /** Refuses the change as `outdated` if the glossary has another version. Undefined: any version. */
  readonly expectedVersion: GlossaryVersion | undefined;
};

export type GlossaryChangeOutcome =
  | { readonly kind: 'changed'; readonly version: GlossaryVersion; readonly added: number; readonly removed: number }
  | { readonly kind: 'no_account' | 'too_many_terms' | 'outdated' | 'nothing_to_change' };

export type GlossaryUndoOutcome =
  | { readonly kind: 'changed'; readonly version: GlossaryVersion; readonly added: number; readonly removed: number }
  | { readonly kind: 'no_account' | 'no_import' | 'too_many_terms' };

export type EntryFilter = {
  readonly accountId: AccountId;
  readonly source?: EntryLanguage | undefined;
  readonly target?: EntryLanguage | undefined;
  /** Text that the term or its translation must contain, in any case. */
  readonly holding?: string | undefined;
  /** Continues after this entry, in the same order. */
  readonly after?: EntryId | undefined;
  readonly limit: number;
};

/** A search through a limited number of entries, so that other requests do not wait for a large glossary. */
export type EntrySearch = EntryFilter & { readonly lookedThroughMax: number };

export type EntrySearchStep = {
  readonly entries: readonly StoredEntry[];
  /** The last searched entry, found or not; undefined if the search is complete. */
  readonly goesOnAfter: EntryId | undefined;
};

/** The database of glossaries. Every method is one atomic step. */
export type GlossaryStore = {
  /** Also returned with every key (`KeyHolder.glossaryVersion`), so that a request needs no separate read. */
  readGlossaryVersion(accountId: AccountId): Promise<GlossaryVersion>;
  /** Returns the live entries with one of `sources` and one of `targets`, in one snapshot. */
  readGlossary(query: {
    readonly accountId: AccountId;
    readonly sources: readonly EntryLanguage[];
    readonly targets: readonly EntryLanguage[];
  }): Promise<{ readonly version: GlossaryVersion; readonly entries: readonly GlossaryEntry[] }>;
  /** Sorts by languages, then words without case and accents, then words, then case rule. */
  listEntries(filter: EntryFilter): Promise<readonly StoredEntry[]>;
  /** Same as `listEntries`, in steps. A step may find no entries and not be the last. */
  searchEntries(search: EntrySearch): Promise<EntrySearchStep>;
  /** Returns a live entry; undefined if the account has none with this id. */
  findEntry(which: { readonly accountId: AccountId; readonly id: EntryId }): Promise<StoredEntry | undefined>;
  /** Returns the number of live entries, and the version. */
  countEntries(accountId: AccountId): Promise<{ readonly version: GlossaryVersion; readonly count: number }>;
  /** Changes nothing if more than `accountEntriesMax` entries would be live. */
  changeGlossary(request: GlossaryChangeRequest): Promise<GlossaryChangeOutcome>;
  /**
   * Undoes the last import once. Removes the entries that it added and that are still live. Restores the entries that it
   * removed or replaced, with their old version, unless a newer entry has the same words.
   *
   * @param undo.only the version of the import, which must be the last one; undefined: the last import
   */
  undoImport(undo: {
    readonly accountId: AccountId;
    readonly at: UnixMs;
    readonly by: string;
    readonly only?: GlossaryVersion | undefined;
  }): Promise<GlossaryUndoOutcome>;
  /** Newest first. */
  listGlossaryChanges(query: {
    readonly accountId: AccountId;
    readonly limit: number;
  }): Promise<readonly GlossaryChange[]>;
};
