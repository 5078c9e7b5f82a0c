/** What a pronoun leaves behind that has no counterpart, as in "dit-il". */
const looseHyphen = /(?<=[\p{L}\p{M}])-(?=$|[\s,.;:!?…)\]}»”])/gu;
const spaceBehindOpening = /(?<=[“‘«¿¡([{]) /gu;

/**
 * Takes out signs that engines leave beside words without a counterpart, where the sentence has none such, and writes
 * apostrophes and single quotation marks as it does.
 *
 * @param sentence what was translated
 */
export function withoutStraySigns(sentence: string, translation: string): string {
  const unhyphened = without(looseHyphen, sentence, translation);
  const unspaced = without(spaceBehindOpening, sentence, unhyphened);
  const quoted = sentence.includes('‘') ? unspaced : unspaced.replaceAll('‘', "'");
  return sentence.includes('’') && !sentence.includes("'") ? quoted.replaceAll("'", '’') : quoted;
}

function without(pattern: RegExp, sentence: string, translation: string): string {
  return sentence.search(pattern) >= 0 ? translation : translation.replaceAll(pattern, '');
}
