import type { UnixMs } from '../../ground/units.ts';
import type { GlossaryEntry, TermId, TermLanguage } from '../../text/glossary/glossary-entry.ts';
import type { AccountId } from '../accounts/account.ts';
import type { Term } from './stored-entry.ts';

/** Counts the changes of an account's glossary; 0 before the first. */
export type TermsVersion = number;

export type TermChangeKind = 'add' | 'edit' | 'remove' | 'import' | 'undo';

/** A change in the history of a glossary. */
export type TermChange = {
  readonly version: TermsVersion;
  readonly kind: TermChangeKind;
  readonly at: UnixMs;
  /** `operator`, or the id of an account. */
  readonly by: string;
  readonly added: number;
  readonly removed: number;
  /** The version that undid this import; undefined if none did. */
  readonly undoneIn: TermsVersion | undefined;
};

/** An atomic change. */
export type TermChangeRequest = {
  readonly accountId: AccountId;
  readonly kind: Exclude<TermChangeKind, 'undo'>;
  readonly at: UnixMs;
  readonly by: string;
  /** Replaces a live entry with the same languages, words and case rule. */
  readonly add: readonly Term[];
  readonly remove: readonly TermId[];
  /** Refuses the change as `outdated` if the glossary has another version. Undefined: any version. */
  readonly expectedVersion: TermsVersion | undefined;
};

export type TermChangeOutcome =
  | { readonly kind: 'changed'; readonly version: TermsVersion; readonly added: number; readonly removed: number }
  | { readonly kind: 'no_account' | 'too_many_terms' | 'outdated' | 'nothing_to_change' };

export type TermUndoOutcome =
  | { readonly kind: 'changed'; readonly version: TermsVersion; readonly added: number; readonly removed: number }
  | { readonly kind: 'no_account' | 'no_import' | 'too_many_terms' };

export type TermFilter = {
  readonly accountId: AccountId;
  readonly source?: TermLanguage | undefined;
  readonly target?: TermLanguage | undefined;
  /** Text that the term or its translation must contain, in any case. */
  readonly holding?: string | undefined;
  /** Continues after this entry, in the same order. */
  readonly after?: TermId | undefined;
  readonly limit: number;
};

/** A search through a limited number of entries, so that other requests do not wait for a large glossary. */
export type TermSearch = TermFilter & { readonly lookedThroughMax: number };

export type TermSearchStep = {
  readonly terms: readonly Term[];
  /** The last searched entry, found or not; undefined if the search is complete. */
  readonly goesOnAfter: TermId | undefined;
};

/** The database of glossaries. Every method is one atomic step. */
export type TermStore = {
  /** Also returned with every key (`KeyHolder.termsVersion`), so that a request needs no separate read. */
  readTermsVersion(accountId: AccountId): Promise<TermsVersion>;
  /** Returns the live entries with one of `sources` and one of `targets`, in one snapshot. */
  readGlossary(query: {
    readonly accountId: AccountId;
    readonly sources: readonly TermLanguage[];
    readonly targets: readonly TermLanguage[];
  }): Promise<{ readonly version: TermsVersion; readonly terms: readonly GlossaryEntry[] }>;
  /** Sorts by languages, then words without case and accents, then words, then case rule. */
  listTerms(filter: TermFilter): Promise<readonly Term[]>;
  /** Same as `listTerms`, in steps. A step may find no entries and not be the last. */
  searchTerms(search: TermSearch): Promise<TermSearchStep>;
  /** Returns a live entry; undefined if the account has none with this id. */
  findTerm(which: { readonly accountId: AccountId; readonly id: TermId }): Promise<Term | undefined>;
  /** Returns the number of live entries, and the version. */
  countTerms(accountId: AccountId): Promise<{ readonly version: TermsVersion; readonly count: number }>;
  /** Changes nothing if more than `termsMax` entries would be live. */
  changeTerms(request: TermChangeRequest): Promise<TermChangeOutcome>;
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
    readonly only?: TermsVersion | undefined;
  }): Promise<TermUndoOutcome>;
  /** Newest first. */
  listTermChanges(query: { readonly accountId: AccountId; readonly limit: number }): Promise<readonly TermChange[]>;
};
