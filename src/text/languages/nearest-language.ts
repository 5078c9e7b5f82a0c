import type { LanguageTag } from './language.ts';
import languageNames from './language-names.json' with { type: 'json' };
import { parseLanguageTag, tagLengthMax, tagParts } from './language-tag.ts';

export type NamedLanguage = { readonly code: LanguageTag; readonly name: string; readonly nativeName: string };

/** What users write for a language instead of its code and names: country codes, and other names. */
const misnomers: Readonly<Record<string, string>> = languageNames.misnomers;

/** A code or name that differs by more than this share of its length is no typing error. */
const differenceMax = 0.5;

/** Returns the language that `input` most likely means, in its first 35 characters; English when none is similar. */
export function nearestLanguage(input: string, served: readonly NamedLanguage[]): LanguageTag | undefined {
  const written = fold(input.slice(0, tagLengthMax).trim());
  return (
    sameLanguage(written, served) ??
    served.find(({ code }) => code === misnomers[written])?.code ??
    mostSimilar(written, served)
  );
}

/** Returns another tag of the same language, preferably with the same script. */
function sameLanguage(written: string, served: readonly NamedLanguage[]): LanguageTag | undefined {
  const tag = parseLanguageTag(written);
  if (tag === undefined) return undefined;
  const { language, script } = tagParts(tag);
  const codes = served.map(({ code }) => code).filter((code) => tagParts(code).language === language);
  return codes.find((code) => tagParts(code).script === script) ?? codes[0];
}

function mostSimilar(written: string, served: readonly NamedLanguage[]): LanguageTag | undefined {
  const fallback = served.find(({ code }) => code === 'en') ?? served[0];
  let nearest = fallback?.code;
  let least = differenceMax;
  for (const { code, name, nativeName } of served) {
    const distance = Math.min(...[code, name, nativeName].map((word) => difference(written, fold(word))));
    if (distance < least) [nearest, least] = [code, distance];
  }
  return nearest;
}

/** Returns the edits in proportion to the length; a shared beginning counts as similar, as in `span` for `spanish`. */
function difference(written: string, word: string): number {
  const longest = Math.max(written.length, word.length, 1);
  let shared = 0;
  while (shared < Math.min(written.length, word.length) && written[shared] === word[shared]) shared++;
  return edits(written, word) / longest - shared / longest / 2;
}

/** Source: Levenshtein (1966), by rows. */
function edits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

function fold(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
