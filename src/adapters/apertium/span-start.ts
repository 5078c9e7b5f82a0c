import type { Span } from '../../text/document/span.ts';

const words = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}·-]*/gu;

/** Length of the longest contracting words, such as articles, and of their contractions: "de l'", "nella", "pelos". */
const contractedLettersMax = 5;

export type CarriedBlank = {
  readonly span: Span;
  /** Count of its source words: the blank names the pair once for each. */
  readonly count: number;
  readonly opening: number | undefined;
};

/** Returns the own words of a span: contracted words share one blank, and an opening one moves behind the first. */
export function ownPart(text: string, { span, count, opening }: CarriedBlank): Span {
  if (opening === undefined || opening <= span.start) return span;
  const found = wordsIn(text, span);
  const others = found.slice(0, Math.max(0, found.length - count));
  const own = found[others.length];
  const mayContract = others.every(({ start, end }) => end - start <= contractedLettersMax);
  return own !== undefined && mayContract ? { start: own.start, end: span.end } : span;
}

/** Removes inserted articles and prepositions: "la presó" for "prison". @param content enclosed in the sentence */
export function withoutPutIn(text: string, span: Span, content: string): Span {
  const found = wordsIn(text, span);
  const wordCount = [...content.matchAll(words)].length;
  const isPutIn = ({ start, end }: Span): boolean => putIn.test(text.slice(start, end));
  const before = found.slice(0, Math.max(0, found.length - Math.max(1, wordCount)));
  const first = before.findIndex((word) => !isPutIn(word));
  const own = found[first === -1 ? before.length : first];
  return own === undefined ? span : { start: own.start, end: span.end };
}

/** In Spanish, Catalan and Galician. */
const putIn = /^(?:el|los|las|els|les|la|l|o|os|a|as|del?|dels|d|d[oa]s?)$/i;

function wordsIn(text: string, { start, end }: Span): readonly Span[] {
  return [...text.slice(start, end).matchAll(words)].map(({ 0: word, index }) => {
    return { start: start + index, end: start + index + word.length };
  });
}
