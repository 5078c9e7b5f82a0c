import type { UnixMs } from '../../ground/units.ts';
import type { CaseRule, EntryId, EntryLanguage, PartOfSpeech } from '../../text/glossary/glossary-entry.ts';

/** The content of an entry. Its languages, words and case rule identify it. */
export type EntryContent = {
  readonly source: EntryLanguage;
  readonly target: EntryLanguage;
  /** NFC, one line, no white space at its ends, at least one letter or digit. */
  readonly term: string;
  /** Undefined: a do-not-translate entry, copied unchanged. */
  readonly translation: string | undefined;
  readonly caseRule: CaseRule;
  readonly partOfSpeech: PartOfSpeech | undefined;
  /** For users; empty for none. */
  readonly note: string;
};

export type StoredEntry = EntryContent & {
  readonly id: EntryId;
  readonly createdAt: UnixMs;
  /** The author: `operator`, or the id of an account. */
  readonly createdBy: string;
};

/** Maximum of live entries of one account. */
export const accountEntriesMax = 100_000;
/** Maximum of UTF-16 units in all terms of an account, without translations. Limits the memory of the index. */
export const termsLengthMax = 4_000_000;
/** Maximum of code points of a term, and of its translation. */
export const termCharactersMax = 200;
/** Maximum of words of a term. */
export const termWordsMax = 20;
/** Maximum of code points of a note. */
export const noteCharactersMax = 500;
