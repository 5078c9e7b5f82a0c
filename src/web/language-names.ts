import type { LanguageEntry } from '../text/languages/catalogue.ts';

export function byName(entries: readonly LanguageEntry[]): readonly LanguageEntry[] {
  return entries.toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** Returns the code of a language given by its English or native name; any other text unchanged. */
export function languageCodeOf(entries: readonly LanguageEntry[], written: string): string {
  const name = folded(written);
  const named = entries.find((entry) => [entry.name, entry.nativeName].some((one) => folded(one) === name));
  return named?.code ?? written;
}

/** Normalised, so that typed variants of a name match. */
function folded(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}
