import { eldCodes, eldKin, messages, priorOf } from './profiles.ts';
import { type WordLists, WordModel, wordsOf } from './word-model.ts';

/** The part of npm's `eld` that is used: it scores texts by a table of n-grams. */
export type Eld = {
  newInstance(): Eld;
  setLanguageSubset(codes: string[]): unknown;
  detect(text: string): { getScores(): Record<string, number> };
};

/** eld receives only the beginning of a sample, in UTF-16 units; for longer texts words are better evidence. */
const eldLength = 100;

/** eld reads about one n-gram for three letters. Beyond ten n-grams their weight no longer grows. */
const lettersPerGram = 3;
const gramsMax = 10;

/**
 * Weights of evidence: logarithms of likelihoods of dependent events. Fitted by softmax regression on the even lines of
 * FLORES-200 dev, on translated program messages and on our own sentences.
 */
const weights = { eld: 0.0125, listed: 1.15, spelling: 0.22 };

/** In texts of at most so many words, the languages with the most speakers are likelier. */
const thinWordsMax = 2;

/** eld is not called if the words give one language a greater lead: it hardly ever changes the result then. */
const eldReach = 10;

/** Natural logarithm of the likelihood by language, up to a constant. Empty for a text without evidence. */
export type LanguageScores = ReadonlyMap<string, number>;

/** Scores texts of one script by their words, their spelling and eld's n-grams. */
export class LanguageScorer {
  readonly #eld: Eld;
  readonly #model: WordModel;
  readonly #priors: readonly number[];

  /** @param lists word lists by the language names of `profiles.ts` */
  constructor(detector: Eld, lists: WordLists) {
    this.#model = new WordModel(lists, messages);
    this.#priors = this.#model.languages.map(priorOf);
    const codes = this.#model.languages.map((language) => eldCodes[language] ?? language);
    this.#eld = detector.newInstance();
    // eld sorts the scores of its languages, which takes longer than finding them if it has all sixty.
    this.#eld.setLanguageSubset(codes);
  }

  score(sample: string): LanguageScores {
    const words = wordsOf(sample);
    const { listed, spelling } = this.#model.weigh(words);
    const letters = words.reduce((sum, word) => sum + word.length, 0);
    const grams = Math.min(gramsMax, letters / lettersPerGram);
    const priorMax = words.length <= thinWordsMax ? 1 : 0;
    const scores = this.#priors.map((prior, index) => {
      return listed[index]! * weights.listed + spelling[index]! * weights.spelling + Math.min(prior, priorMax);
    });
    if (leadOf(scores) < eldReach) {
      const strengths = eldStrengths(this.#eld, sample);
      const best = Math.max(0, ...Object.values(strengths));
      if (best === 0 && listed.every((gain) => gain === 0)) return new Map();
      for (const [index, language] of this.#model.languages.entries()) {
        scores[index]! += grams * weights.eld * strengthOf(language, strengths, best);
      }
    }
    return new Map(this.#model.languages.map((language, index) => [language, scores[index]!]));
  }
}

/** Weight of one point of eld's strength if there is no other evidence. */
const aloneWeight = 0.3;

/** For scripts of a few languages that eld distinguishes without word lists. */
export class EldScorer {
  readonly #eld: Eld;
  readonly #languages: readonly string[];

  constructor(detector: Eld, languages: readonly string[]) {
    this.#languages = languages;
    this.#eld = detector.newInstance();
    this.#eld.setLanguageSubset(languages.map((language) => eldCodes[language] ?? language));
  }

  score(sample: string): LanguageScores {
    const strengths = eldStrengths(this.#eld, sample);
    const ofLanguage = (language: string) => strengths[eldCodes[language] ?? language] ?? 0;
    if (this.#languages.every((language) => ofLanguage(language) === 0)) return new Map();
    return new Map(
      this.#languages.map((language) => [language, ofLanguage(language) * aloneWeight + priorOf(language)] as const),
    );
  }
}

/** By eld's codes, the mean weight of the n-grams at the beginning of `sample`; absent if it found none. */
function eldStrengths(detector: Eld, sample: string): Readonly<Record<string, number>> {
  const end = sample.length <= eldLength ? sample.length : sample.lastIndexOf(' ', eldLength);
  const strengths = detector.detect(sample.slice(0, end < 1 ? eldLength : end)).getScores();
  // eld scales a mean m to m / (m + 25). This undoes it, because scores are sums of means.
  for (const code in strengths) strengths[code] = (25 * strengths[code]!) / (1 - strengths[code]!);
  return strengths;
}

function strengthOf(language: string, strengths: Readonly<Record<string, number>>, best: number): number {
  const kin = eldKin[language];
  if (kin === undefined) return strengths[eldCodes[language] ?? language] ?? 0;
  if (kin.length === 0) return best;
  let sum = 0;
  for (const one of kin) {
    sum += typeof one === 'string' ? (strengths[one] ?? 0) : Math.max(...one.map((code) => strengths[code] ?? 0));
  }
  return sum / kin.length;
}

function leadOf(scores: readonly number[]): number {
  let [first, second] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const score of scores) {
    if (score > first) [first, second] = [score, first];
    else if (score > second) second = score;
  }
  return first - second;
}
