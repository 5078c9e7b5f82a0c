import type { LanguagePair } from '../languages/language.ts';
import { lettersOfLanguage } from '../languages/script-letters.ts';
import { easeCapitals } from './capitals.ts';
import { withLikeEnd } from './final-signs.ts';

/** A segment as a small neural model translates it best. */
export type Eased = {
  /** Empty where there is nothing for the model: `restore('')` is the translation then. */
  readonly text: string;
  /** Makes a translation of `text` one of the segment. What is empty, because the engine gave up, stays empty. */
  restore(translation: string): string;
};

const letter = /\p{L}/u;

/**
 * Puts right around a small neural model what such models get wrong: text in capitals, single words, what stands at the
 * end of a sentence, and text in a script that they have never seen, upon which they invent. Tokens stay as they are.
 *
 * Pure, deterministic, linear in the length of the segment and of its translation.
 *
 * @param segment as an engine gets it (`core/engine/engine.ts`)
 */
export function easeSegment(segment: string, pair: LanguagePair): Eased {
  const own = lettersOfLanguage(pair.source);
  if (own !== undefined && !own.any.test(segment) && letter.test(segment)) {
    return { text: '', restore: () => segment };
  }
  const eased = easeCapitals(segment, pair);
  return {
    text: eased.text,
    restore: (translation) => {
      if (translation.trim() === '') return '';
      return withLikeEnd({ segment, pair }, eased.restore(translation.trim()));
    },
  };
}
