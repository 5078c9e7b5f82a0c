/** Before punctuation that no language spaces (French spaces other signs). ".NET" and ".5" begin with a point. */
const spaceBeforeSign = / (?=(?:[,.…]+|[)\]}])(?![\p{L}\p{N}]))/gu;

/** A quick test that every text with such a space passes. */
const spaceAndSign = /(?<= )[,.…)\]}]/;

/** Removes spaces that omitted words left, "The door opens .", unless the sentence has spaces before punctuation. */
export function withoutStraySpaces(sentence: string, translation: string): string {
  const single = translation.replaceAll(/ {2,}/g, ' ');
  if (!spaceAndSign.test(single)) return single;
  return sentence.search(spaceBeforeSign) >= 0 ? single : single.replaceAll(spaceBeforeSign, '');
}
