import { endingOf } from '../../../text/checks/final-punctuation.ts';
import { addOpeningQuestionMark } from '../../../text/checks/opening-marks.ts';
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
import type { Normalised } from './normalised.ts';

export type NormalisedSegment = Normalised & {
  /** The same with a capital, for one or two words that may be names: used if `isMoreConfident`. Mostly undefined. */
  readonly other: string | undefined;
  /** Whether a translation of `text` has all figures that were written for words. If not, the words are better. */
  hasFigures(translation: string): boolean;
};

const letter = /\p{L}/u;

/**
 * Repairs what small models get wrong: names of countries, numbers in words, centuries, text in capitals, single words,
 * final punctuation, and unknown scripts, for which they invent text. Pure, deterministic, linear.
 * @param segment as an engine gets it (`text/engine/engine.ts`); tokens stay as they are
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
      const edited = numbers.restore(century.restore(restore(begun)));
      return translateCopiedNames(segment, edited, pair);
    },
  };
}

/** Factor for a capital. Of 105 Spanish nouns and 28 names, 102 and 24 are right with it, 81 and 26 with 1. */
const capitalShareMax = 0.7;

/**
 * Confidences are geometric means of the probabilities of pieces, 0 to 1; undefined if the engine reports none.
 * @param isCopy whether the translation is the text: `alemania`, where the model knows only `Alemania`
 */
export function isMoreConfident(other: number | undefined, text: number | undefined, { isCopy = false } = {}): boolean {
  return text !== undefined && other !== undefined && other * (isCopy ? 1 : capitalShareMax) > text;
}

/** More words are a sentence, or a heading with enough context. */
const wordsMax = 3;

const word = /\p{L}[\p{L}\p{M}'’]*/gu;
const wordLead = writeToken('word', 0).charAt(0);
const capitalStart = /^\p{Lu}\p{M}*(?:\p{Ll}|$)/u;
const shortCapitals = /^\p{Lu}{2,4}$/u;
const openingMarks = /[¿¡]/g;

/**
 * Lower-cases one word, or two or three without end punctuation: models treat a noun such as "Puerta" as a name, or
 * invent a sentence. One word loses its punctuation. @param text `segment`, in lower case if it is in capitals
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
  const other = shortCapitals.test(segment) ? segment : bare;
  return { text: bare.replace(first, () => first.toLocaleLowerCase(language)), other };
}
