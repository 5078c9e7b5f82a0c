import type { Morphology, WordReading } from '../../text/glossary/morphology.ts';
import { functionWordsOf } from '../../text/glossary/word-lists.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import type { CandidateWord } from './candidate-words.ts';

/** Limit of different words per dictionary lookup. */
const wordsReadMax = 50_000;

/** Dictionary readings and function words for the words of the documents. */
export type Lexicon = {
  readonly language: LanguageTag;
  readonly isFunctionWord: (folded: string) => boolean;
  /** Whether the word occurs without a capital. */
  readonly isSeenSmall: (folded: string) => boolean;
  readonly hasDictionary: boolean;
  readonly readingsOf: (word: CandidateWord) => readonly WordReading[];
};

/** @param sentences by their words */
export async function readLexicon(
  { language, morphology }: { readonly language: LanguageTag; readonly morphology: Pick<Morphology, 'read'> },
  sentences: readonly { readonly words: readonly CandidateWord[] }[],
): Promise<Lexicon> {
  const small = new Set<string>();
  const distinct = new Set<string>();
  for (const { words } of sentences) {
    for (const { text, folded, isCapital, isFirst } of words) {
      if (!isCapital) small.add(folded);
      if (distinct.size >= wordsReadMax) continue;
      distinct.add(text);
      if (isFirst) distinct.add(folded);
    }
  }
  const { known, readings } = await morphology.read(language, [...distinct]);
  const functionWords = functionWordsOf(language);
  return {
    language,
    hasDictionary: known,
    isFunctionWord: (folded) => functionWords.has(folded.replace(/['’]$/, '')),
    isSeenSmall: (folded) => small.has(folded),
    readingsOf: ({ text, folded }) => readings.get(text) ?? readings.get(folded) ?? [],
  };
}
