/** How pieces end that are sentences of their own. */
const sentenceEnd = /[.!?…,;:。！？，、；：।؟]/;
const anyLetter = /\p{L}/u;
const upper = /\p{Lu}/u;
const lower = /\p{Ll}/u;
/** "I am", whatever stands before it. */
const englishI = /^I(?!\p{L})/u;
const capitalInside = /(?<=[\p{L}\p{M}]\s)\p{Lu}/gu;

/**
 * Makes the translation of a piece part of a sentence again: an engine takes a piece for a sentence, gives it a capital
 * and a full stop.
 *
 * @param text the piece that was translated
 */
export function fitPiece(text: string, translation: string, place: { readonly isFirst: boolean }): string {
  return withLikeStart(text, withoutAddedEnd(text, translation.trim()), place);
}

function withoutAddedEnd(text: string, translation: string): string {
  if (sentenceEnd.test(text.slice(-1))) return translation;
  let end = translation.length;
  while (end > 0 && sentenceEnd.test(translation.charAt(end - 1))) end--;
  return translation.slice(0, end).trimEnd();
}

function withLikeStart(text: string, translation: string, { isFirst }: { readonly isFirst: boolean }): string {
  const at = translation.search(anyLetter);
  const [wanted = '', given = ''] = [text.match(anyLetter)?.[0], translation.match(anyLetter)?.[0]];
  // A piece inside a sentence may begin with a name whose translation has an article before it.
  if (upper.test(wanted) && lower.test(given) && isFirst) return replaceAt(translation, at, given.toUpperCase());
  if (!lower.test(wanted) || !upper.test(given) || englishI.test(translation.slice(at))) return translation;
  const isWordInCapitals = upper.test(translation.slice(at + given.length, at + given.length + 2));
  return isWordInCapitals || hasMoreCapitals(translation, text)
    ? translation
    : replaceAt(translation, at, given.toLowerCase());
}

/** Then the target writes its nouns with a capital, as German does. */
function hasMoreCapitals(translation: string, text: string): boolean {
  return (translation.match(capitalInside)?.length ?? 0) > (text.match(capitalInside)?.length ?? 0);
}

function replaceAt(text: string, at: number, character: string): string {
  return text.slice(0, at) + character + text.slice(at + character.length);
}
