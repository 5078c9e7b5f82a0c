import type { LanguageTag } from '../languages/language.ts';
import { tagParts } from '../languages/language-tag.ts';
import { catalan, occitan } from './catalan-forms.ts';
import { english, isUncountable } from './english-forms.ts';
import { french } from './french-forms.ts';
import { germanicForms } from './germanic-forms.ts';
import { italian } from './italian-forms.ts';
import { formsByEnding, type NounForms } from './noun-forms.ts';
import { galician, portuguese } from './portuguese-forms.ts';
import { spanish } from './spanish-forms.ts';

const byLanguage: Readonly<Record<string, NounForms>> = {
  en: english,
  es: spanish,
  pt: portuguese,
  gl: galician,
  ca: catalan,
  oc: occitan,
  fr: french,
  it: italian,
  ...germanicForms,
  eo: formsByEnding({
    unchanged: 'ĉioj',
    singulars: [
      [/([oa])jn?$/, '$1'],
      [/on$/, 'o'],
    ],
    plurals: [[/([oa])$/, '$1j']],
  }),
};

/**
 * What `word` may be the plural of, by its ending alone; empty where that would be a guess. In capitals as `word` is.
 */
export function singularsOf(language: LanguageTag, word: string): readonly string[] {
  const forms = byLanguage[tagParts(language).language];
  if (forms === undefined || word.length > wordLengthMax) return [];
  const small = word.toLowerCase();
  return forms.singulars(small, word).map((form) => likeCapitals(word, form));
}

/** The plural of one noun, by its ending alone; undefined where that would be a guess. In capitals as `noun` is. */
export function pluralOf(language: LanguageTag, noun: string): string | undefined {
  const forms = byLanguage[tagParts(language).language];
  if (forms === undefined || noun.length > wordLengthMax) return undefined;
  const plural = forms.plural(noun.toLowerCase(), noun);
  return plural === undefined ? undefined : likeCapitals(noun, plural);
}

/** Whether a noun is known to have no plural that a translation may use, whatever a dictionary makes of it. */
export function hasNoPlural(language: LanguageTag, noun: string): boolean {
  return tagParts(language).language === 'en' && isUncountable(noun.toLowerCase());
}

/** Longer ones are no words. */
const wordLengthMax = 60;

/** The common beginning keeps its capitals. The rest is in capitals if all of `word` is. */
export function likeCapitals(word: string, form: string): string {
  const small = word.toLowerCase();
  let same = 0;
  while (same < form.length && small.length === word.length && small[same] === form[same]) same++;
  const rest = form.slice(same);
  if (same === 0) return /^\p{Lu}/u.test(word) ? form.charAt(0).toUpperCase() + form.slice(1) : form;
  return word.slice(0, same) + (isShouted(word) ? rest.toUpperCase() : rest);
}

/** Of four letters at least: shorter ones, and those with figures, are acronyms, which take small endings ("APIs"). */
function isShouted(word: string): boolean {
  return /^\p{Lu}{4,}$/u.test(word);
}
