import { capitalNouns, lists, wordSet } from '../../text/glossary/word-lists.ts';
import type { Lexicon } from './candidate-lexicon.ts';
import type { FoundPhrase } from './candidate-tally.ts';
import { type CandidateWord, isHeading, wordsAsWritten } from './candidate-words.ts';

/** Small words allowed inside a name, between two capitals. */
const nameJoints = wordSet(lists.nameJoints);

/** Returns sequences of words with capitals, with small words between them. */
export function namesIn(sentence: string, words: readonly CandidateWord[], lexicon: Lexicon): readonly FoundPhrase[] {
  const [language = ''] = lexicon.language.split('-');
  if (capitalNouns.has(language) || isHeading(sentence, words)) return [];
  const names: FoundPhrase[] = [];
  for (let from = 0; from < words.length; from++) {
    const to = nameEnd(words, from);
    if (to === from) continue;
    for (const part of partsOfName(words.slice(from, to))) {
      const name = withoutSentenceCapital(part, lexicon);
      if (name.length > 0) names.push(nameOf(name));
      // The first word may be capitalised only because it starts the sentence.
      if (name.length > 1 && name[0]?.isFirst) names.push(nameOf(name.slice(1)));
    }
    from = to - 1;
  }
  return names;
}

/** Returns the parts between small words, and their joins: `Ana Ruiz of the Bank of Spain` has one to three names. */
function partsOfName(name: readonly CandidateWord[]): readonly (readonly CandidateWord[])[] {
  const starts = name.flatMap((word, at) => (isBig(word) && !isBig(name[at - 1]) ? [at] : []));
  const ends = name.flatMap((word, at) => (isBig(word) && !isBig(name[at + 1]) ? [at + 1] : []));
  return starts.flatMap((start) => ends.filter((end) => end > start).map((end) => name.slice(start, end)));
}

function isBig(word: CandidateWord | undefined): boolean {
  return word !== undefined && (word.isCapital || /^\p{N}/u.test(word.text));
}

const nameWordsMax = 8;

function nameEnd(words: readonly CandidateWord[], from: number): number {
  let end = from;
  for (let at = from; at < words.length && at - from < nameWordsMax; at++) {
    const word = words[at];
    if (word === undefined || (at > from && !word.goesOn)) break;
    if (word.isCapital) end = at + 1;
    else if (at === from || !(nameJoints.has(word.folded) || /^\p{N}+$/u.test(word.text))) break;
    else if (/^\p{N}+$/u.test(word.text)) end = at + 1;
  }
  return end;
}

/** Removes the first word of a sentence if it also occurs in small letters, and function words at the start. */
function withoutSentenceCapital(name: readonly CandidateWord[], lexicon: Lexicon): readonly CandidateWord[] {
  let from = 0;
  for (const word of name) {
    const isPlaces = word.isFirst && from === 0 && lexicon.isSeenSmall(word.folded);
    if (!isPlaces && !lexicon.isFunctionWord(word.folded)) break;
    from++;
  }
  return name.slice(from);
}

function nameOf(name: readonly CandidateWord[]): FoundPhrase {
  const words = wordsAsWritten(name);
  return {
    key: words.toLowerCase(),
    kind: 'name',
    words,
    length: name.length,
    isEvidence: name[0]?.isFirst === false,
    isSingular: true,
    start: name[0]?.start ?? 0,
    end: name.at(-1)?.end ?? 0,
  };
}
