/** Longest n-gram that is counted, and how much more recall weighs than precision. */
const orderMax = 6;
const beta = 2;

/**
 * chrF2 of a whole test set, 0-100: the average over n-gram orders of precision and recall, each counted over all
 * sentences together, white space left out.
 * Source: Popović (2015), in the definition of sacreBLEU (`nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no`).
 */
export function chrf2(hypotheses: readonly string[], references: readonly string[]): number {
  const counts = Array.from({ length: orderMax }, () => ({ hypothesis: 0, reference: 0, matching: 0 }));
  hypotheses.forEach((hypothesis, index) => {
    counts.forEach((count, order) => {
      const given = countGrams(hypothesis, order + 1);
      const wanted = countGrams(references[index] ?? '', order + 1);
      count.hypothesis += given.total;
      count.reference += wanted.total;
      for (const [gram, times] of given.byGram) count.matching += Math.min(times, wanted.byGram.get(gram) ?? 0);
    });
  });
  const used = counts.filter(({ hypothesis, reference }) => hypothesis > 0 && reference > 0);
  if (used.length === 0) return 0;
  const precision = mean(used.map(({ hypothesis, matching }) => matching / hypothesis));
  const recall = mean(used.map(({ reference, matching }) => matching / reference));
  if (precision + recall === 0) return 0;
  return (100 * (1 + beta ** 2) * precision * recall) / (beta ** 2 * precision + recall);
}

function countGrams(text: string, order: number): { byGram: ReadonlyMap<string, number>; total: number } {
  const characters = [...text.replace(/\s/g, '')];
  const byGram = new Map<string, number>();
  const total = Math.max(0, characters.length - order + 1);
  for (let start = 0; start < total; start++) {
    const gram = characters.slice(start, start + order).join('');
    byGram.set(gram, (byGram.get(gram) ?? 0) + 1);
  }
  return { byGram, total };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
