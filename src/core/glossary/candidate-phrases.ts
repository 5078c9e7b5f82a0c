import type { LanguageTag } from '../languages/language.ts';
import { lists, wordSet } from './word-lists.ts';

/** What a word may be in a phrase. `any`: nothing is known of it. */
export type WordClass = 'noun' | 'adjective' | 'unknown' | 'any' | 'link' | 'function' | 'figure';

export type PhraseSentence = {
  readonly language: LanguageTag;
  readonly hasDictionary: boolean;
  readonly classes: readonly WordClass[];
  /** For each word whether it goes on right behind the one before. */
  readonly joins: readonly boolean[];
};

const phraseWordsMax = 5;

/** Languages that write adjectives behind nouns, mostly, and join nouns by a word such as `de`. */
const romance = wordSet(lists.romance);

/** Possible phrases of a sentence: word indices, end exclusive. At most five words, so linear in the sentence. */
export function* ngramsOf(sentence: PhraseSentence): Generator<{ readonly from: number; readonly to: number }> {
  const { classes, joins, hasDictionary } = sentence;
  const [base = ''] = sentence.language.split('-');
  const isPhrase = !hasDictionary ? isUnbroken : romance.has(base) ? isNounFirst : isNounLast;
  for (let from = 0; from < classes.length; from++) {
    const end = Math.min(classes.length, from + phraseWordsMax);
    for (let to = from + 1; to <= end; to++) {
      if (to - 1 > from && joins[to - 1] !== true) break;
      if (isPhrase(classes.slice(from, to))) yield { from, to };
    }
  }
}

const isNoun = (each: WordClass | undefined) => each === 'noun' || each === 'unknown';

/** Of one word only what a dictionary does not know: else every noun would be one. */
function isLong(phrase: readonly WordClass[]): boolean {
  return phrase.length > 1 || phrase[0] === 'unknown';
}

/** `tarjeta de crédito`, `energía solar renovable`. */
function isNounFirst(phrase: readonly WordClass[]): boolean {
  if (!isLong(phrase) || !isNoun(phrase[0]) || phrase.at(-1) === 'link' || phrase.at(-1) === 'figure') return false;
  return phrase.every((each, index) => {
    if (each === 'link') return isNoun(phrase[index + 1]);
    return isNoun(each) || each === 'adjective';
  });
}

/** `solar panel`, `credit card number`. */
function isNounLast(phrase: readonly WordClass[]): boolean {
  return isLong(phrase) && isNoun(phrase.at(-1)) && phrase.every((each) => isNoun(each) || each === 'adjective');
}

/** Two to four words, without function words. */
function isUnbroken(phrase: readonly WordClass[]): boolean {
  return phrase.length > 1 && phrase.length <= 4 && phrase.every((each) => each === 'any');
}
