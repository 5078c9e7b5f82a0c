import type { LanguageEntry } from '../text/languages/catalogue.ts';
import type { LanguageTag } from '../text/languages/language.ts';
import { parseLanguageTag } from '../text/languages/language-tag.ts';

/** Returns a function that names languages in another one, or in English where Unicode CLDR has no names in it. */
export function languageNamesIn(locale: string): (entry: Pick<LanguageEntry, 'code' | 'name'>) => string {
  const [known] = Intl.DisplayNames.supportedLocalesOf(locale);
  if (known === undefined) return ({ name }) => name;
  const names = new Intl.DisplayNames(known, { type: 'language', fallback: 'none', languageDisplay: 'standard' });
  return ({ code, name }) => names.of(code) ?? name;
}

/** Returns the first language of an `Accept-Language` header in which languages have names, or English. */
export function acceptedLanguage(header = ''): LanguageTag {
  const tags = header.split(',').map((each) => parseLanguageTag(each.split(';')[0] ?? ''));
  const isKnown = (tag: LanguageTag | undefined) => Intl.DisplayNames.supportedLocalesOf(tag ?? []).length > 0;
  return tags.find(isKnown) ?? ('en' as LanguageTag);
}
