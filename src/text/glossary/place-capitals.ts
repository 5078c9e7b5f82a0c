import { tokenPattern } from '../document/token.ts';
import type { LanguageTag } from '../languages/language.ts';
import { tagParts } from '../languages/language-tag.ts';
import type { EntryUse } from './glossary-entry.ts';
import { capitalNouns, lists, wordSet } from './word-lists.ts';

/** The place of an entry in its sentence and in the translation. */
export type EntryPlace = {
  /** The source sentence, with its tokens. */
  readonly sentence: string;
  /** The translation up to the entry, with its tokens. */
  readonly before: string;
};

const word = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*/gu;
const letter = /\p{L}/u;
const capital = /^\p{Lu}|^\p{Lt}/u;
const small = /\p{Ll}/u;
/** At least two capitals: a single one may start a sentence or a name. */
const twoCapitals = /\p{Lu}[^]*\p{Lu}/u;
/** Capitals inside a word never change: "iPhone", "eBay", "McDonald", "USB". */
const innerCapital = /[\p{L}\p{M}\p{N}].*\p{Lu}/u;
/** A translation with a variable: "{dog}", "<dog>", "$dog", "%dog%". */
const variable = /[{<$%]\p{L}/u;
/** Placeholder token of a word, a number or a name that the translation copies. */
const wordToken = /\uFDD0[\uE000-\uEF9F]/g;
/** The end of the text before a clause, which may begin with a capital. */
const clauseEnd = /(?:[.!?…:。！？：]["'”’»)\]]*|^)\s*(?:[-–—•*]\s*)?["'“‘«„‹¿¡([]*\s*$/u;

/** Words in lower case in English titles. Source: The Chicago Manual of Style, 8.159. */
const smallInTitles = wordSet(lists.smallInTitles);

/** Returns the wanted words, capitalised as their place requires. */
export function withCapitalsOfPlace(use: EntryUse, place: EntryPlace): string {
  return inPlace(use.wanted, use, place);
}

/** Whether `found` is an accepted form, capitalised by its place. The first letter of a sentence may have any case. */
export function isAccepted(found: string, use: EntryUse, place: EntryPlace): boolean {
  const written = found.normalize('NFC');
  if (isFixed(use)) return use.accepted.some((form) => form.normalize('NFC') === written);
  const isFree = opensClause(place.before);
  return use.accepted.some((form) => {
    const due = inPlace(form, use, place).normalize('NFC');
    return due === written || (isFree && isSameButFirst(due, written));
  });
}

/** Whether the capitals of the translation never change. */
function isFixed({ entry, wanted }: EntryUse): boolean {
  return entry.caseRule === 'exact' || entry.translation === undefined || variable.test(wanted);
}

function isSameButFirst(one: string, other: string): boolean {
  const [first, second] = [firstCharacter(one), firstCharacter(other)];
  const isSameLetter = first.toLowerCase() === second.toLowerCase();
  return isSameLetter && one.slice(first.length) === other.slice(second.length);
}

function firstCharacter(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? 0);
}

function inPlace(form: string, use: EntryUse, place: EntryPlace): string {
  if (isFixed(use) || !letter.test(form)) return form;
  const language = use.entry.target as LanguageTag;
  if (isInCapitals(use, place.sentence)) return form.toLocaleUpperCase(language);
  const titled = titleOf(use);
  const source = { language: use.entry.source as LanguageTag, opens: opensClause(place.sentence.slice(0, use.start)) };
  if (titled === 'each') return inTitle(form, language);
  if (titled === 'first' && !source.opens) return withFirstCapital(form, language);
  return startsSentence(use, place) ? withFirstCapital(form, language) : form;
}

function isInCapitals({ words, entry }: EntryUse, sentence: string): boolean {
  if (!twoCapitals.test(words) || small.test(words)) return false;
  if (small.test(entry.term)) return true;
  // An acronym is always in capitals: the words around it decide.
  const around = sentence.replaceAll(tokenPattern, ' ').replaceAll(words, ' ');
  return twoCapitals.test(around) && !small.test(around);
}

/** Returns which words are small in the glossary and capitalised in the sentence. */
function titleOf({ words, entry }: EntryUse): 'each' | 'first' | 'none' {
  if (capitalNouns.has(tagParts(entry.source as LanguageTag).language)) return 'none';
  const found = words.match(word) ?? [];
  const own = entry.term.match(word) ?? [];
  const raised = found.map((one, index) => capital.test(one) && !capital.test(own[index] ?? one));
  const weighty = found.map((one, index) => raised[index] === true || !isLight(one));
  if (raised[0] !== true) return 'none';
  const cased = found.filter((one, index) => weighty[index] === true && /[\p{Lu}\p{Ll}]/u.test(one));
  const isEach = cased.length > 1 && cased.every((one) => capital.test(one));
  return isEach ? 'each' : 'first';
}

/** A short word in small letters, which titles of any language leave small. */
function isLight(one: string): boolean {
  return one.length <= 3 && !capital.test(one);
}

/** Whether the entry starts the translation, or a clause of it, and the source is capitalised or has no case there. */
function startsSentence(use: EntryUse, { sentence, before }: EntryPlace): boolean {
  if (!isBare(before)) {
    return opensClause(before) && opensClause(sentence.slice(0, use.start)) && capital.test(use.words);
  }
  const plain = sentence.replaceAll(wordToken, '\uFDD0').replaceAll(tokenPattern, '');
  const [first = ''] = plain.match(/\uFDD0|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/u) ?? [];
  return !/^\p{Ll}/u.test(first) || innerCapital.test(first);
}

/** Whether the text has only signs, and tokens that replace no word. */
function isBare(before: string): boolean {
  return !/[\p{L}\p{N}\uFDD0]/u.test(before);
}

function opensClause(before: string): boolean {
  if (isBare(before)) return true;
  return clauseEnd.test(before.slice(-40).replaceAll(/[\uFDD1-\uFDD4][\uE000-\uEF9F]/g, ''));
}

function withFirstCapital(form: string, language: LanguageTag): string {
  return form.replace(/[\p{L}\p{M}\p{N}]+/u, (one) => (innerCapital.test(one) ? one : raise(one, language)));
}

function inTitle(form: string, language: LanguageTag): string {
  const isEnglish = tagParts(language).language === 'en';
  return form.replaceAll(word, (one, index: number) => {
    if (innerCapital.test(one) || (index > 0 && isEnglish && smallInTitles.has(one))) return one;
    if (index > 0 && !isEnglish && isLight(one)) return one;
    return raise(one, language);
  });
}

function raise(one: string, language: LanguageTag): string {
  const { language: base } = tagParts(language);
  const initial = base === 'nl' && one.startsWith('ij') ? 'ij' : firstCharacter(one);
  const raised = initial.toLocaleUpperCase(language);
  // "ß" and ligatures have no capital of one letter.
  return raised.length === initial.length ? raised + one.slice(initial.length) : one;
}
