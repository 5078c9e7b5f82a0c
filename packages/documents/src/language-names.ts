/**
 * Returns what the name of a file's language becomes in a translation, or undefined if it stays: it is no language tag, it
 * is not the source, or it already names the target.
 *
 * @param name as the file writes it, `en_US` or `en-US`
 * @param separator of a name that has none
 */
export function renamedLanguage(
  name: string,
  { source, target, separator }: { readonly source?: string | undefined; target: string; separator: '-' | '_' },
): string | undefined {
  const tag = name.replaceAll('_', '-').toLowerCase();
  if (!/^[a-z]+(?:-[a-z0-9]+)*$/.test(tag)) return undefined;
  if (source !== undefined && primary(tag) !== primary(source)) return undefined;
  if (`${tag}-`.startsWith(`${target.toLowerCase()}-`)) return undefined;
  return target.replaceAll('-', /[-_]/.exec(name)?.[0] ?? separator);
}

/** The language of a tag without script and region, in lower case. */
export const primary = (tag: string): string => /^[a-z]*/i.exec(tag)?.[0].toLowerCase() ?? '';

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** Whether a key can be the name of a language, such as `es` or `pt_BR`. Longer codes are words too often. */
export const isLanguageName = (name: string): boolean =>
  /^[a-z]{2}(?:[-_](?:[A-Za-z]{4}|[A-Z]{2}|\d{3})){0,2}$/.test(name) && names.of(name.slice(0, 2)) !== undefined;
