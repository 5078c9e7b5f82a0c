import type { LanguageEntry } from '../core/languages/catalogue.ts';

/** Languages as a reader looks for them: by their English names. */
export function byName(entries: readonly LanguageEntry[]): readonly LanguageEntry[] {
  return entries.toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}
