/**
 * A dash between speech and narration: it touches the word on one side only, or punctuation after it. Source:
 * Ortografía de la lengua española, 2010, on the raya; Catalan and Portuguese use the same rule.
 */
const aside = /(?<=\s)[—–](?=[\p{L}¿¡«“"(])|(?<=[\p{L}\p{M}\p{N}.!?…»”")])[—–](?=[\s.,;:!?…]|$)[.,;:!?…]*\s*/gu;
const beginning = /^\s*[—–]/;

/**
 * Makes each part of a line of dialogue a separate sentence, so that no word moves across the dashes: "No —dijo él—. Ven."
 *
 * @param label the list label at the start of the line
 * @param sentenceEnd returns the end of the sentence that begins at an index
 * @returns `sentenceEnd` if the line is not dialogue
 */
export function dialogueEnds(
  label: string,
  line: string,
  sentenceEnd: (start: number) => number,
): (start: number) => number {
  if (!beginning.test(label)) return sentenceEnd;
  const asides = [...line.matchAll(aside)].map(({ 0: { length }, index }) => ({ start: index, end: index + length }));
  let next = 0;
  let end = 0;
  return (start) => {
    while ((asides[next]?.end ?? Infinity) <= start) next++;
    const { start: from = Infinity, end: to = Infinity } = asides[next] ?? {};
    if (start >= from) return to;
    // Called again only after its last result, so the line is read once.
    if (start >= end) end = sentenceEnd(start);
    return Math.min(end, from);
  };
}
