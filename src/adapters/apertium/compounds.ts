/** Between two words that a hyphen makes one. */
const hyphens = /(?<=[\p{L}\p{M}\p{N}])-(?=[\p{L}\p{N}])/gu;

/**
 * The segment with spaces around the hyphens of its compounds, where a translation has fewer of them; else undefined.
 *
 * Rules of transfer put the blanks of the source between the words of the target. In "low-carbohydrate diet" there is
 * none beside the hyphen, and English gives "dietadecarbohidrato" and "chicode5años".
 */
export function spacedCompounds(segment: string, translation: string): string | undefined {
  const count = (text: string) => text.match(hyphens)?.length ?? 0;
  return count(translation) < count(segment) ? segment.replaceAll(hyphens, ' - ') : undefined;
}

/**
 * Returns `translation` with its missing spaces.
 *
 * @param spaced the translation of the result of `spacedCompounds`: if it has other words, nothing changes
 */
export function withSpacesOf(translation: string, spaced: string): string {
  const [own, others] = [partsOf(translation), partsOf(spaced)];
  const isSame =
    own.length === others.length && own.every(({ sign }, at) => sign.toLowerCase() === others[at]?.sign.toLowerCase());
  if (!isSame) return translation;
  return own
    .map(({ before, sign }, at) => (before === '' && isSpace(others[at]?.before) ? ' ' : before) + sign)
    .join('');
}

/** Every character that is neither a space nor a hyphen, with the spaces and hyphens before it. */
function partsOf(text: string): readonly { readonly before: string; readonly sign: string }[] {
  return [...text.matchAll(/([ -]*)([^ -]|$)/g)].map(([, before = '', sign = '']) => ({ before, sign }));
}

function isSpace(before: string | undefined): boolean {
  return before !== undefined && before !== '' && !before.includes('-');
}
