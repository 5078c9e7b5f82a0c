import { unspacedLetter } from '../../../text/checks/words.ts';
import { writeToken } from '../../../text/document/token.ts';
import { capitalNouns } from '../../../text/glossary/word-lists.ts';
import type { LanguagePair, LanguageTag } from '../../../text/languages/language.ts';
import { tagParts } from '../../../text/languages/language-tag.ts';
import { lettersOfLanguage } from '../../../text/languages/script-letters.ts';
import { capitalised, normaliseCapitals } from './capitals.ts';
import { normaliseCentury } from './centuries.ts';
import { translateCopiedNames, translateName } from './display-names.ts';
import { normaliseNumbers } from './figures-for-words.ts';
import { addOpeningQuestionMark, endingOf, matchFinalPunctuation } from './final-punctuation.ts';
import type { Normalised } from './normalised.ts';

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
 * words, punctuation at the end of a sentence, and text in an unknown script, for which they invent a
 * translation. Tokens stay as they are.
 *
 * Pure, deterministic, linear in the length of the segment and of its translation.
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
      const begun = other === undefined ? trimmed : capitalised(trimmed, pair.target);
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
 * @param isCopy whether the translation of the text is the text: `alemania`, where the model knows only `Alemania`
 */
export function isMoreConfident(other: number | undefined, text: number | undefined, { isCopy = false } = {}): boolean {
  return text !== undefined && other !== undefined && other * (isCopy ? 1 : capitalShareMax) > text;
}

/** More words are a sentence, or a heading with enough context. */
const wordsMax = 3;

const word = /\p{L}[\p{L}\p{M}'’]*/gu;
const wordLead = writeToken('word', 0).charAt(0);
const capitalStart = /^\p{Lu}\p{M}*(?:\p{Ll}|$)/u;
const inCapitals = /^\p{Lu}{2,4}$/u;
const openingMarks = /[¿¡]/g;

/**
 * Lower-cases one word, or two or three without end punctuation. A noun such as "Puerta" is rare at the start of a
 * sentence in training data: models treat it as a name or invent a sentence around it. A single word loses its
 * punctuation.
 * @param text `segment` in lower case if it is in capitals, else the same
 */
function normaliseFewWords(
  { segment, text }: { readonly segment: string; readonly text: string },
  language: LanguageTag,
): { readonly text: string; readonly other?: string } {
  if (text.includes(wordLead) || unspacedLetter.test(text)) return { text };
  const found = text.match(word) ?? [];
  const first = found[0];
  if (first === undefined || found.length > wordsMax) return { text };
  const ending = endingOf(text, language);
  const isSingle = found.length === 1;
  if (!isSingle && ending.kinds.length > 0) return { text };
  const bare = isSingle ? (text.slice(0, ending.start) + text.slice(ending.end)).replaceAll(openingMarks, '') : text;
  if (!capitalStart.test(first) || capitalNouns.has(tagParts(language).language)) return { text: bare };
  const other = inCapitals.test(segment) ? segment : bare;
  return { text: bare.replace(first, () => first.toLocaleLowerCase(language)), other };
}
