import type { LanguageTag } from '../languages/language.ts';
import { pluralOf, singularsOf } from './light-forms.ts';
import type { GrammaticalNumber, Morphology } from './morphology.ts';
import { numberPlace } from './noun-phrases.ts';

/** What endings alone say: for languages without a dictionary, and where none is installed. It knows no readings. */
export const lightMorphology: Morphology = {
  read: async () => ({ known: false, readings: new Map() }),
  pluralsOf: async (language, nouns) => formsOf(nouns, (noun) => lightForm(language, noun, 'plural')),
  singularsOf: async (language, nouns) => formsOf(nouns, (noun) => lightForm(language, noun, 'singular')),
};

function formsOf(nouns: readonly string[], form: (noun: string) => string | undefined): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const noun of nouns) {
    const other = form(noun);
    if (other !== undefined) found.set(noun, other);
  }
  return found;
}

/** Another number of a noun of one word, or of one whose last word shows it. */
export function lightForm(language: LanguageTag, noun: string, number: GrammaticalNumber): string | undefined {
  const words = noun.split(' ');
  const place = numberPlace(language, words);
  const head = words[(place?.to ?? 0) - 1];
  if (head === undefined || (place?.kind === 'leading' && words.length > 1)) return undefined;
  const form = number === 'plural' ? pluralOf(language, head) : onlyOne(singularsOf(language, head));
  if (form === undefined || form === head) return undefined;
  return words.with((place?.to ?? 0) - 1, form).join(' ');
}

function onlyOne(forms: readonly string[]): string | undefined {
  return forms.length === 1 ? forms[0] : undefined;
}
