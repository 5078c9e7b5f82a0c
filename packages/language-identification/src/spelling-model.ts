/** n-grams of two and three letters, with a space at either end of the word. */
const gramLengths = [2, 3] as const;

/** Additive smoothing of n-gram counts: `smoothing` is added to each, for an assumed number of different n-grams. */
const smoothing = 0.3;
const gramsExpected = 400;

/** Penalty of a language that never uses a letter beyond a to z of the word. */
const alienLetterLoss = 9;

/** Limit of the penalty for a single word, which may be a name or a quotation. */
const lossMax = 20;

/** Three letter numbers of this size fit into one small integer. 0 is an unknown letter. */
const letterBits = 9;
const space = 1;

/** Letter n-gram model of the words of several languages. */
export class SpellingModel {
  readonly #letters = new Map<string, number>([[' ', space]]);
  readonly #rows = new Map<number, number>();
  /** A row for each n-gram: logarithms of its frequency by language. The first two rows are for unknown n-grams. */
  readonly #logs: Float64Array;
  /** Letters beyond a to z, with the languages that never use them. */
  readonly #aliens = new Map<string, readonly number[]>();
  readonly #sum: Float64Array;

  /** @param vocabularies the words of each language */
  constructor(vocabularies: readonly (readonly string[])[]) {
    const width = vocabularies.length;
    this.#sum = new Float64Array(width);
    const grams = vocabularies.map((vocabulary) => vocabulary.flatMap((word) => this.#learn(word)));
    const counts = new Float64Array((this.#rows.size + gramLengths.length) * width);
    const totals = gramLengths.map(() => new Float64Array(width));
    for (const [language, own] of grams.entries()) {
      for (const gram of own) {
        counts[this.#rows.get(gram)! * width + language]! += 1;
        totals[kindOf(gram)]![language]! += 1;
      }
    }
    this.#logs = counts;
    this.#toLogs(totals);
    this.#learnAliens(vocabularies);
  }

  /** Adds to `losses`, for each language, the log-likelihood of the spelling minus that of the likeliest language. */
  weigh(word: string, losses: Float64Array): void {
    const [sum, logs, width] = [this.#sum, this.#logs, this.#sum.length];
    sum.fill(0);
    this.#eachGram(word, (gram) => {
      const start = (this.#rows.get(gram) ?? kindOf(gram)) * width;
      for (let language = 0; language < width; language++) sum[language]! += logs[start + language]!;
    });
    for (const letter of word) {
      for (const language of this.#aliens.get(letter) ?? []) sum[language]! -= alienLetterLoss;
    }
    let best = Number.NEGATIVE_INFINITY;
    for (let language = 0; language < width; language++) if (sum[language]! > best) best = sum[language]!;
    for (let language = 0; language < width; language++) {
      losses[language]! += Math.max(-lossMax, sum[language]! - best);
    }
  }

  #learn(word: string): readonly number[] {
    for (const letter of word) if (!this.#letters.has(letter)) this.#letters.set(letter, this.#letters.size + 1);
    const grams: number[] = [];
    this.#eachGram(word, (gram) => grams.push(gram));
    for (const gram of grams) if (!this.#rows.has(gram)) this.#rows.set(gram, this.#rows.size + gramLengths.length);
    return grams;
  }

  #learnAliens(vocabularies: readonly (readonly string[])[]): void {
    const alphabets = vocabularies.map((vocabulary) => new Set(vocabulary.join('')));
    for (const letter of this.#letters.keys()) {
      if (letter <= '\x7f') continue;
      this.#aliens.set(
        letter,
        [...alphabets.keys()].filter((language) => !alphabets[language]!.has(letter)),
      );
    }
  }

  #toLogs(totals: readonly Float64Array[]): void {
    const width = this.#sum.length;
    const kinds = [...gramLengths.keys(), ...[...this.#rows.keys()].map(kindOf)];
    for (const [row, kind] of kinds.entries()) {
      for (let language = 0; language < width; language++) {
        const cell = row * width + language;
        this.#logs[cell] = Math.log(
          (this.#logs[cell]! + smoothing) / (totals[kind]![language]! + smoothing * gramsExpected),
        );
      }
    }
  }

  #eachGram(word: string, visit: (gram: number) => void): void {
    let [before, last] = [0, space];
    for (let index = 0; index <= word.length; index++) {
      const letter = index === word.length ? space : (this.#letters.get(word.charAt(index)) ?? 0);
      visit((last << letterBits) | letter);
      if (index > 0) visit(((((before + 1) << letterBits) | last) << letterBits) | letter);
      [before, last] = [last, letter];
    }
  }
}

/** 0 for an n-gram of two letters, 1 for one of three: its first letter's number plus one is never 0. */
function kindOf(gram: number): 0 | 1 {
  return gram >= 1 << (2 * letterBits) ? 1 : 0;
}
