import type { LanguageEntry } from '../core/languages/catalogue.ts';

/** Sorts languages by their English names. */
export function byName(entries: readonly LanguageEntry[]): readonly LanguageEntry[] {
  return entries.toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}
