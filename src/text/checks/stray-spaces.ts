/** Before punctuation without a space in any language. French has one before others; ".NET" and ".5" begin with a point. */
const spaceBeforeSign = / (?=(?:[,.…]+|[)\]}])(?![\p{L}\p{N}]))/gu;

/** Fast, and true of each text with such a space. */
const spaceAndSign = /(?<= )[,.…)\]}]/;

/** Removes spaces of words without a counterpart, "The door opens .", unless the sentence has such before punctuation. */
export function withoutStraySpaces(sentence: string, translation: string): string {
  const single = translation.replaceAll(/ {2,}/g, ' ');
  if (!spaceAndSign.test(single)) return single;
  return sentence.search(spaceBeforeSign) >= 0 ? single : single.replaceAll(spaceBeforeSign, '');
}
