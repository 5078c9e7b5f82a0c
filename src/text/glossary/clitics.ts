import type { LanguageTag } from '../languages/language.ts';
import { tagParts } from '../languages/language-tag.ts';
import { lists, listsByLanguage, wordSet } from './word-lists.ts';

/** Before an apostrophe: "l" in "l'ordinateur". */
const elidedOf = listsByLanguage(lists.elided);
/** After an apostrophe: "s" in "Ada's". */
const endingsOf = listsByLanguage(lists.endings);
/** Before a hyphen: "il" in "il-ktieb". */
const articlesOf = listsByLanguage(lists.cliticArticles);
/** After a hyphen: "ul" in "site-ul". */
const suffixesOf = listsByLanguage(lists.suffixes);
const usualEndings = wordSet('s');
/** Languages that write an apostrophe between a name and its endings. Source: Turkic orthographies. */
const dividesEndings = wordSet('tr az crh gag tk fi et');
/** Germanic and Finnic languages, which have long compounds. */
const suspending = wordSet('de nl af lb fy nds sv da nb nn no is fo en fi et hu');
const apostropheLetters = wordSet('uk be rue br uz gn he haw');

/** Parts that are written together with a noun but do not belong to it, in small letters. */
export type Clitics = ReturnType<typeof cliticsOf>;

export function cliticsOf(language: LanguageTag) {
  const { language: base } = tagParts(language);
  const endings = endingsOf(language);
  return {
    elided: elidedOf(language),
    /** Undefined: any word in small letters. */
    endings: dividesEndings.has(base) ? undefined : endings.size > 0 ? endings : usualEndings,
    articles: articlesOf(language),
    suffixes: suffixesOf(language),
    /** A hyphen may cut a word short: "Haus- und Gartenarbeit". */
    suspends: suspending.has(base),
    /** An apostrophe between letters is a letter: "комп'ютер". */
    apostropheIsLetter: apostropheLetters.has(base),
  };
}
