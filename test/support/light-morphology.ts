import type { Morphology } from '../../src/text/glossary/morphology.ts';
import { lightForm } from '../../src/text/glossary/noun-phrases.ts';

/** Forms by endings alone, for languages without an installed dictionary. It knows no readings. */
export const lightMorphology: Morphology = {
  read: async () => ({ known: false, readings: new Map() }),
  numbersOf: async (language, nouns, number) =>
    new Map(
      nouns.flatMap((noun) => {
        const form = lightForm(language, noun, number);
        return form === undefined ? [] : [[noun, form]];
      }),
    ),
  formsOf: async () => new Map(),
};
