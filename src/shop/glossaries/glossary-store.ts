import type { Unit, UnixMs } from '../../ground/units.ts';
import type { EntryId, EntryLanguage, GlossaryEntry } from '../../text/glossary/glossary-entry.ts';
import type { LanguagePair } from '../../text/languages/language.ts';
import type { AccountId } from '../accounts/account.ts';
import type { EntryChangeOutcome } from '../entries/entry-changes.ts';
import type { ChangeOf, EntryQuery, EntryStore } from '../entries/entry-store.ts';
import type { StoredEntry } from './stored-entry.ts';

export type NamedGlossaryId = Unit<string, 'NamedGlossaryId'>;

export type NamedPairId = Unit<string, 'NamedPairId'>;

/** A glossary with its own version: the account's own, or the entries of one pair of a named glossary. */
export type GlossaryPlace = { readonly accountId: AccountId; readonly pairId?: NamedPairId | undefined };

/** Counts the changes of a glossary; 0 before the first. */
export type GlossaryVersion = number;

export type GlossaryChangeRequest = GlossaryPlace &
  ChangeOf<StoredEntry> & {
    /** For a pair of a named glossary: the UTF-16 units of all its entries after the change. */
    readonly length?: number | undefined;
  };

export type EntryFilter = GlossaryPlace & EntryQuery<EntryId, EntryLanguage>;

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

/** The database of glossaries. Every method is one atomic step. `too_many`: `accountEntriesMax` or `namedLimits`. */
export type GlossaryStore = EntryStore<GlossaryPlace, StoredEntry, EntryLanguage> & {
  /** Returns the live entries with one of `sources` and one of `targets`, in one version. */
  readGlossary(
    query: GlossaryPlace & { readonly sources: readonly EntryLanguage[]; readonly targets: readonly EntryLanguage[] },
  ): Promise<{ readonly version: GlossaryVersion; readonly entries: readonly GlossaryEntry[] }>;
  /** Returns all live entries in the order of `listEntries`, in one version. */
  readEntries(place: GlossaryPlace): Promise<LiveEntries>;
  /** Returns the live entries of a pair with the same words without case and accents. */
  findAlike(words: GlossaryPlace & Pick<StoredEntry, 'source' | 'target' | 'term'>): Promise<readonly StoredEntry[]>;
  changeEntries(request: GlossaryChangeRequest): Promise<EntryChangeOutcome>;

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
