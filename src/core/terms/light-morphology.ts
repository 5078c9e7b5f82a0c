import type { LanguageTag } from '../languages/language.ts';
import { pluralOf, singularsOf } from './light-forms.ts';
import type { Morphology } from './morphology.ts';

/** What endings alone say: for languages without a dictionary, and where none is installed. It knows no readings. */
export const lightMorphology: Morphology = {
  read: async () => ({ known: false, readings: new Map() }),
  pluralsOf: async (language, nouns) => formsOf(nouns, (noun) => lightPlural(language, noun)),
  singularsOf: async (language, nouns) => formsOf(nouns, (noun) => lightSingular(language, noun)),
};

function formsOf(nouns: readonly string[], form: (noun: string) => string | undefined): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const noun of nouns) {
    const other = form(noun);
    if (other !== undefined && other !== noun) found.set(noun, other);
  }
  return found;
}

export function lightPlural(language: LanguageTag, noun: string): string | undefined {
  return /\s/.test(noun) ? undefined : pluralOf(language, noun);
}

export function lightSingular(language: LanguageTag, noun: string): string | undefined {
  const forms = /\s/.test(noun) ? [] : singularsOf(language, noun);
  return forms.length === 1 ? forms[0] : undefined;
}
