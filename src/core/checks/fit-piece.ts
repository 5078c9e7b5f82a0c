/** Pieces that end so are separate sentences. */
const sentenceEnd = /[.!?…,;:。！？，、；：।؟]/;
const anyLetter = /\p{L}/u;
const upper = /\p{Lu}/u;
const lower = /\p{Ll}/u;
const englishI = /^I(?!\p{L})/u;
const capitalInside = /(?<=[\p{L}\p{M}]\s)\p{Lu}/gu;

/** Removes the capital and the full stop that an engine gives to `text`, a piece of a sentence. */
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
