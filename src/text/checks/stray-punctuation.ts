/** A hyphen left by an omitted pronoun: "dit-" from "dit-il". */
const looseHyphen = /(?<=[\p{L}\p{M}])-(?=$|[\s,.;:!?…)\]}»”])/gu;
/** Two translations of one word, from a dictionary: "banker/bankar", unlike "and/or". */
const alternative = /(?<![\p{L}\p{M}])([\p{L}\p{M}]{2})([\p{L}\p{M}]+)\/\1[\p{L}\p{M}]+/giu;
/** A full stop after that of an abbreviation: "Dr..Jones". */
const doubledPoint = /(?<!\.)\.(?=\.(?!\.))/g;
/** French has a space after its opening quotation marks. */
const spaceBehindOpening = /(?<=[“‘¿¡([{]) /gu;

/** A quick test that every text with such a space passes. */
const opening = /[“‘¿¡([{]/;

/** Removes punctuation that is not in the sentence, and writes apostrophes and quotation marks as the sentence does. */
export function withoutStrayPunctuation(sentence: string, translation: string): string {
  const mayHoldTwo = translation.includes('/') && !sentence.includes('/');
  const single = mayHoldTwo ? translation.replaceAll(alternative, '$1$2') : translation;
  const pointed = single.includes('..') ? without(doubledPoint, sentence, single) : single;
  const unhyphened = without(looseHyphen, sentence, pointed);
  const unopened = opening.test(unhyphened) ? without(spaceBehindOpening, sentence, unhyphened) : unhyphened;
  const unspaced = withHuggingQuotes(sentence, unopened);
  const quoted = sentence.includes('‘') ? unspaced : unspaced.replaceAll('‘', "'");
  return sentence.includes('’') && !sentence.includes("'") ? quoted.replaceAll("'", '’') : quoted;
}

function without(pattern: RegExp, sentence: string, translation: string): string {
  return translation.search(pattern) < 0 || sentence.search(pattern) >= 0
    ? translation
    : translation.replaceAll(pattern, '');
}

/** Removes spaces inside straight quotation marks if the sentence has none there. */
function withHuggingQuotes(sentence: string, translation: string): string {
  if (!translation.includes('"')) return translation;
  const quoted = translation.split('"');
  const isPaired = quoted.length % 2 === 1 && quoted.length === sentence.split('"').length;
  if (!isPaired || !hugs(sentence.split('"'))) return translation;
  return quoted.map((part, index) => (index % 2 === 1 ? part.trim() : part)).join('"');
}

function hugs(quoted: readonly string[]): boolean {
  return quoted.every((part, index) => index % 2 === 0 || part === part.trim());
}

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
