import { SpellingModel } from './spelling-model.ts';

/** A word in small letters, with the apostrophe that elides it (`l'`) and what Catalan sets between two l. */
const word = /\p{L}[\p{L}\p{M}·]*['’]?/gu;

/** Longer words are compounds, chemistry or no words; their beginning says enough. */
const wordLengthMax = 24;
const wordsMax = 60;

/** How frequent the most frequent word is taken to be; the n-th is n times rarer. Source: Zipf (1935). */
const topShare = 0.09;
/** The natural logarithm of how frequent a word is taken to be that a language's list lacks. */
const unlistedLog = -10;
/** No single word says more than this for a language that lists it: it may be a name or a quotation. */
const listedGainMax = 6.5;

/** The first words of a text, in small letters. */
export function wordsOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(word) ?? [];
  return words.slice(0, wordsMax).map((one) => one.slice(0, wordLengthMax).replace('’', "'"));
}

/** Word lists by language: words divided by white space, the most frequent first. */
export type WordLists = Readonly<Record<string, string>>;

/** What the words of a text say for each language, in the order of the model's languages; natural logarithms. */
export type WordEvidence = {
  /** How much likelier the listed words are than words that are not listed. */
  readonly listed: Float64Array;
  /** How much less likely the spelling of the other words is than in the language where it is likeliest; 0 or less. */
  readonly spelling: Float64Array;
};

/** The most frequent words of some languages of one script, and how words are spelt in each. */
export class WordModel {
  readonly languages: readonly string[];
  /** By word, the languages that list it, and how much it says for each. */
  readonly #listed = new Map<string, { readonly languages: number[]; readonly gains: number[] }>();
  readonly #spelling: SpellingModel;

  /** @param messages words that people write alone, by the language that they are then taken for */
  constructor(lists: WordLists, messages: WordLists) {
    this.languages = Object.keys(lists);
    const vocabularies = Object.values(lists).map((list) => [...new Set(wordsIn(list))]);
    for (const [language, name] of this.languages.entries()) {
      for (const one of wordsIn(messages[name] ?? '')) this.#list(one, language, listedGainMax);
      for (const [rank, one] of (vocabularies[language] ?? []).entries()) this.#list(one, language, gainOf(rank));
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

function gainOf(rank: number): number {
  return Math.min(listedGainMax, Math.log(topShare / (rank + 2)) - unlistedLog);
}
