/** Before punctuation without a space in any language. French has one before others; ".NET" and ".5" begin with a point. */
const spaceBeforeSign = / (?=(?:[,.…]+|[)\]}])(?![\p{L}\p{N}]))/gu;

/** Removes spaces of words without a counterpart, "The door opens .", unless the sentence has such before punctuation. */
export function withoutStraySpaces(sentence: string, translation: string): string {
  const single = translation.includes('  ') ? translation.replaceAll(/ {2,}/g, ' ') : translation;
  const isWritten = single.search(spaceBeforeSign) < 0 || sentence.search(spaceBeforeSign) >= 0;
  return isWritten ? single : single.replaceAll(spaceBeforeSign, '');
}
