import type { LanguageEntry } from '../text/languages/catalogue.ts';

/** Returns a function that names languages in another one, or in English where Unicode CLDR has no names in it. */
export function languageNamesIn(locale: string): (entry: Pick<LanguageEntry, 'code' | 'name'>) => string {
  const [known] = Intl.DisplayNames.supportedLocalesOf(locale);
  if (known === undefined) return ({ name }) => name;
  const names = new Intl.DisplayNames(known, { type: 'language', fallback: 'none', languageDisplay: 'standard' });
  return ({ code, name }) => names.of(code) ?? name;
}
