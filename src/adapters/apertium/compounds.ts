/** A hyphen between the words of a compound. */
const hyphens = /(?<=[\p{L}\p{M}\p{N}])-(?=[\p{L}\p{N}])/gu;

/**
 * Returns the segment with spaces around its hyphens if the translation has fewer of them; else undefined.
 *
 * Transfer rules put the blanks of the source between the words of the target. "low-carbohydrate diet" has none at the
 * hyphen, so English gives "dietadecarbohidrato".
 */
export function spacedCompounds(segment: string, translation: string): string | undefined {
  const count = (text: string) => text.match(hyphens)?.length ?? 0;
  return count(translation) < count(segment) ? segment.replaceAll(hyphens, ' - ') : undefined;
}

/**
 * Returns `translation` with its missing spaces added.
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

/** Returns every character other than spaces and hyphens, with the spaces and hyphens before it. */
function partsOf(text: string): readonly { readonly before: string; readonly sign: string }[] {
  return [...text.matchAll(/([ -]*)([^ -]|$)/g)].map(([, before = '', sign = '']) => ({ before, sign }));
}

function isSpace(before: string | undefined): boolean {
  return before !== undefined && before !== '' && !before.includes('-');
}
