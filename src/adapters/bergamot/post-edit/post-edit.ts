import type { LanguagePair } from '../../../core/languages/language.ts';
import { lettersOfLanguage } from '../../../core/languages/script-letters.ts';
import { easeCapitals, withCapital } from './capitals.ts';
import { easeFewWords } from './few-words.ts';
import { withLikeEnd } from './final-signs.ts';
import { withOpeningQuestion } from './opening-signs.ts';
import { withoutStutter } from './stutter.ts';

/** A segment as a small neural model translates it best. */
export type Eased = {
  /** Empty where there is nothing for the model: `restore('')` is the translation then. */
  readonly text: string;
  /**
   * The same with a capital, where a word or two leave open whether they are names: the engine translates both and takes
   * the one for which `isSurer`. Undefined for nearly all segments. What it becomes is restored in the same way.
   */
  readonly other: string | undefined;
  /** Makes a translation of `text` one of the segment. What is empty, because the engine gave up, stays empty. */
  restore(translation: string): string;
};

const letter = /\p{L}/u;

/**
 * Puts right around a small neural model what such models get wrong: text in capitals, single words, words said twice,
 * what stands at the end of a sentence, and text in a script that they have never seen, upon which they invent. Tokens
 * stay as they are.
 *
 * Pure, deterministic, linear in the length of the segment and of its translation.
 *
 * @param segment as an engine gets it (`core/engine/engine.ts`)
 */
export function easeSegment(segment: string, pair: LanguagePair): Eased {
  const own = lettersOfLanguage(pair.source);
  if (!(own?.any ?? letter).test(segment)) {
    return { text: '', other: undefined, restore: () => segment };
  }
  const { text, restore } = easeCapitals(segment, pair);
  const { text: written, other } = easeFewWords({ segment, text }, pair.source);
  const isLowered = other !== undefined;
  return {
    text: withOpeningQuestion(written, pair.source),
    other,
    restore: (translation) => {
      const trimmed = translation.trim();
      if (trimmed === '') return '';
      const single = withoutStutter(segment, trimmed, pair);
      const begun = isLowered ? withCapital(single, pair.target) : single;
      return withLikeEnd({ segment, pair }, restore(begun));
    },
  };
}

/**
 * How much more confident a model must be of a word with a capital, as a share. Of 105 Spanish nouns and 28 names that begin
 * with one, the test model translates 99 and 26 well with this share, 87 and 28 with 1, 101 and 20 with 0.5.
 */
const capitalShareMax = 0.8;

/**
 * Whether to take the translation of `other`. Confidences are from 0 to 1: the geometric mean of the probabilities of
 * the pieces of the translation; undefined if the engine reports none.
 */
export function isSurer(confidences: {
  readonly text: number | undefined;
  readonly other: number | undefined;
}): boolean {
  const { text, other } = confidences;
  return text !== undefined && other !== undefined && other * capitalShareMax > text;
}
