import type { LanguageTag } from './language.ts';
import languageNames from './language-names.json' with { type: 'json' };
import { parseLanguageTag, tagParts } from './language-tag.ts';

export type LanguageName = { readonly name: string; readonly nativeName: string; readonly direction: 'ltr' | 'rtl' };

/** Source: Unicode Character Database, scripts whose letters are of bidirectional class R or AL. */
const rightToLeft = new Set('Adlm Arab Aran Hebr Mand Nkoo Rohg Samr Syrc Thaa Yezi'.split(' '));

/** English and own names that CLDR lacks, or has only as an adjective (`Indonesia`). An empty English name: CLDR's. */
const overrides: Readonly<Record<string, readonly string[]>> = languageNames.overrides;

/** Names `tag` from Unicode CLDR; a language unknown to CLDR is named by its tag. */
export function nameLanguage(tag: LanguageTag): LanguageName {
  const [ownName, ownNativeName] = overrides[tag] ?? ['', ''];
  const name = ownName || displayName(tag, 'en') || tag;
  const direction = rightToLeft.has(tagParts(tag).script ?? '') ? 'rtl' : 'ltr';
  return { name, nativeName: ownNativeName || nativeDisplayName(tag) || name, direction };
}

/** False for `und`, `zxx` and codes without a name. `language-names.json` names the languages that CLDR lacks. */
export function isLanguage(tag: LanguageTag): boolean {
  const [language = ''] = tag.split('-');
  if (language === 'und' || language === 'zxx') return false;
  return Object.hasOwn(overrides, language) || displayName(language as LanguageTag, 'en') !== undefined;
}

let tagsByName: ReadonlyMap<string, LanguageTag> | undefined;

/** Returns the language with this English name, or its own, such as `Spanish`; only of ISO 639-1 and `language-names.json`. */
export function languageNamed(name: string): LanguageTag | undefined {
  tagsByName ??= readNames();
  return tagsByName.get(name.trim().toLowerCase());
}

const letters = [...'abcdefghijklmnopqrstuvwxyz'];

/** All codes of two letters, of languages (ISO 639-1) and of countries, used or not. */
export const possibleCodes: readonly string[] = letters.flatMap((first) => letters.map((second) => first + second));

function readNames(): ReadonlyMap<string, LanguageTag> {
  const english = new Intl.DisplayNames('en', { type: 'language', fallback: 'none', languageDisplay: 'standard' });
  const named = [...possibleCodes, ...Object.keys(overrides)].flatMap((code) => {
    const [tag, name] = [parseLanguageTag(code), overrides[code]?.[0] || english.of(code)];
    return tag === undefined || name === undefined ? [] : [{ tag, name, nativeName: nameLanguage(tag).nativeName }];
  });
  const namesOf = (kind: 'name' | 'nativeName') => named.map((one) => [one[kind].toLowerCase(), one.tag] as const);
  // Of equal names, the English one counts.
  return new Map([...namesOf('nativeName'), ...namesOf('name')]);
}

function nativeDisplayName(tag: LanguageTag): string | undefined {
  // Without data for the language, Intl would return the name in the server's own language.
  const [known] = Intl.DisplayNames.supportedLocalesOf(tag);
  return known === undefined ? undefined : displayName(tag, tag);
}

function displayName(tag: LanguageTag, locale: string): string | undefined {
  const names = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none', languageDisplay: 'standard' });
  return names.of(tag);
}
