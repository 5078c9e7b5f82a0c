/** What a pronoun leaves behind that has no counterpart, as in "dit-il". */
const looseHyphen = /(?<=[\p{L}\p{M}])-(?=$|[\s,.;:!?…)\]}»”])/gu;
/** What some dictionaries give for one word: "banker/bankar". Words that begin otherwise, "and/or", are meant. */
const alternative = /(?<![\p{L}\p{M}])([\p{L}\p{M}]{2})([\p{L}\p{M}]+)\/\1[\p{L}\p{M}]+/giu;
/** French sets a space behind its own quotation marks. */
const spaceBehindOpening = /(?<=[“‘¿¡([{]) /gu;

/**
 * Takes out signs that engines leave beside words without a counterpart, where the sentence has none such, and writes
 * apostrophes and single quotation marks as it does.
 *
 * @param sentence what was translated
 */
export function withoutStrayPunctuation(sentence: string, translation: string): string {
  const mayHoldTwo = translation.includes('/') && !sentence.includes('/');
  const single = mayHoldTwo ? translation.replaceAll(alternative, '$1$2') : translation;
  const unhyphened = without(looseHyphen, sentence, single);
  const unspaced = withHuggingQuotes(sentence, without(spaceBehindOpening, sentence, unhyphened));
  const quoted = sentence.includes('‘') ? unspaced : unspaced.replaceAll('‘', "'");
  return sentence.includes('’') && !sentence.includes("'") ? quoted.replaceAll("'", '’') : quoted;
}

function without(pattern: RegExp, sentence: string, translation: string): string {
  return sentence.search(pattern) >= 0 ? translation : translation.replaceAll(pattern, '');
}

/** Straight quotation marks open and close by turns; where those of the sentence hug their words, so do these. */
function withHuggingQuotes(sentence: string, translation: string): string {
  const quoted = translation.split('"');
  const isPaired = quoted.length > 1 && quoted.length % 2 === 1 && quoted.length === sentence.split('"').length;
  if (!isPaired || !hugs(sentence.split('"'))) return translation;
  return quoted.map((stretch, index) => (index % 2 === 1 ? stretch.trim() : stretch)).join('"');
}

function hugs(quoted: readonly string[]): boolean {
  return quoted.every((stretch, index) => index % 2 === 0 || stretch === stretch.trim());
}
