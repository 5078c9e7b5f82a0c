import type { UnixMs } from '../../ground/units.ts';
import type { GlossaryEntry, TermId, TermLanguage } from '../../text/glossary/glossary-entry.ts';
import type { AccountId } from '../accounts/account.ts';
import type { Term } from './term.ts';

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
  /** Of an import: the version that undid it; undefined if it was not undone. */
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
  /** Refused as `outdated` when the glossary has another version by now; undefined: any version. */
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
  /** Entries that contain this in their words or their translation, in any case. */
  readonly holding?: string | undefined;
  /** Continues behind this term of the same order. */
  readonly after?: TermId | undefined;
  readonly limit: number;
};

/** A search through a limited number of entries, so that others do not wait, however large the glossary is. */
export type TermSearch = TermFilter & { readonly lookedThroughMax: number };

export type TermSearchStep = {
  readonly terms: readonly Term[];
  /** The last entry that was looked through, found or not; undefined when the search is complete. */
  readonly goesOnAfter: TermId | undefined;
};

/** The database of glossaries. Every method is one atomic step. */
export type TermStore = {
  /** Also returned with every key (`KeyHolder.termsVersion`), so that a request needs no separate read. */
  readTermsVersion(accountId: AccountId): Promise<TermsVersion>;
  /** The live terms with one of `sources` and one of `targets`, as of one moment. */
  readGlossary(query: {
    readonly accountId: AccountId;
    readonly sources: readonly TermLanguage[];
    readonly targets: readonly TermLanguage[];
  }): Promise<{ readonly version: TermsVersion; readonly terms: readonly GlossaryEntry[] }>;
  /** By languages, then words without case and accents, then words, then case rule. */
  listTerms(filter: TermFilter): Promise<readonly Term[]>;
  /** The same terms in the same order, in as many steps as it takes; a step may find none and not be the last. */
  searchTerms(search: TermSearch): Promise<TermSearchStep>;
  /** A live term; undefined when the account has none with this id. */
  findTerm(which: { readonly accountId: AccountId; readonly id: TermId }): Promise<Term | undefined>;
  /** The number of live entries, and the version. */
  countTerms(accountId: AccountId): Promise<{ readonly version: TermsVersion; readonly count: number }>;
  /** At most `termsMax` terms are live afterwards, or nothing is changed. */
  changeTerms(request: TermChangeRequest): Promise<TermChangeOutcome>;
  /**
   * Undoes the last import once: removes what it added and is still live, and restores what it removed or replaced,
   * with the old age, unless a newer entry has its place. Earlier imports cannot be undone.
   *
   * @param undo.only undoes this import and no later one; undefined: the last
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
