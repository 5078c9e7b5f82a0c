/** Longest n-gram that is counted. */
const orderMax = 4;

/** How a text is cut into what BLEU counts, by the name that sacreBLEU gives it. */
export type Tokenizer = '13a' | 'zh' | 'char';

/**
 * The tokenizer for the target language. sacreBLEU splits Japanese with MeCab, which is not installed: characters are
 * counted there, so the figures differ from `ja-mecab`.
 */
export function tokenizerFor(target: string): Tokenizer {
  const { language } = new Intl.Locale(target);
  return language === 'zh' ? 'zh' : language === 'ja' ? 'char' : '13a';
}

/**
 * BLEU of a whole test set with one reference, 0-100: the geometric mean of the precisions of n-grams up to four, each
 * counted over all sentences together, times a penalty where the translations are shorter than the references.
 * Source: Papineni et al. (2002), in the definition of sacreBLEU (`nrefs:1|case:mixed|eff:no|smooth:exp`).
 */
export function bleu(
  hypotheses: readonly string[],
  references: readonly string[],
  tokenizer: Tokenizer = '13a',
): number {
  const orders = Array.from({ length: orderMax }, () => ({ matching: 0, total: 0 }));
  const lengths = { hypothesis: 0, reference: 0 };
  hypotheses.forEach((hypothesis, index) => {
    const [given, wanted] = [tokenize(hypothesis, tokenizer), tokenize(references[index] ?? '', tokenizer)];
    lengths.hypothesis += given.length;
    lengths.reference += wanted.length;
    orders.forEach((order, at) => {
      const wantedGrams = countGrams(wanted, at + 1);
      order.total += Math.max(0, given.length - at);
      for (const [gram, times] of countGrams(given, at + 1)) {
        order.matching += Math.min(times, wantedGrams.get(gram) ?? 0);
      }
    });
  });
  if (orders.every(({ matching }) => matching === 0)) return 0;
  const brevity = Math.min(1, Math.exp(1 - lengths.reference / lengths.hypothesis));
  return brevity * Math.exp(smoothLogarithms(orders).reduce((sum, value) => sum + value, 0) / orderMax);
}

/** Of the precisions in percent. The first order without a match counts half a match, the next a quarter, and so on. */
function smoothLogarithms(orders: readonly { readonly matching: number; readonly total: number }[]): readonly number[] {
  let share = 1;
  return orders.map(({ matching, total }) => {
    if (total === 0) return Number.NEGATIVE_INFINITY;
    if (matching === 0) share /= 2;
    return Math.log((100 * (matching || share)) / total);
  });
}

function countGrams(tokens: readonly string[], order: number): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (let start = 0; start + order <= tokens.length; start++) {
    const gram = tokens.slice(start, start + order).join(' ');
    times.set(gram, (times.get(gram) ?? 0) + 1);
  }
  return times;
}

/** The tokens of one line. */
export function tokenize(line: string, tokenizer: Tokenizer): readonly string[] {
  switch (tokenizer) {
    case '13a':
      return cutWestern(` ${decode(line.trimEnd())} `);
    case 'zh':
      return cutWestern(line.trim().replaceAll(chinese, ' $& '));
    case 'char':
      return [...line].filter((character) => !/\s/.test(character));
  }
}

/** Source: mteval-v13a.pl of NIST, the part before anything is cut. */
function decode(line: string): string {
  const entities = [
    ['<skipped>', ''],
    ['&quot;', '"'],
    ['&amp;', '&'],
    ['&lt;', '<'],
    ['&gt;', '>'],
  ] as const;
  return entities.reduce((text, [entity, character]) => text.replaceAll(entity, character), line);
}

/** Source: mteval-v13a.pl of NIST: signs by themselves, stops and commas unless between digits, dashes behind digits. */
function cutWestern(line: string): readonly string[] {
  const spaced = line
    .replaceAll(/[{-~[-` -&(-+:-@/]/gu, ' $& ')
    .replaceAll(/([^0-9])([.,])/gu, '$1 $2 ')
    .replaceAll(/([.,])([^0-9])/gu, ' $1 $2')
    .replaceAll(/([0-9])(-)/gu, '$1 $2 ');
  return spaced.split(/\s+/u).filter((token) => token !== '');
}

/**
 * The Chinese characters of sacreBLEU. It writes the ranges of the outer planes so that U+2001 to U+2A6D and U+2F81 to
 * U+2FA1 match instead; comparable figures need the same error.
 */
const chinese =
  /[\u{3400}-\u{4db5}\u{4e00}-\u{9fbb}\u{f900}-\u{fa2d}\u{fa30}-\u{fa6a}\u{fa70}-\u{fad9}\u{2001}-\u{2a6d}\u{2f81}-\u{2fa1}\u{ff00}-\u{ffef}\u{2e80}-\u{2eff}\u{3000}-\u{303f}\u{31c0}-\u{31ef}\u{2f00}-\u{2fdf}\u{2ff0}-\u{2fff}\u{3100}-\u{312f}\u{31a0}-\u{31bf}\u{fe10}-\u{fe1f}\u{fe30}-\u{fe4f}\u{3200}-\u{33ff}]/gu;
