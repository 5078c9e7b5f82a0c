/** By word of one language: the likelihood of each word of the other as its translation. */
type Likelihoods = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Sentences as words; both lists have the same sentence at the same index. */
export type ParallelWords = {
  readonly source: readonly (readonly string[])[];
  readonly target: readonly (readonly string[])[];
};

export type WordTranslation = { readonly source: string; readonly target: string; readonly likelihood: number };

const rounds = 12;
const unseen = 1e-9;
/** An empty word in every sentence, aligned with words that translate none. */
const emptyWord = '';

/**
 * Returns the likeliest translation of each source word, by likelihood in both directions. Source: Brown et al. (1993),
 * "The mathematics of statistical machine translation", model 1, trained in both directions.
 */
export function alignWords({ source, target }: ParallelWords): ReadonlyMap<string, WordTranslation> {
  const [there, back] = [train(source, target), train(target, source)];
  const best = new Map<string, WordTranslation>();
  for (const [word, translations] of there) {
    for (const [translation, likelihood] of translations) {
      const both = likelihood * (back.get(translation)?.get(word) ?? 0);
      if (word !== emptyWord && both > (best.get(word)?.likelihood ?? 0)) {
        best.set(word, { source: word, target: translation, likelihood: both });
      }
    }
  }
  return best;
}

function train(source: ParallelWords['source'], target: ParallelWords['target']): Likelihoods {
  let known: Likelihoods | undefined;
  for (let round = 0; round < rounds; round++) known = shares(countPairs(source, target, known));
  return known ?? new Map();
}

/** Counts how often each pair of words is expected to be a translation, given the likelihoods so far. */
function countPairs(
  source: ParallelWords['source'],
  target: ParallelWords['target'],
  known: Likelihoods | undefined,
): Map<string, Map<string, number>> {
  const counts = new Map<string, Map<string, number>>();
  for (const [index, sentence] of source.entries()) {
    const words = [emptyWord, ...sentence];
    for (const translation of target[index] ?? []) {
      const weights = words.map((word) => (known === undefined ? 1 : (known.get(word)?.get(translation) ?? unseen)));
      const sum = weights.reduce((total, weight) => total + weight, 0);
      for (const [at, word] of words.entries()) {
        const ofWord = counts.get(word) ?? new Map<string, number>();
        counts.set(word, ofWord);
        ofWord.set(translation, (ofWord.get(translation) ?? 0) + (weights[at] ?? 0) / sum);
      }
    }
  }
  return counts;
}

function shares(counts: Map<string, Map<string, number>>): Likelihoods {
  for (const ofWord of counts.values()) {
    let sum = 0;
    for (const count of ofWord.values()) sum += count;
    for (const [translation, count] of ofWord) ofWord.set(translation, count / sum);
  }
  return counts;
}
