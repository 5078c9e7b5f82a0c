import type { LanguageTag } from '../languages/language.ts';
import { tagParts } from '../languages/language-tag.ts';
import { elisions, type Fitting } from './elisions.ts';
import { beginsWithVowel } from './english-sounds.ts';

/**
 * The translation up to a term, with its last word made to fit the term that now stands there: "a" or "an", "de" or
 * "d'". Only what follows from the first sound is put right, never gender or number.
 *
 * @param before everything up to the term; may end in tokens
 * @returns undefined where nothing is to change
 */
export function fittingArticle(language: LanguageTag, before: string, wanted: string): string | undefined {
  const fitting = fittings[tagParts(language).language];
  const found = lastWord.exec(before.slice(-tailMax));
  if (fitting === undefined || found === null) return undefined;
  const [tail, own = '', gap = '', tokens = ''] = found;
  // Cut off at its start it may be the end of any word; without a space or an apostrophe it is a part of the term's.
  if (tail.length === tailMax || (gap === '' && !elided.test(own))) return undefined;
  const ahead = before.slice(0, before.length - tail.length);
  const fit = fitting(own, wanted, ahead);
  if (fit === undefined || fit === own) return undefined;
  return ahead + fit + (elided.test(fit) ? '' : ' ') + tokens;
}

/** Longer than any article with the tokens of some nested pairs behind it. */
const tailMax = 60;

const elided = /['’]$/;

/** A word, the space after it, and tokens that replace no word. An elided word has its apostrophe. */
const lastWord = /(?<![\p{L}\p{M}\p{N}'’-])(\p{L}{1,8}['’]?)( ?)((?:[\uFDD1-\uFDD3][\uE000-\uE3E7])*)$/u;

const fittings: Readonly<Record<string, Fitting>> = { en: englishArticle, ...elisions };

function englishArticle(own: string, wanted: string, ahead: string): string | undefined {
  if (!/^an?$/i.test(own) || (own === 'A' && isLetterOfName(ahead))) return undefined;
  const isVowel = beginsWithVowel(wanted);
  if (isVowel === undefined) return undefined;
  const isAllCapitals = own === 'AN' || /^\P{Ll}*\p{Lu}\P{Ll}*\p{Lu}\P{Ll}*$/u.test(ahead.slice(-tailMax));
  const [a, n] = own.startsWith('a') ? ['a', 'n'] : ['A', isAllCapitals ? 'N' : 'n'];
  return isVowel ? a + n : a;
}

/** "Vitamin A", "class A": behind a word in small letters, a capital is no article. */
function isLetterOfName(ahead: string): boolean {
  return /\p{Ll}['’]?\s$/u.test(ahead);
}

/** Articles by themselves, none with a preposition in it. */
const articles: Readonly<Record<string, string>> = {
  en: 'the an a',
  es: 'el la los las un una unos unas lo',
  fr: "le la les un une des l'",
  de: 'der die das den dem des ein eine einen einem einer eines',
  it: "il lo la i gli le un uno una l' un'",
  pt: 'o a os as um uma uns umas',
  gl: 'o a os as un unha uns unhas',
  ca: "el la els les un una uns unes l'",
  oc: "lo la los las un una unes unas l'",
  ro: 'un o niște',
  nl: 'de het een',
  eo: 'la',
  sv: 'en ett den det de',
  nb: 'en ei et den det de',
  nn: 'ein ei eit den det dei',
  da: 'en et den det de',
};

/** By language, with the white space behind it; an elided one has none, and a word must follow. */
const leading = new Map(
  Object.entries(articles).map(([language, words]) => [language, leadingOneOf(words.split(' '))]),
);

function leadingOneOf(words: readonly string[]): RegExp {
  const ends = words.map((word) => (word.endsWith("'") ? word.replace("'", "['’]") : `${word}\\s+`));
  return new RegExp(`^(?:${ends.join('|')})(?=[\\p{L}\\p{N}])`, 'iu');
}

/** The length of an article at the start of `text` and of what parts it from the next word; 0 where there is none. */
export function articleAtStart(language: LanguageTag, text: string): number {
  return leading.get(tagParts(language).language)?.exec(text)?.[0].length ?? 0;
}
