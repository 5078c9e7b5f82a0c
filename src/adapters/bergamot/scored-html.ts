/** What the library says of how sure it is, taken out of what it said it of. */
export type Scored = {
  readonly html: string;
  /**
   * Between 0 and 1: e to the mean, over the words of the translation, of each word's score, which is the mean logarithm of
   * the probabilities that the model gave to its pieces. Undefined where no word has a score.
   */
  readonly confidence: number | undefined;
};

/** What the library writes around each sentence and each word. Source: bergamot-translator, `src/translator/html.cpp`. */
const wordScore = /^ x-bergamot-word-index="(\d+)" x-bergamot-word-score="(-?[\d.e+-]+)"$/;
const sentenceIndex = /^ x-bergamot-sentence-index="(\d+)"/;
const element = /<font([^<>]*)>|<\/font>/g;

/** Takes the elements with scores out of a translation, and leaves all others as they are. Linear in its length. */
export function readScored(scored: string): Scored {
  const scores = new Map<string, number>();
  const areOwn: boolean[] = [];
  let sentence = '';
  const html = scored.replaceAll(element, (all, attributes?: string) => {
    if (attributes === undefined) return areOwn.pop() === true ? '' : all;
    sentence = sentenceIndex.exec(attributes)?.[1] ?? sentence;
    const [, word, score] = wordScore.exec(attributes) ?? [];
    // A word that an element of the text divides stands in two of these.
    if (score !== undefined) scores.set(`${sentence} ${word}`, Number(score));
    areOwn.push(attributes.startsWith(' x-bergamot-'));
    return areOwn.at(-1) === true ? '' : all;
  });
  if (scores.size === 0) return { html, confidence: undefined };
  const sum = [...scores.values()].reduce((total, score) => total + score, 0);
  return { html, confidence: Math.min(1, Math.exp(sum / scores.size)) };
}
