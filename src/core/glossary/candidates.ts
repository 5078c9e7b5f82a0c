import type { LanguageTag } from '../languages/language.ts';
import { nextRound } from '../steps.ts';
import { type Lexicon, readLexicon } from './candidate-lexicon.ts';
import { namesIn } from './candidate-names.ts';
import { ngramsOf, type WordClass } from './candidate-phrases.ts';
import { type CandidateSentence, CandidateTally, type FoundPhrase, type TermCandidate } from './candidate-tally.ts';
import { type CandidateWord, readCandidateWords, wordsAsWritten } from './candidate-words.ts';
import type { Morphology, WordReading } from './morphology.ts';
import { lists, wordSet } from './word-lists.ts';

export type CandidateSearch = {
  readonly language: LanguageTag;
  readonly sentences: readonly CandidateSentence[];
  readonly morphology: Pick<Morphology, 'read'>;
  /** How often one must stand there. */
  readonly countMin: number;
};

/** How often others may run while candidates are looked for: after so many sentences. */
const sentencesInTurn = 100;

/**
 * Names and repeated phrases that may be terms, the likeliest first. Time and memory grow in proportion to the text.
 *
 * Scored as C-value: longer and more frequent is likelier, and what stands there mostly as part of a longer one is not.
 * Source: Frantzi, Ananiadou and Mima (2000), "Automatic recognition of multi-word terms: the C-value/NC-value method".
 */
export async function findCandidates(search: CandidateSearch): Promise<readonly TermCandidate[]> {
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

function* phrasesIn(words: readonly CandidateWord[], lexicon: Lexicon): Generator<FoundPhrase> {
  const classes = words.map((word, at) => {
    const own = classOf(word, lexicon);
    // What a noun and a name are joined to is hardly a term: "panel de Acme".
    return own === 'link' && words[at + 1]?.isCapital ? 'function' : own;
  });
  const joins = words.map(({ goesOn }) => goesOn);
  for (const { from, to } of ngramsOf({ classes, joins, ...lexicon })) {
    const phrase = words.slice(from, to);
    const readings = phrase.map((word) => lexicon.readingsOf(word).find(isNominal));
    yield {
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
}

function isNominal({ partOfSpeech }: WordReading): boolean {
  return partOfSpeech === 'noun' || partOfSpeech === 'adjective' || partOfSpeech === 'name';
}

const nounLinks = wordSet(lists.nounLinks);

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
