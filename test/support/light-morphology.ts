import type { Morphology } from '../../src/text/glossary/morphology.ts';
import { lightForm } from '../../src/text/glossary/noun-phrases.ts';

/** Forms by endings alone, for languages without an installed dictionary. It knows no readings. */
export const lightMorphology: Morphology = {
  read: async () => ({ known: false, readings: new Map() }),
  pluralsOf: async (language, nouns) => otherForms(nouns, (noun) => lightForm(language, noun, 'plural')),
  singularsOf: async (language, nouns) => otherForms(nouns, (noun) => lightForm(language, noun, 'singular')),
  formsOf: async () => new Map(),
};

function otherForms(nouns: readonly string[], form: (noun: string) => string | undefined): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const noun of nouns) {
    const other = form(noun);
    if (other !== undefined) found.set(noun, other);
  }
  return found;
}
