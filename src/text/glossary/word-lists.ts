import type { LanguageTag } from '../languages/language.ts';
import { tagParts } from '../languages/language-tag.ts';
import wordLists from './word-lists.json' with { type: 'json' };

/** Word lists, separated by spaces. Languages are BCP-47 primary subtags. */
export const lists = wordLists;

type Lists = Readonly<Record<string, string>>;

/** Returns a function from a language to its list; the set of a language without a list is empty. */
export function listsByLanguage(words: Lists): (language: LanguageTag) => ReadonlySet<string> {
  const sets = new Map(Object.entries(words).map(([language, list]) => [language, wordSet(list)]));
  return (language) => sets.get(tagParts(language).language) ?? none;
}

export function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** Languages that capitalise every noun, so that a capital shows neither a name nor a heading. */
export const capitalNouns = wordSet(wordLists.capitalNouns);

const none: ReadonlySet<string> = new Set();

/** The most frequent articles, prepositions, pronouns, conjunctions and auxiliaries, in small letters. */
export const functionWordsOf = listsByLanguage(wordLists.functionWords);
