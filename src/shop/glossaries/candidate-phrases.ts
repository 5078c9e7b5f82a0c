import type { WordReading } from '../../text/glossary/morphology.ts';
import { lists, wordSet } from '../../text/glossary/word-lists.ts';
import { tagParts } from '../../text/languages/language-tag.ts';
import type { Lexicon } from './candidate-lexicon.ts';
import type { FoundPhrase } from './candidate-tally.ts';
import { type CandidateWord, wordsAsWritten } from './candidate-words.ts';

/** The class of a word in a phrase. `any`: there is no dictionary. */
type WordClass = 'noun' | 'adjective' | 'unknown' | 'any' | 'link' | 'function' | 'figure';

const phraseWordsMax = 5;

/** Languages with most adjectives after the noun, and with a word such as `de` between nouns. */
const romance = wordSet(lists.romance);

const nounLinks = wordSet(lists.nounLinks);

/** Yields noun phrases of at most five words. Time is linear in the length. */
export function* phrasesIn(words: readonly CandidateWord[], lexicon: Lexicon): Generator<FoundPhrase> {
  const { language, hasDictionary, readingsOf } = lexicon;
  const classes = words.map((word, at) => {
    const own = classOf(word, lexicon);
    // A noun that is linked to a name is rarely a term: "panel de Acme".
    return own === 'link' && words[at + 1]?.isCapital ? 'function' : own;
  });
  const isNounPhrase = romance.has(tagParts(language).language) ? isNounFirst : isNounLast;
  const isPhrase = hasDictionary ? isNounPhrase : isUnbroken;
  for (const from of words.keys()) {
    const end = Math.min(words.length, from + phraseWordsMax);
    for (let to = from + 1; to <= end; to++) {
      if (to - 1 > from && words[to - 1]?.goesOn !== true) break;
      if (isPhrase(classes.slice(from, to))) yield phraseOf(words.slice(from, to), readingsOf);
    }
  }
}

function phraseOf(phrase: readonly CandidateWord[], readingsOf: Lexicon['readingsOf']): FoundPhrase {
  const readings = phrase.map((word) => readingsOf(word).find(isNominal));
  return {
    key: phrase.map(({ folded }, index) => readings[index]?.lemma.toLowerCase() ?? folded).join(' '),
    kind: 'phrase',
    words: wordsAsWritten(phrase),
    length: phrase.length,
    isEvidence: true,
    isSingular: readings.every((reading) => reading?.number !== 'plural'),
    start: phrase[0]?.start ?? 0,
    end: phrase.at(-1)?.end ?? 0,
  };
}

function isNominal({ partOfSpeech }: WordReading): boolean {
  return partOfSpeech === 'noun' || partOfSpeech === 'adjective' || partOfSpeech === 'name';
}

function classOf(word: CandidateWord, lexicon: Lexicon): WordClass {
  const { folded, text } = word;
  if (nounLinks.has(folded)) return 'link';
  if (lexicon.isFunctionWord(folded)) return 'function';
  if (!/\p{L}/u.test(text)) return 'figure';
  if (!lexicon.hasDictionary) return 'any';
  const readings = lexicon.readingsOf(word);
  if (readings.length === 0) return 'unknown';
  if (readings.some(({ partOfSpeech }) => partOfSpeech === 'noun' || partOfSpeech === 'name')) return 'noun';
  return readings.some(({ partOfSpeech }) => partOfSpeech === 'adjective') ? 'adjective' : 'function';
}

const isNoun = (each: WordClass | undefined) => each === 'noun' || each === 'unknown';

/** A single word is a candidate only if no dictionary has it. Otherwise every noun would be one. */
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
