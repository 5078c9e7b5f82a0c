import type { Unit } from '../../ground/units.ts';
import type { LanguageTag } from '../languages/language.ts';

export type TermId = Unit<string, 'TermId'>;

/**
 * - `exact`: matches only this spelling, and the translation keeps its capitals everywhere.
 * - `follow`: matches any capitals, and the translation takes those of the place: at the start of a sentence, in a
 * heading, in ALL CAPS.
 */
export type CaseRule = 'exact' | 'follow';

export const caseRules: readonly CaseRule[] = ['exact', 'follow'];

export type PartOfSpeech = 'noun' | 'name' | 'adjective' | 'verb' | 'other';

export const partsOfSpeech: readonly PartOfSpeech[] = ['noun', 'name', 'adjective', 'verb', 'other'];

/** Stands for every language, in terms that are not translated. */
export const anyLanguage = '*';

export type TermLanguage = LanguageTag | typeof anyLanguage;

/** An entry of a glossary as matching needs it; fewer fields make 50,000 quick to read. */
export type GlossaryEntry = {
  readonly id: TermId;
  readonly source: TermLanguage;
  readonly target: TermLanguage;
  readonly term: string;
  readonly translation: string | undefined;
  readonly caseRule: CaseRule;
  readonly partOfSpeech: PartOfSpeech | undefined;
  /** The version of the glossary that added it: of terms that match the same words, the newest wins. */
  readonly addedIn: number;
};
