import type { Unit } from '../../ground/units.ts';
import type { LanguageTag } from '../languages/language.ts';

export type EntryId = Unit<string, 'EntryId'>;

/**
 * - `exact`: matches only this spelling, and the translation keeps its capitals everywhere.
 * - `follow`: matches in any case. The translation is capitalised as its place requires: at the start of a sentence, in a
 * heading, in ALL CAPS.
 */
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
