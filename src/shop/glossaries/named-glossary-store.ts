import type { Unit, UnixMs } from '../../ground/units.ts';
import type { LanguagePair } from '../../text/languages/language.ts';
import type { AccountId } from '../accounts/account.ts';

export type NamedGlossaryId = Unit<string, 'NamedGlossaryId'>;

/** The entries of a named glossary for one pair. */
export type NamedDictionary = LanguagePair & {
  readonly entryCount: number;
  /** Another one after each change. */
  readonly revision: string;
};

/** Entries that only apply to requests that name them, before those of the account's glossary. */
export type NamedGlossary = {
  readonly id: NamedGlossaryId;
  readonly name: string;
  readonly createdAt: UnixMs;
  /** At most one for each pair, in the order of their languages. */
  readonly dictionaries: readonly NamedDictionary[];
};

export type GlossaryPlace = { readonly accountId: AccountId; readonly id: NamedGlossaryId };

/** A dictionary to read. */
export type DictionaryPlace = LanguagePair & GlossaryPlace & { readonly revision: string };

/** `entries`: JSON of pairs of a term and its translation. */
export type NewDictionary = NamedDictionary & { readonly entries: string };

export type NewNamedGlossary = Omit<NamedGlossary, 'dictionaries'> &
  GlossaryPlace & { readonly dictionaries: readonly NewDictionary[] };

export type NamedGlossaryChange = GlossaryPlace & {
  /** Undefined: unchanged. */
  readonly name: string | undefined;
  /** Replaces the dictionary of its pair if that has the revision `instead`. Undefined for no such dictionary. */
  readonly dictionary: (NewDictionary & { readonly instead: string | undefined }) | undefined;
};

/** Limits of all named glossaries of an account. */
export const namedLimits = { glossaries: 1_000, entries: 100_000, lengthOfEntries: 8_000_000 } as const;

/** The database of named glossaries. Every method is one atomic step. */
export type NamedGlossaryStore = {
  /** Oldest first. */
  listNamed(accountId: AccountId): Promise<readonly NamedGlossary[]>;
  findNamed(place: GlossaryPlace): Promise<NamedGlossary | undefined>;
  /** Returns the entries as they were stored; undefined if the dictionary has another revision or does not exist. */
  readDictionary(place: DictionaryPlace): Promise<string | undefined>;
  /** `too_many`: more than `namedLimits`. */
  createNamed(glossary: NewNamedGlossary): Promise<'created' | 'no_account' | 'too_many'>;
  changeNamed(change: NamedGlossaryChange): Promise<'changed' | 'missing' | 'outdated' | 'too_many'>;
  /** Returns whether the glossary existed. */
  removeNamed(place: GlossaryPlace): Promise<boolean>;
  /** Returns whether the dictionary existed. */
  removeDictionary(place: GlossaryPlace & LanguagePair): Promise<boolean>;
};

/** Returns the entries of a stored dictionary. */
export function unpackNamed(entries: string): readonly (readonly [term: string, translation: string])[] {
  return JSON.parse(entries) as [string, string][];
}
