import type { UnixMs } from '../../ground/units.ts';
import type { CaseRule, PartOfSpeech, TermId, TermLanguage } from '../../text/glossary/glossary-entry.ts';

/** An entry as a person writes it. Its languages, words and case rule identify it. */
export type TermContent = {
  readonly source: TermLanguage;
  readonly target: TermLanguage;
  /** NFC, one line, no white space at its ends, at least one letter or figure. */
  readonly term: string;
  /** Undefined: a do-not-translate entry, copied unchanged. */
  readonly translation: string | undefined;
  readonly caseRule: CaseRule;
  readonly partOfSpeech: PartOfSpeech | undefined;
  /** For people; empty for none. */
  readonly note: string;
};

export type Term = TermContent & {
  readonly id: TermId;
  readonly createdAt: UnixMs;
  /** Who added it: `operator`, or the id of an account. */
  readonly createdBy: string;
};

/** Live terms of one account. */
export const termsMax = 100_000;
/** UTF-16 units of them together, without translations: an index of terms takes memory by its characters. */
export const termsLengthMax = 4_000_000;
/** Code points of a term, and of its translation. */
export const termCharactersMax = 200;
/** Words of a term. */
export const termWordsMax = 20;
/** Code points. */
export const noteCharactersMax = 500;
