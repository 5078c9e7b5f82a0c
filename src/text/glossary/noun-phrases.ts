import { pluralOf, singularsOf } from '../../../packages/morphology/src/index.ts';
import type { LanguageTag } from '../languages/language.ts';
import { tagParts } from '../languages/language-tag.ts';
import { kinds } from './character-kinds.ts';
import type { InflectedWord } from './inflection.ts';
import type { GrammaticalNumber } from './morphology.ts';
import { functionWordsOf, lists, listsByLanguage, wordSet } from './word-lists.ts';
import type { WordReader } from './word-reader.ts';

/** Words that show a noun phrase's number: `leading`, those before the first preposition; `last`, the last of them. */
export type NumberPlace = { readonly kind: 'leading' | 'last'; readonly from: number; readonly to: number };

/** Prepositions of English and of the Romance languages. In the latter the leading words show the number. */
const prepositionsOf = listsByLanguage(lists.prepositions);

const personAndParticle = /^[a-z]+ers?-(?:by|in|on|up)$/i;
const endsInParticle = /-(?:by|down|in|off|on|out|over|up)s?$/i;
const beginsWithPrefix =
  /^(?:anti|auto|co|e|eco|ex|inter|micro|mini|multi|non?|post|pre|pro|semi|sub|super|tele|ultra|vice)-/i;

/** A word of a noun, and the space or hyphen after it. */
export type NounWord = { readonly word: string; readonly joint: string };

/**
 * Returns the words of a noun. A hyphen separates words if the first shows the number: "mothers-in-law", "coches-cama",
 * but "check-ins". `isOneWord`: whether a word with hyphens is in the dictionary, "week-end".
 */
export function wordsOfNoun(
  language: LanguageTag,
  noun: string,
  isOneWord: (word: string) => boolean = () => false,
): readonly NounWord[] {
  return noun.split(' ').flatMap((word) => {
    const isPhrase = word.includes('-') && !isOneWord(word) && beginsWithHead(language, word);
    const parts = isPhrase ? word.split('-') : [word];
    return parts.map((part, index) => ({ word: part, joint: index < parts.length - 1 ? '-' : ' ' }));
  });
}

function beginsWithHead(tag: LanguageTag, word: string): boolean {
  const prepositions = prepositionsOf(tag);
  const parts = word.split('-');
  if (parts.slice(1, -1).some((part) => isPreposition(prepositions, part))) return true;
  const { language } = tagParts(tag);
  if (language === 'en') return personAndParticle.test(word);
  return language !== 'fr' && prepositions.size > 0 && !endsInParticle.test(word) && !beginsWithPrefix.test(word);
}

/** Returns the noun with other forms of its words. */
export function joinWords(parts: readonly NounWord[], words: readonly string[]): string {
  return parts
    .map(({ joint }, index) => `${words[index]}${joint}`)
    .join('')
    .trimEnd();
}

/** @returns undefined for several words when it is unknown which of them show the number */
export function numberPlace(language: LanguageTag, words: readonly string[]): NumberPlace | undefined {
  if (words.length === 1) return { kind: 'leading', from: 0, to: 1 };
  const prepositions = prepositionsOf(language);
  const found = words.findIndex((word) => isPreposition(prepositions, word));
  const to = found === -1 ? words.length : found;
  if (to === 0 || prepositions.size === 0) return undefined;
  const isEnglish = tagParts(language).language === 'en';
  return isEnglish ? { kind: 'last', from: to - 1, to } : { kind: 'leading', from: 0, to };
}

function isPreposition(prepositions: ReadonlySet<string>, word: string): boolean {
  const small = word.toLowerCase().replaceAll('’', "'");
  return prepositions.has(small.startsWith("d'") ? "d'" : small);
}

/** Frequent endings of adjectives, for those that no dictionary lists: "convolucional", "neuronale". */
const adjectives: Readonly<Record<string, RegExp>> = {
  es: /(?:al|ar|ble|[ae]nte|[ai]d[oa]|ic[oa]|iv[oa]|os[oa]|ari[oa]|ora?)$/,
  pt: /(?:al|ar|vel|[ae]nte|[ai]d[oa]|ic[oa]|iv[oa]|os[oa]|ári[oa]|ora?)$/,
  gl: /(?:al|ar|ble|bel|[ae]nte|[ai]d[oa]|ic[oa]|iv[oa]|os[oa]|ari[oa]|ora?)$/,
  ca: /(?:al|ar|ble|[ae]nt|[aiu]t|[aiu]da|ica?|iva|osa)$/,
  fr: /(?:al|ale|el|elle|if|ive|euse|ique|[ai]ble|ée?|[ae]nte?|aire)$/,
  it: /(?:ale|[ai]bile|[ai]t[oa])$/,
};

/** Names, acronyms and numbers next to a noun have no other form. */
export function isInvariable(word: string): boolean {
  return /\p{Lu}|\p{N}/u.test(word);
}

/** Returns a noun in another number, by the endings of its words; undefined if that would be a guess. */
export function lightForm(language: LanguageTag, noun: string, number: GrammaticalNumber): string | undefined {
  const parts = wordsOfNoun(language, noun);
  const words = parts.map(({ word }) => word);
  const place = numberPlace(language, words);
  if (place === undefined) return undefined;
  const written = words.map((word, index) => {
    if (index < place.from || index >= place.to) return word;
    if (index > place.from && isInvariable(word)) return word;
    if (index > place.from && !isAdjectiveIn(language, word, number))
      return parts[index - 1]?.joint === '-' ? word : undefined;
    return lightWord(language, word, number);
  });
  const form = written.every((word) => word !== undefined) ? joinWords(parts, written) : noun;
  return form === noun ? undefined : form;
}

/** One word of a noun, by its ending. */
export function lightWord(language: LanguageTag, word: string, number: GrammaticalNumber): string | undefined {
  if (number === 'plural') return pluralOf(language, word);
  const [only, ...others] = singularsOf(language, word);
  return others.length === 0 ? only : undefined;
}

/** Whether a word next to a noun is probably an adjective that agrees with it, by its ending. Capitals are of names. */
export function isAdjectiveIn(language: LanguageTag, word: string, number: GrammaticalNumber): boolean {
  const listed = number === 'plural' ? word : lightWord(language, word, 'singular');
  if (listed === undefined || listed.length <= 4 || /\P{Ll}/u.test(listed)) return false;
  return adjectives[tagParts(language).language]?.test(listed) ?? false;
}

/** Languages with the head at the end of compounds and phrases: "state machine", but "máquina de estados". */
const headComesLast = wordSet(lists.headComesLast);

/** Whether an inflected entry is plural, by the words before "of": the last in `headComesLast` languages, else any. */
export function isPluralByHead(
  inflected: readonly InflectedWord[],
  { words, first, last }: { readonly words: WordReader; readonly first: number; readonly last: number },
): boolean {
  const end = headEnd(words, first, last);
  const from = headComesLast.has(tagParts(words.language).language) ? end : first;
  return inflected.some(({ form, index }) => form.isPlural && index >= from && index <= end);
}

function headEnd(words: WordReader, first: number, last: number): number {
  const ties = functionWordsOf(words.language);
  for (let index = first + 1; index <= last; index++) {
    if (ties.has(words.foldedAt(index))) return words.kinds[index - 1] === kinds.letter ? index - 1 : index - 2;
  }
  return last;
}
