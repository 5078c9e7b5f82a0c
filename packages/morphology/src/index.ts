import { english, isUncountable } from './english-forms.ts';
import { formsByEnding, type NounForms } from './noun-forms.ts';
import rules from './rules.json' with { type: 'json' };

const byLanguage: Readonly<Record<string, NounForms | undefined>> = {
  ...Object.fromEntries(Object.entries(rules).map(([language, listed]) => [language, formsByEnding(listed)])),
  en: english,
};

/**
 * Returns the possible singulars of a plural, by its ending and with its capitals; none if that would be a guess.
 *
 * @param language BCP-47 tag
 */
export function singularsOf(language: string, word: string): readonly string[] {
  const forms = byLanguage[subtagOf(language)];
  if (forms === undefined || word.length > wordLengthMax) return [];
  const small = word.toLowerCase();
  return forms.singulars(small, word).map((form) => likeCapitals(word, form));
}

/**
 * Returns the plural of a noun, by its ending; undefined if that would be a guess. Capitals are those of the noun.
 *
 * @param language BCP-47 tag
 */
export function pluralOf(language: string, noun: string): string | undefined {
  const forms = byLanguage[subtagOf(language)];
  if (forms === undefined || noun.length > wordLengthMax) return undefined;
  const plural = forms.plural(noun.toLowerCase(), noun);
  return plural === undefined ? undefined : likeCapitals(noun, plural);
}

/** Returns whether a noun is uncountable. */
export function hasNoPlural(language: string, noun: string): boolean {
  return subtagOf(language) === 'en' && isUncountable(noun.toLowerCase());
}

/** Longer strings are not words. */
const wordLengthMax = 60;

/** Returns `form` with the capitals of `word`: the common start as in `word`, the rest in capitals if all of `word` is. */
export function likeCapitals(word: string, form: string): string {
  const small = word.toLowerCase();
  let same = 0;
  while (same < form.length && small.length === word.length && small[same] === form[same]) same++;
  const rest = form.slice(same);
  if (same === 0) return /^\p{Lu}/u.test(word) ? form.charAt(0).toUpperCase() + form.slice(1) : form;
  return word.slice(0, same) + (isShouted(word) ? rest.toUpperCase() : rest);
}

/** Shorter words, and those with digits, are acronyms with small endings ("APIs"). */
function isShouted(word: string): boolean {
  return /^\p{Lu}{4,}$/u.test(word);
}

const subtagOf = (language: string): string => language.split('-', 1)[0] ?? '';
