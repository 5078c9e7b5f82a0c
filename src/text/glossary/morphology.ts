import type { LanguageTag } from '../languages/language.ts';
import type { PartOfSpeech } from './glossary-entry.ts';

export type GrammaticalNumber = 'singular' | 'plural';

export type GrammaticalGender = 'masculine' | 'feminine' | 'neuter' | 'common';

export type WordReading = {
  /** The dictionary form, in small letters unless it is a name. */
  readonly lemma: string;
  readonly partOfSpeech: PartOfSpeech;
  /** Undefined if the word does not show it. */
  readonly number: GrammaticalNumber | undefined;
  readonly gender: GrammaticalGender | undefined;
};

/** Forms and readings of words. A dictionary that fails is treated as one that is not installed. */
export type Morphology = {
  /** Readings of each word, likeliest first; unknown words have none. `known`: the dictionary exists and works. */
  read(
    language: LanguageTag,
    words: readonly string[],
  ): Promise<{ readonly known: boolean; readonly readings: ReadonlyMap<string, readonly WordReading[]> }>;
  /** Returns the other `number` of `nouns`, which may have several words. Nouns without a known one have no entry. */
  numbersOf(
    language: LanguageTag,
    nouns: readonly string[],
    number: GrammaticalNumber,
  ): Promise<ReadonlyMap<string, string>>;
  /** All forms of `nouns`, in languages with more than number. None for several words, and for unknown nouns. */
  formsOf(language: LanguageTag, nouns: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
};
