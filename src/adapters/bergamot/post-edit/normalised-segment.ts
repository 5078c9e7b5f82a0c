import type { LanguagePair } from '../../../text/languages/language.ts';
import { lettersOfLanguage } from '../../../text/languages/script-letters.ts';
import { capitalised, normaliseCapitals } from './capitals.ts';
import { normaliseCentury } from './centuries.ts';
import { translateCopiedNames, translateName } from './display-names.ts';
import { normaliseFewWords } from './few-words.ts';
import { normaliseNumbers } from './figures-for-words.ts';
import { addOpeningQuestionMark, matchFinalPunctuation } from './final-punctuation.ts';
import type { Normalised } from './normalised.ts';
import { removeStutter } from './stutter.ts';

export type NormalisedSegment = Normalised & {
  /**
   * The same with a capital, if one or two words may be names: the engine translates both, and uses this one if
   * `isMoreConfident`. Undefined for nearly all segments. Restored in the same way.
   */
  readonly other: string | undefined;
  /** Whether a translation of `text` has all figures that were written for words. If not, the words are better. */
  hasFigures(translation: string): boolean;
};

const letter = /\p{L}/u;

/**
 * Repairs what small neural models get wrong: names of countries, numbers in words, centuries, text in capitals, single
 * words, repeated words, punctuation at the end of a sentence, and text in an unknown script, for which they invent a
 * translation. Tokens stay as they are.
 *
 * Pure, deterministic, linear in the length of the segment and of its translation.
 *
 * @param segment as an engine gets it (`text/engine/engine.ts`)
 * @param options whether numbers stay in words
 */
export function normaliseSegment(
  segment: string,
  pair: LanguagePair,
  options: { readonly keepsWords?: boolean } = {},
): NormalisedSegment {
  const own = lettersOfLanguage(pair.source);
  const isForeign = !(own?.any ?? letter).test(segment);
  const ready = isForeign ? segment : translateName(segment, pair);
  if (ready !== undefined) return { text: '', other: undefined, restore: () => ready, hasFigures: () => true };
  const numbers = normaliseNumbers(segment, pair, options);
  const century = normaliseCentury(numbers.text, pair);
  const { text, restore } = normaliseCapitals(century.text, pair);
  const { text: lowered, other } = normaliseFewWords({ segment: century.text, text }, pair.source);
  return {
    text: addOpeningQuestionMark(lowered, pair.source),
    other,
    hasFigures: numbers.hasFigures,
    restore: (translation) => {
      const trimmed = translation.trim();
      if (trimmed === '') return '';
      const single = removeStutter(segment, trimmed, pair);
      const begun = other === undefined ? single : capitalised(single, pair.target);
      const edited = numbers.restore(century.restore(matchFinalPunctuation(segment, restore(begun), pair)));
      return translateCopiedNames(segment, edited, pair);
    },
  };
}

/**
 * Factor for the confidence in a word with a capital. Of 105 Spanish nouns and 28 names that begin with one, the
 * starter model translates 102 and 24 well with this share, 81 and 26 with 1, 102 and 23 with 0.5.
 */
const capitalShareMax = 0.7;

/**
 * Whether to use the translation of `other`. Confidences are from 0 to 1: the geometric mean of the probabilities of
 * the pieces of the translation; undefined if the engine reports none.
 *
 * @param isCopy whether the translation of the text is the text: `alemania`, where the model knows only `Alemania`
 */
export function isMoreConfident(other: number | undefined, text: number | undefined, { isCopy = false } = {}): boolean {
  return text !== undefined && other !== undefined && other * (isCopy ? 1 : capitalShareMax) > text;
}
