import type { LanguageTag } from '../languages/language.ts';
import { tagParts } from '../languages/language-tag.ts';
import { lists, wordSet } from './word-lists.ts';

/**
 * Returns the translation up to an entry, with its last word changed to fit: "a" or "an", "de" or "d'". Only the first
 * sound counts, never gender or number. `before` may end in tokens. Undefined if nothing changes.
 */
export function fittingArticle(language: LanguageTag, before: string, wanted: string): string | undefined {
  const found = lastWord.exec(before.slice(-tailMax));
  if (found === null) return undefined;
  const [tail, own = '', gap = '', tokens = ''] = found;
  // At the start of the tail the match may end a longer word. Without a gap it belongs to the entry.
  if (tail.length === tailMax || (gap === '' && !elided.test(own))) return undefined;
  const ahead = before.slice(0, before.length - tail.length);
  const { language: base } = tagParts(language);
  const fit = base === 'en' ? englishArticle(own, wanted, ahead) : elidedForm(base, own, wanted);
  if (fit === undefined || fit === own) return undefined;
  return ahead + fit + (elided.test(fit) ? '' : ' ') + tokens;
}

/** Longer than any article followed by tokens of some nested pairs. */
const tailMax = 60;

const elided = /['’]$/;

/** A word, the space after it, and tokens that replace no word. An elided word has its apostrophe. */
const lastWord = /(?<![\p{L}\p{M}\p{N}'’-])(\p{L}{1,8}['’]?)( ?)((?:[\uFDD1-\uFDD3][\uE000-\uEF9F])*)$/u;

const leading = new Map(
  Object.entries(lists.articles).map(([language, words]) => [language, leadingOneOf(words.split(' '))]),
);

function leadingOneOf(words: readonly string[]): RegExp {
  const ends = words.map((word) => (word.endsWith("'") ? word.replace("'", "['’]") : `${word}\\s+`));
  return new RegExp(`^(?:${ends.join('|')})(?=[\\p{L}\\p{N}])`, 'iu');
}

/** Returns the length of an article at the start of `text`, with the space behind it; 0 if there is none. */
export function articleAtStart(language: LanguageTag, text: string): number {
  return leading.get(tagParts(language).language)?.exec(text)?.[0].length ?? 0;
}

function englishArticle(own: string, wanted: string, ahead: string): string | undefined {
  // "Vitamin A": after a word in small letters, a capital is not an article.
  if (!/^an?$/i.test(own) || (own === 'A' && /\p{Ll}['’]?\s$/u.test(ahead))) return undefined;
  const isVowel = beginsWithVowel(wanted);
  if (isVowel === undefined) return undefined;
  const isAllCapitals = own === 'AN' || /^\P{Ll}*\p{Lu}\P{Ll}*\p{Lu}\P{Ll}*$/u.test(ahead.slice(-tailMax));
  const [a, n] = own.startsWith('a') ? ['a', 'n'] : ['A', isAllCapitals ? 'N' : 'n'];
  return isVowel ? a + n : a;
}

/** Words with a written vowel and a spoken consonant: "a user", "a European", "a one-off". */
const consonantSounds =
  /^(?:uni(?!n|m[pb]|d[ei])|us[aeiu]|ut[eio](?!n)|ur[aei]|ubi|ufo|uk(?:r|u)|eu|ewe|once|one(?![a-z])|one-|ouija|u(?![a-z])|u-)/i;
const silentH = /^(?:hour|honest|honou?r|heir)/i;
/** 8, 11, 18, 80 and the like. */
const vowelFigures = /^(?:8|1[18](?!\d)|1[18](?:\d{3})+(?!\d))/;
/** Acronyms that are spoken as words: "a NATO base", "a LAN". */
const saidAsWords = wordSet(lists.capitalsSaidAsWords);

/** Whether the first word of `text` begins with a vowel sound in English; undefined if unknown. */
function beginsWithVowel(text: string): boolean | undefined {
  const [first] = text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*/u) ?? [];
  if (first === undefined) return undefined;
  if (/^\d/.test(first)) return vowelFigures.test(first.replaceAll(/\D.*/g, ''));
  const [letters = ''] = first.match(/^\p{L}+/u) ?? [];
  // Letters with names that begin with a vowel: "an FTP server", "a URL".
  if (isSpelled(letters)) return /^[AEFHILMNORSX]/.test(letters);
  if (silentH.test(first)) return true;
  if (consonantSounds.test(first)) return false;
  const plain = first.normalize('NFD');
  return /^[a-z]/i.test(plain) ? /^[aeiou]/i.test(plain) : undefined;
}

/** One letter, two or three capitals, or more capitals without a vowel. */
function isSpelled(letters: string): boolean {
  const [capitals = ''] = letters.match(/^[A-Z]+/) ?? [];
  if (capitals.length === 1) return letters.length === 1;
  if (capitals.length < 2 || !/^[A-Z]+s?$/.test(letters) || saidAsWords.has(capitals)) return false;
  return capitals.length <= 3 || !/[AEIOU]/.test(capitals);
}

/** `impure` in Italian: s and another consonant, z, gn. In Catalan: an i or u that may be unstressed. */
type Sound = 'consonant' | 'vowel' | 'impure';

/** By word, its form before each sound; a missing form does not change, or depends on the gender. */
const elisions = new Map(
  Object.entries(lists.elisions).map(([language, forms]) => [
    language,
    new Map<string, Readonly<Partial<Record<Sound, string>>>>(Object.entries(forms)),
  ]),
);

function elidedForm(language: string, own: string, wanted: string): string | undefined {
  const forms = elisions.get(language)?.get(own.toLowerCase().replace('’', "'"));
  const [first] = wanted.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/u) ?? [];
  // Figures and acronyms may be said letter by letter.
  if (forms === undefined || first === undefined || /^\P{L}|^\p{Lu}$|^\p{Lu}[\p{Lu}\p{N}]/u.test(first))
    return undefined;
  const form = forms[soundOf(language, first.toLowerCase())];
  return form !== undefined && /^\p{Lu}/u.test(own) ? form.charAt(0).toUpperCase() + form.slice(1) : form;
}

/** French words that begin with a vowel or h, without elision before them. Source: Grevisse, Le bon usage, 48-50. */
const frenchBarriers =
  /^(?:onz|oui|ouistiti|uhlan|ululer|yaourt|yoga|yacht|y[aeiou]|h(?:a(?!bi|bl|l(?:eine|luc|t[eè]r)|meç|rm|bs)|ér(?:is|os$|on|aut)|ennir|eurt|i(?:bou|ér|p|ss|t|-)|o(?:bby|ckey|ll|mard|ng|nt|rde|rs|u|tte|tline)|u(?:b|it$|re|rl|tte|ée|gue|ssard)))/;

function soundOf(language: string, word: string): Sound {
  const isVowel = /^h?[aeiouœæ]/.test(word.normalize('NFD'));
  switch (language) {
    case 'fr':
      return isVowel && !frenchBarriers.test(word) ? 'vowel' : 'consonant';
    case 'ca':
      // Before another vowel, i and u are consonants: "el iode", "la hiena".
      if (/^h?[iu][aeiouàèéíòóú]/.test(word) || !isVowel) return 'consonant';
      return /^h?[iu]/.test(word) ? 'impure' : 'vowel';
    default:
      if (/^(?:s[bcdfghjklmnpqrstvz]|z|gn|ps|pn|x|y|i[aeou])/.test(word)) return 'impure';
      return isVowel ? 'vowel' : 'consonant';
  }
}
