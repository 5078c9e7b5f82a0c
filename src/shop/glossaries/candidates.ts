import { nextRound } from '../../ground/steps.ts';
import type { Morphology } from '../../text/glossary/morphology.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import { readLexicon } from './candidate-lexicon.ts';
import { namesIn } from './candidate-names.ts';
import { phrasesIn } from './candidate-phrases.ts';
import { type CandidateSentence, CandidateTally, type EntryCandidate } from './candidate-tally.ts';
import { type CandidateWord, readCandidateWords } from './candidate-words.ts';

export type CandidateSearch = {
  readonly language: LanguageTag;
  readonly sentences: readonly CandidateSentence[];
  readonly morphology: Pick<Morphology, 'read'>;
  /** Minimum of occurrences of a candidate. */
  readonly countMin: number;
};

/** Sentences between two pauses. */
const sentencesInTurn = 100;

/**
 * Returns names and repeated phrases that may be terms, likeliest first. Time and memory are linear in the text.
 *
 * The score is the C-value: higher for longer and more frequent phrases, lower for parts of longer candidates.
 * Source: Frantzi, Ananiadou and Mima (2000), "Automatic recognition of multi-word terms: the C-value/NC-value method".
 */
export async function findCandidates(search: CandidateSearch): Promise<readonly EntryCandidate[]> {
  const sentences: { readonly sentence: CandidateSentence; readonly words: readonly CandidateWord[] }[] = [];
  for (const sentence of search.sentences) {
    if (sentences.length % sentencesInTurn === sentencesInTurn - 1) await nextRound();
    sentences.push({ sentence, words: readCandidateWords(sentence.text, search.language) });
  }
  const lexicon = await readLexicon(search, sentences);
  const tally = new CandidateTally();
  for (const [index, { sentence, words }] of sentences.entries()) {
    if (index % sentencesInTurn === sentencesInTurn - 1) await nextRound();
    for (const found of [...namesIn(sentence.text, words, lexicon), ...phrasesIn(words, lexicon)]) {
      tally.add(found, { sentence, start: found.start, end: found.end });
    }
  }
  return tally.ranked(search.countMin);
}
