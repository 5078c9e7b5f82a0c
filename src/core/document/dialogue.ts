/**
 * A dash between speech and narration: it hugs the word on one side alone, or a sign behind it. Source:
 * Ortografía de la lengua española, 2010, on the raya; Catalan and Portuguese set it so as well.
 */
const aside = /(?<=\s)[—–](?=[\p{L}¿¡«“"(])|(?<=[\p{L}\p{M}\p{N}.!?…»”")])[—–](?=[\s.,;:!?…]|$)[.,;:!?…]*\s*/gu;
const beginning = /^\s*[—–]/;

/**
 * Makes the parts of a line of dialogue sentences of their own, so that no word moves across the dashes between them:
 * "No —dijo él—. Ven."
 *
 * @param label what the line begins with
 * @param sentenceEnd tells where the sentence ends that begins at an index
 * @returns `sentenceEnd` where the line is no dialogue
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
    // Asked again only behind its answer: the line is read once.
    if (start >= end) end = sentenceEnd(start);
    return Math.min(end, from);
  };
}
