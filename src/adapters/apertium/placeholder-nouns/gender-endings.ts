import type { GrammaticalGender } from '../../../text/glossary/morphology.ts';
import type { LanguageTag } from '../../../text/languages/language.ts';
import { tagParts } from '../../../text/languages/language-tag.ts';
import table from './gender-endings.json' with { type: 'json' };

/** The gender that an ending indicates if no dictionary has the noun. Other nouns are masculine or common. */
const endings = table.endings.map(({ languages, ending, gender }) => ({
  languages: languages.split(' '),
  pattern: new RegExp(`(?:${ending})$`),
  gender: gender as GrammaticalGender,
}));

/** A noun of another language with a known gender. */
export type Kin = { readonly language: LanguageTag; readonly word: string; readonly gender: GrammaticalGender };

/** Equal initial letters that make two words the same word. "noche" and "nuit" have only one. */
const sameLettersMin = 2;

/**
 * Guesses the gender of a noun that no dictionary has.
 *
 * @param kin the noun that it translates. In a related language it usually has the same gender, and always if it is the
 * same word
 */
export function guessGender(noun: string, language: LanguageTag, kin?: Kin): GrammaticalGender | undefined {
  const own = endings.filter(({ languages }) => languages.includes(tagParts(language).language));
  if (own.length === 0) return undefined;
  const related = kin !== undefined && familyOf(kin.language) === familyOf(language) ? kin : undefined;
  const isSame = related && noun.slice(0, sameLettersMin).toLowerCase() === related.word.slice(0, sameLettersMin);
  if (isSame) return related?.gender;
  const ending = own.find(({ pattern }) => pattern.test(noun.toLowerCase()));
  return ending?.gender ?? related?.gender ?? 'masculine';
}

function familyOf(language: LanguageTag): number {
  return table.families.findIndex((family) => family.split(' ').includes(tagParts(language).language));
}
