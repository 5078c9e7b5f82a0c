import type { Unit, UnixMs } from '../../ground/units.ts';
import type { EntryId, EntryLanguage, GlossaryEntry } from '../../text/glossary/glossary-entry.ts';
import type { LanguagePair } from '../../text/languages/language.ts';
import type { AccountId } from '../accounts/account.ts';
import type { EntryChange, EntryChangeKind, EntryChangeOutcome } from '../entries/entry-changes.ts';
import type { StoredEntry } from './stored-entry.ts';

export type NamedGlossaryId = Unit<string, 'NamedGlossaryId'>;

export type NamedPairId = Unit<string, 'NamedPairId'>;

/** A glossary with its own version: the account's own, or the entries of one pair of a named glossary. */
export type GlossaryPlace = { readonly accountId: AccountId; readonly pairId?: NamedPairId | undefined };

/** Counts the changes of a glossary; 0 before the first. */
export type GlossaryVersion = number;

export type GlossaryChangeRequest = GlossaryPlace & {
  readonly kind: Exclude<EntryChangeKind, 'undo' | 'erase'>;
  readonly at: UnixMs;
  readonly by: string;
  /** Replaces a live entry with the same languages, words and case rule. */
  readonly add: readonly StoredEntry[];
  readonly remove: readonly EntryId[];
  /** Refuses the change as `outdated` if the glossary has another version. Undefined: any version. */
  readonly expectedVersion: GlossaryVersion | undefined;
  /** For a pair of a named glossary: the UTF-16 units of all its entries after the change. */
  readonly length?: number | undefined;
};

export type EntryFilter = GlossaryPlace & {
  readonly source?: EntryLanguage | undefined;
  readonly target?: EntryLanguage | undefined;
  /** Text that the term or its translation must contain, in any case. */
  readonly holding?: string | undefined;
  /** Continues after this entry, in the same order. */
  readonly after?: EntryId | undefined;
  readonly limit: number;
  /** Maximum of entries to look through, so that other requests do not wait for a large glossary. Undefined: all. */
  readonly lookedThroughMax?: number | undefined;
};

/** With a maximum of entries to look through, a page may have fewer entries than its limit and not be the last. */
export type EntryPage = {
  readonly entries: readonly StoredEntry[];
  /** The last entry that was looked at, found or not; undefined after the last entry. */
  readonly goesOnAfter: EntryId | undefined;
};

/** All entries of a glossary in one version. */
export type LiveEntries = { readonly version: GlossaryVersion; readonly entries: readonly StoredEntry[] };

export type NamedPair = LanguagePair & {
  readonly id: NamedPairId;
  readonly version: GlossaryVersion;
  readonly entryCount: number;
};

/** Entries that only apply to requests that name them, before those of the account's glossary. */
export type NamedGlossary = {
  readonly id: NamedGlossaryId;
  readonly name: string;
  readonly createdAt: UnixMs;
  /** Those with entries, in the order in which they were added. */
  readonly pairs: readonly NamedPair[];
};

export type NamedGlossaryPlace = { readonly accountId: AccountId; readonly id: NamedGlossaryId };

/** Limits of all named glossaries of an account. */
export const namedLimits = { glossaries: 1_000, entries: 100_000, lengthOfEntries: 8_000_000 } as const;

/** The database of glossaries. Every method is one atomic step. */
export type GlossaryStore = {
  /** Returns the live entries with one of `sources` and one of `targets`, in one version. */
  readGlossary(
    query: GlossaryPlace & { readonly sources: readonly EntryLanguage[]; readonly targets: readonly EntryLanguage[] },
  ): Promise<{ readonly version: GlossaryVersion; readonly entries: readonly GlossaryEntry[] }>;
  /** Returns all live entries in the order of `listEntries`, in one version. */
  readEntries(place: GlossaryPlace): Promise<LiveEntries>;
  /** Sorts by languages, then words without case and accents, then words, then case rule. */
  listEntries(filter: EntryFilter): Promise<EntryPage>;
  findEntry(which: GlossaryPlace & { readonly id: EntryId }): Promise<StoredEntry | undefined>;
  /** Returns the live entries of a pair with the same words without case and accents. */
  findAlike(words: GlossaryPlace & Pick<StoredEntry, 'source' | 'target' | 'term'>): Promise<readonly StoredEntry[]>;
  /** Returns the version and the number of live entries. Each key has the version too (`KeyHolder.glossaryVersion`). */
  countEntries(place: GlossaryPlace): Promise<{ readonly version: GlossaryVersion; readonly count: number }>;
  /** Changes nothing if more than `accountEntriesMax` entries would be live, or more than `namedLimits` allow. */
  changeGlossary(request: GlossaryChangeRequest): Promise<EntryChangeOutcome>;
  /**
   * Undoes the last import once: removes its entries that are still live, and restores those that it removed or
   * replaced, with their old version, unless a newer entry has the same words. `only`: the version that it must have.
   */
  undoImport(
    undo: GlossaryPlace & { readonly at: UnixMs; readonly by: string; readonly only?: GlossaryVersion | undefined },
  ): Promise<EntryChangeOutcome>;
  /** Newest first. */
  listGlossaryChanges(query: GlossaryPlace & { readonly limit: number }): Promise<readonly EntryChange[]>;

  /** Returns the named glossaries, or the one with an id; oldest first. */
  listNamed(which: { readonly accountId: AccountId; readonly id?: NamedGlossaryId }): Promise<readonly NamedGlossary[]>;
  /** Creates a glossary that nobody sees before `nameGlossary`. `too_many`: more than `namedLimits`. */
  createNamed(
    glossary: NamedGlossaryPlace & { readonly name: string; readonly createdAt: UnixMs },
  ): Promise<'created' | 'no_account' | 'too_many'>;
  /** Names a glossary, and shows it; returns false if it does not exist. */
  nameGlossary(named: NamedGlossaryPlace & { readonly name: string }): Promise<boolean>;
  /** Returns the id of a pair of a glossary, which is `newId` if it has no such pair; undefined: no such glossary. */
  openPair(pair: NamedGlossaryPlace & LanguagePair & { readonly newId: NamedPairId }): Promise<NamedPairId | undefined>;
  /** Hides a glossary, then deletes its entries in steps; returns whether it existed. */
  removeNamed(place: NamedGlossaryPlace): Promise<boolean>;
};
