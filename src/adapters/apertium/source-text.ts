import type { LanguageTag } from '../../text/languages/language.ts';

/** Returns the text with the letters and quotation marks that the dictionaries of `language` use. */
export function normaliseSource(text: string, language: LanguageTag): string {
  const written = language === 'en' ? withGenitives(text) : text;
  return openSingleQuotes(composeLetters(language === 'sr' ? latinizeSerbian(written) : written));
}

/** An apostrophe after a plural, not a name. In a quotation it may close it. */
const pluralGenitive = /(?<=(?<!\p{L})\p{Ll}{1,40}s)['’](?= \p{Ll})/gu;
const opened = /(?<![\p{L}\p{N}])['‘]/u;

/** The end of tags before the ending of their last word: "<b>Ana</b>'s". */
const tagBeforeGenitive = /((?:\uFDD2[\uE000-\uE3E7])+)(['’]s?)(?![\p{L}\p{N}])/gu;

/** Writes each genitive at its word and with an "s", because some dictionaries lack "users'". */
function withGenitives(text: string): string {
  const whole = text.replace(tagBeforeGenitive, '$2$1');
  return opened.test(whole) ? whole : whole.replace(pluralGenitive, '$&s');
}

const accented = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]\p{Mn}+/gu;

/** Composes letters and accents: the dictionaries read "nin\u0303a" as two words. Normalises nothing else. */
function composeLetters(text: string): string {
  return text.replace(accented, (letter) => letter.normalize('NFC'));
}

/** Before a word of three letters or more: shorter ones are contractions, as in "rock 'n' roll" and "'s morgens". */
const opening = /(?<![\p{L}\p{M}\p{N}'’])'(?=\p{L}{3})/gu;

/**
 * Replaces a straight quotation mark before a quoted word by an opening one. Dictionaries read a straight one as the
 * apostrophe of a contraction: "'really" as "are" and another word.
 */
export function openSingleQuotes(text: string): string {
  const last = text.lastIndexOf("'");
  return text.replace(opening, (quote, index: number) => (index < last ? '‘' : quote));
}

/** Serbian Cyrillic letters in Serbian Latin ones; three of them take two. Source: the Serbian orthography (Pravopis). */
const latinLetters: Readonly<Record<string, string>> = Object.fromEntries(
  [...'абвгдђежзијклљмнњопрстћуфхцчџш'].flatMap((letter, index) => {
    const latin = 'a b v g d đ e ž z i j k l lj m n nj o p r s t ć u f h c č dž š'.split(' ')[index] ?? letter;
    const title = latin.charAt(0).toUpperCase() + latin.slice(1);
    return [
      [letter, latin],
      [letter.toUpperCase(), title],
    ];
  }),
);

/**
 * Replaces Serbian Cyrillic letters by Latin ones, and nothing else. Љ, Њ and Џ become two capitals inside a word of
 * capitals. There is no reverse function, because the reverse is ambiguous.
 */
export function latinizeSerbian(text: string): string {
  return text.replace(/[А-ШЂЈЉЊЋЏа-шђјљњћџ]/g, (letter, index: number) => {
    const latin = latinLetters[letter] ?? letter;
    return latin.length === 2 && isInCapitals(text, index) ? latin.toUpperCase() : latin;
  });
}

function isInCapitals(text: string, index: number): boolean {
  const isCapital = (letter: string): boolean => /\p{Lu}/u.test(letter);
  if (!isCapital(text.charAt(index))) return false;
  const next = text.charAt(index + 1);
  // At the end of a word the letter before decides: ИЊ ends in NJ, while Њ alone is Nj.
  return /\p{L}/u.test(next) ? isCapital(next) : isCapital(text.charAt(index - 1));
}
