import type { UnixMs } from '../../ground/units.ts';
import type { EntryId, GlossaryEntry } from '../../text/glossary/glossary-entry.ts';

/** The content of an entry. Its languages, words and case rule identify it. */
export type EntryContent = Omit<GlossaryEntry, 'id' | 'addedIn'> & {
  /** For users; empty for none. */
  readonly note: string;
};

export type StoredEntry = EntryContent & {
  readonly id: EntryId;
  readonly createdAt: UnixMs;
  /** The author: `operator`, or the id of an account. */
  readonly createdBy: string;
};

/** The fields of an entry beside its languages, as JSON of the API, the command line and exports. */
export function entryWords({ term, translation, caseRule, partOfSpeech, note }: EntryContent) {
  return { term, translation: translation ?? null, case: caseRule, part_of_speech: partOfSpeech ?? null, note };
}

/** Maximum of live entries of one account. */
export const accountEntriesMax = 100_000;
/** Maximum of UTF-16 units in all terms of an account, without translations. Limits the memory of the index. */
export const termsLengthMax = 4_000_000;
/** Maximum of code points of a term, and of its translation. */
export const termCharactersMax = 200;
export const termWordsMax = 20;
/** Maximum of code points of a note. */
export const noteCharactersMax = 500;
