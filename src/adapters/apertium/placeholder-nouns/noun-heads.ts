import type { GrammaticalGender, GrammaticalNumber, WordReading } from '../../../text/glossary/morphology.ts';
import type { LanguageTag } from '../../../text/languages/language.ts';
import { tagParts } from '../../../text/languages/language-tag.ts';

export type WordReadings = ReadonlyMap<string, readonly WordReading[]>;

/** The head of a term: the word that the others depend on. */
export type Head = {
  readonly word: string;
  /** Whether a dictionary has it; `isNoun`: as a noun. */
  readonly isKnown: boolean;
  readonly isNoun: boolean;
  /** Whether it is in its dictionary form. */
  readonly isListed: boolean;
  readonly gender: GrammaticalGender | undefined;
  readonly number: GrammaticalNumber | undefined;
};

const headLast = new Set(['af', 'da', 'en', 'eu', 'hi', 'is', 'nb', 'nl', 'nn', 'sv', 'ur']);

/** Words after the noun phrase of a term. The noun before them is its head: "point of sale". */
const endsPhrase = new Set(['of', 'for', 'in', 'on', 'to', 'with', 'av', 'för', 'for', 'til', 'till', 'van', 'voor']);

/** A word may have hyphens. */
export const wordPattern = /[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*/gu;

export function splitWords(words: string): readonly string[] {
  return words.match(wordPattern) ?? [];
}

/** Returns the first noun of a term, or the last one in languages with the head at the end. */
export function headOf(words: string, language: LanguageTag, known: WordReadings): Head {
  const isLast = headLast.has(tagParts(language).language);
  const all = splitWords(words);
  const end = isLast ? all.findIndex((word, index) => index > 0 && endsPhrase.has(word.toLowerCase())) : -1;
  const part = end === -1 ? all : all.slice(0, end);
  const order = isLast ? part.toReversed() : part;
  const isNoun = (word: string): boolean => nounOf(known.get(word)) !== undefined;
  const word = order.find(isNoun) ?? order[0] ?? words;
  const noun = nounOf(known.get(word));
  return {
    word,
    isKnown: known.has(word),
    isNoun: noun !== undefined,
    isListed: noun?.lemma.toLowerCase() === word.toLowerCase(),
    gender: noun?.gender,
    number: noun?.number,
  };
}

function nounOf(readings: readonly WordReading[] | undefined): WordReading | undefined {
  return readings?.find(({ partOfSpeech }) => partOfSpeech === 'noun');
}
