import type { Unit } from '../../ground/units.ts';
import type { LanguageTag } from '../languages/language.ts';

export type EntryId = Unit<string, 'EntryId'>;

/** `exact`: only this spelling, in translations too. `follow`: any case, and translations are capitalised by place. */
export type CaseRule = 'exact' | 'follow';

export const caseRules: readonly CaseRule[] = ['exact', 'follow'];

export type PartOfSpeech = 'noun' | 'name' | 'adjective' | 'verb' | 'other';

export const partsOfSpeech: readonly PartOfSpeech[] = ['noun', 'name', 'adjective', 'verb', 'other'];

/** Every language, in do-not-translate entries. */
export const anyLanguage = '*';

export type EntryLanguage = LanguageTag | typeof anyLanguage;

/** The fields of a glossary entry that matching needs. Few fields, so that 50,000 entries are read quickly. */
export type GlossaryEntry = {
  readonly id: EntryId;
  readonly source: EntryLanguage;
  readonly target: EntryLanguage;
  /** NFC, one line, no white space at its ends, at least one letter or digit. */
  readonly term: string;
  /** Undefined: a do-not-translate entry, copied unchanged. */
  readonly translation: string | undefined;
  readonly caseRule: CaseRule;
  readonly partOfSpeech: PartOfSpeech | undefined;
  /** The glossary version that added the entry. If several entries match the same words, the newest applies. */
  readonly addedIn: number;
};

/** A glossary entry and its place in a sentence. */
export type EntryMatch = {
  readonly entry: GlossaryEntry;
  /** UTF-16 offsets in the sentence, end exclusive, from the first word of the entry to its last; may include tokens. */
  readonly start: number;
  readonly end: number;
  /** Set if the words are the plural of those in the entry. */
  readonly number: 'plural' | undefined;
};

/** A matched entry with its form in the translation. */
export type EntryUse = EntryMatch & {
  /** The words in the sentence without tokens, with one space for white space. */
  readonly words: string;
  /** The translation in the right number, with the entry's capitals. */
  readonly wanted: string;
  /** Accepted forms, in other numbers or cases; `wanted` is the first. */
  readonly accepted: readonly string[];
};

/** Newest first; of those added together, exact matches first, then those of a fixed language, then higher ids. */
export function newerFirst(one: GlossaryEntry, other: GlossaryEntry): number {
  return other.addedIn - one.addedIn || certainty(other) - certainty(one) || (one.id > other.id ? -1 : 1);
}

function certainty({ caseRule, source, target }: GlossaryEntry): number {
  return (caseRule === 'exact' ? 4 : 0) + (source === anyLanguage ? 0 : 2) + (target === anyLanguage ? 0 : 1);
}
