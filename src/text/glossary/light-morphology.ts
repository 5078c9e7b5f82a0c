import { pluralOf, singularsOf } from '../../../packages/morphology/src/index.ts';
import type { LanguageTag } from '../languages/language.ts';
import type { GrammaticalNumber } from './morphology.ts';
import { isInvariable, isLikelyAdjective, joinWords, numberPlace, wordsOfNoun } from './noun-phrases.ts';

/** Returns a noun in another number, by the endings of its words; undefined if that would be a guess. */
export function lightForm(language: LanguageTag, noun: string, number: GrammaticalNumber): string | undefined {
  const parts = wordsOfNoun(language, noun);
  const words = parts.map(({ word }) => word);
  const place = numberPlace(language, words);
  if (place === undefined) return undefined;
  const written = words.map((word, index) => {
    if (index < place.from || index >= place.to) return word;
    if (index > place.from && isInvariable(word)) return word;
    if (index > place.from && !isAdjectiveIn(language, word, number))
      return parts[index - 1]?.joint === '-' ? word : undefined;
    return lightWord(language, word, number);
  });
  const form = written.every((word) => word !== undefined) ? joinWords(parts, written) : noun;
  return form === noun ? undefined : form;
}

/** One word of a noun, by its ending. */
export function lightWord(language: LanguageTag, word: string, number: GrammaticalNumber): string | undefined {
  if (number === 'plural') return pluralOf(language, word);
  const [only, ...others] = singularsOf(language, word);
  return others.length === 0 ? only : undefined;
}

/** Whether a word next to a noun is probably an adjective that agrees with it. */
export function isAdjectiveIn(language: LanguageTag, word: string, number: GrammaticalNumber): boolean {
  const listed = number === 'plural' ? word : lightWord(language, word, 'singular');
  return listed !== undefined && isLikelyAdjective(language, listed);
}
