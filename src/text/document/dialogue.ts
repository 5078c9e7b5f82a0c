import { spansOf } from './span.ts';

/** A dash between speech and narration touches a word on one side only. Source: Ortografía de la lengua española, 2010. */
const aside = /(?<=\s)[—–](?=[\p{L}¿¡«“"(])|(?<=[\p{L}\p{M}\p{N}.!?…»”")])[—–](?=[\s.,;:!?…]|$)[.,;:!?…]*\s*/gu;
const beginning = /^\s*[—–]/;

/**
 * Makes each part of a line of dialogue a separate sentence. Words must not move across the dashes: "No —dijo él—. Ven."
 *
 * @param label the list label at the start of the line; a dash shows dialogue
 * @param sentenceEnd returns the end of the sentence that begins at an index
 */
export function dialogueEnds(
  label: string,
  line: string,
  sentenceEnd: (start: number) => number,
): (start: number) => number {
  if (!beginning.test(label)) return sentenceEnd;
  const asides = spansOf(line, aside);
  let next = 0;
  let end = 0;
  return (start) => {
    while ((asides[next]?.end ?? Infinity) <= start) next++;
    const { start: from = Infinity, end: to = Infinity } = asides[next] ?? {};
    if (start >= from) return to;
    // `sentenceEnd` is called only for indexes after its last result, so it reads the line once.
    if (start >= end) end = sentenceEnd(start);
    return Math.min(end, from);
  };
}
