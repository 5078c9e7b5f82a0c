import type { LanguageTag } from '../languages/language.ts';
import type { PartOfSpeech } from './glossary-entry.ts';

export type GrammaticalNumber = 'singular' | 'plural';

export type GrammaticalGender = 'masculine' | 'feminine' | 'neuter' | 'common';

/** One way to read a word. */
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
  /**
   * Returns the readings of each of `words` in `language`, likeliest first where known; unknown words have no entry.
   * `known` is false if there is no dictionary of the language or its lookup failed.
   */
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
  /**
   * Returns the forms of each of `nouns` in all numbers, cases and definiteness, in languages that have more than
   * number. Nouns of several words and unknown nouns have no entry.
   */
  formsOf(language: LanguageTag, nouns: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
};
