/** Signs that close something or end a clause: no space stands before one unless the writer put it there. */
const spaceBeforeSign = / (?=[,.;:!?…)\]}»”])/g;

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
