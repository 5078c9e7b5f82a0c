import { priorOf } from './profiles.ts';
import { SpellingModel } from './spelling-model.ts';

/** A word in lower case, with the apostrophe of an elision (`l'`) and the Catalan middle dot (`l·l`). */
const word = /\p{L}[\p{L}\p{M}·]*['’]?/gu;

/** Longer words are cut: they are compounds, chemical names or not words. */
const wordLengthMax = 24;
const wordsMax = 60;

/** Assumed frequency of the most frequent word; the n-th word is n times rarer. Source: Zipf (1935). */
const topShare = 0.09;
/** Assumed frequency of an unlisted word, a natural logarithm. */
const unlistedLog = -10;
/** Of each language, words that are also listed without their accents, unless a language that is as likely has that word. */
const unaccentedMax = 400;
/** Limit of the gain from a single listed word, which may be a name or a quotation. */
const listedGainMax = 6.5;

/** The first words of a text, in lower case. */
export function wordsOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(word) ?? [];
  return words.slice(0, wordsMax).map((one) => one.slice(0, wordLengthMax).replace('’', "'"));
}

/** Word lists by language: words separated by white space, most frequent first. */
export type WordLists = Readonly<Record<string, string>>;

/** The evidence of a text's words, natural logarithms in the order of the model's languages. */
export type WordEvidence = {
  /** Log-likelihood of the listed words, relative to unlisted words. */
  readonly listed: Float64Array;
  /** Log-likelihood of the spelling of the other words, relative to the likeliest language; 0 or less. */
  readonly spelling: Float64Array;
};

/** The most frequent words of several languages of one script, and a spelling model for other words. */
export class WordModel {
  readonly languages: readonly string[];
  /** By word, the languages that list it, and the gain of each. */
  readonly #listed = new Map<string, { readonly languages: number[]; readonly gains: number[] }>();
  readonly #spelling: SpellingModel;

  /** @param messages words that are often a whole text, by the language to identify them as */
  constructor(lists: WordLists, messages: WordLists) {
    this.languages = Object.keys(lists);
    const vocabularies = Object.values(lists).map((list) => [...new Set(wordsIn(list))]);
    const gains = this.languages.map((name, language) => [
      ...wordsIn(messages[name] ?? '').map((one) => [one, listedGainMax] as const),
      ...(vocabularies[language] ?? []).map((one, rank) => [one, gainOf(rank)] as const),
    ]);
    for (const [language, words] of gains.entries()) for (const [one, gain] of words) this.#list(one, language, gain);
    const priors = this.languages.map(priorOf);
    const rivals = new Map([...this.#listed].map(([one, { languages }]) => [one, languages.map((at) => priors[at]!)]));
    for (const [language, words] of gains.entries()) {
      for (const [one, gain] of words.slice(0, unaccentedMax)) {
        const plain = withoutAccents(one);
        if ((rivals.get(plain) ?? []).every((prior) => prior < priors[language]!)) this.#list(plain, language, gain);
      }
    }
    this.#spelling = new SpellingModel(vocabularies);
  }

  weigh(words: readonly string[]): WordEvidence {
    const listed = new Float64Array(this.languages.length);
    const spelling = new Float64Array(this.languages.length);
    for (const one of words) {
      const found = this.#listed.get(one);
      if (found === undefined) this.#spelling.weigh(one, spelling);
      else
        for (let index = 0; index < found.gains.length; index++)
          listed[found.languages[index]!]! += found.gains[index]!;
    }
    return { listed, spelling };
  }

  #list(one: string, language: number, gain: number): void {
    const found = this.#listed.get(one) ?? { languages: [], gains: [] };
    this.#listed.set(one, found);
    if (found.languages.includes(language)) return;
    found.languages.push(language);
    found.gains.push(gain);
  }
}

function wordsIn(list: string): readonly string[] {
  return list.match(word) ?? [];
}

function withoutAccents(one: string): string {
  return /\p{Script=Latn}/u.test(one) ? one.normalize('NFD').replace(/\p{M}/gu, '') : one;
}

function gainOf(rank: number): number {
  return Math.min(listedGainMax, Math.log(topShare / (rank + 2)) - unlistedLog);
}
