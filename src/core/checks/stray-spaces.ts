/**
 * Signs that close something or end a clause in any language: no space stands before one unless the writer put it there.
 * French sets one before the others, and ".NET" or ".5" begin with a point.
 */
const spaceBeforeSign = / (?=(?:[,.…]+|[)\]}])(?![\p{L}\p{N}]))/gu;

/**
 * Takes out spaces that an engine leaves where a word of the source has no counterpart: "The door opens ." A sentence
 * never holds two plain spaces in a row, and one before a sign only where it is written so.
 *
 * @param sentence what was translated
 */
export function withoutStraySpaces(sentence: string, translation: string): string {
  const single = translation.replaceAll(/ {2,}/g, ' ');
  return sentence.search(spaceBeforeSign) >= 0 ? single : single.replaceAll(spaceBeforeSign, '');
}
