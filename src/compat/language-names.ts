import type { LanguageTag } from '../text/languages/language.ts';
import { nameLanguage } from '../text/languages/language-name.ts';
import { parseLanguageTag } from '../text/languages/language-tag.ts';

/** Returns a function that names languages in another one, or in English where Unicode CLDR has no names in it. */
export function languageNamesIn(locale: string): (tag: LanguageTag) => string {
  const known = Intl.DisplayNames.supportedLocalesOf(locale);
  const names = new Intl.DisplayNames(known, { type: 'language', fallback: 'none', languageDisplay: 'standard' });
  return (tag) => (known.length > 0 && names.of(tag)) || nameLanguage(tag).name;
}

/** Returns the first language of an `Accept-Language` header that has names of languages, or English. */
export function acceptedLanguage(header = ''): LanguageTag {
  const tags = header.split(',').map((each) => parseLanguageTag(each.split(';')[0] ?? ''));
  const isKnown = (tag: LanguageTag | undefined) => Intl.DisplayNames.supportedLocalesOf(tag ?? []).length > 0;
  return tags.find(isKnown) ?? ('en' as LanguageTag);
}
