import type { LanguageTag } from '../languages/language.ts';

const words = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu;
const startsWithLetter = /^\p{L}/u;
/** Two capitals near each other, or one inside a word. The pattern begins with a capital because capitals are rare. */
const twoCapitals = /\p{Lu}(?:[^\p{Ll}]{0,3}\p{Lu}|(?<=\p{Ll}\p{Lu}))/u;
const innerCapital = /\p{Ll}\p{Lu}/u;
/** A quick test that passes each word with an inner capital and each word in capitals. */
const laterCapital = /[^]\p{Lu}/u;
/** The text after a word in capitals that starts a heading. */
const behindHeading = /^(?:\s+\p{Lu}{2}|\s*[:.!|—–])/u;
const upper = /^\p{Lu}/u;
const lower = /^\p{Ll}/u;
/** A word with at least two capitals; the only small letters are those of ordinals. */
const capitals = /^(?:[\p{Lt}\p{M}\p{N}'’ªº]*\p{Lu}){2}[\p{Lu}\p{Lt}\p{M}\p{N}'’ªº]*$/u;
const title = /^\p{Lu}[\p{Ll}\p{M}\p{N}]+$/u;
const anyLetter = /\p{L}/u;
const englishI = /^I(?!\p{L})/u;
/** German and its relatives write nouns with a capital. */
const capitalisesNouns = /^(?:de|gsw|lb|nds)\b/;
const capitalInside = /(?<=[\p{L}\p{M}]\s)\p{Lu}/gu;
const figure = /\p{N}/u;
const wordToken = '\uFDD0';

/** Words with a capital only in English: "I", days, months, and words for peoples and countries, by ending. */
export const englishProper =
  /^(?:I|I['’]\p{Ll}+|(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December|Dutch|French|Greek|Welsh|Czech|Swiss|Basque|Arab|Catalan|Afghan|Soviet|Muslim|Thai|Turk|Dane|Finn|Swede|Israeli|Iraqi|United|States|Kingdom|\p{Lu}\p{Ll}+(?:ish|ese|ian|ean|can|man|ic))s?)$/u;

/** Engines lose capitals when they reorder words, and in copied words: "XXI" became "Xxi", "iPhone" became "IPHONE". */
export function withLikeCapitals(sentence: string, translation: string, target: LanguageTag): string {
  const first = firstWord(sentence);
  if (first === undefined || translation === sentence) return translation;
  const start = { ...first, target };
  if (!twoCapitals.test(sentence)) return withLikeStart(sentence, start, translation);
  const source = wordsOf(sentence);
  if (capitals.test(source.join(''))) return inCapitals(translation, target);
  return withLikeStart(sentence, start, withKeptCapitals(source, translation));
}

/** Returns the translation of a piece of a sentence, with its first letter in the case of the piece's first letter. */
function withCapitalOfPiece(piece: string, translation: string, place: { readonly isFirst: boolean }): string {
  const [wanted = ''] = anyLetter.exec(piece) ?? [];
  const [given = ''] = anyLetter.exec(translation) ?? [];
  const at = translation.search(anyLetter);
  const next = at + given.length;
  const withInitial = (initial: string): string => translation.slice(0, at) + initial + translation.slice(next);
  // A piece inside a sentence may begin with a name that has an article in the translation.
  if (upper.test(wanted) && lower.test(given) && place.isFirst) return withInitial(given.toUpperCase());
  if (!lower.test(wanted) || !upper.test(given) || englishI.test(translation.slice(at))) return translation;
  const isInCapitals = /\p{Lu}/u.test(translation.slice(next, next + 2));
  const count = (text: string): number => text.match(capitalInside)?.length ?? 0;
  // The target language may capitalise nouns.
  return isInCapitals || count(translation) > count(piece) ? translation : withInitial(given.toLowerCase());
}

type Word = { readonly word: string; readonly index: number };

function withLikeStart(sentence: string, first: Word & { readonly target: LanguageTag }, translation: string): string {
  const start = firstWord(translation);
  if (start === undefined) return translation;
  const replaced = (length: number, written: string): string =>
    translation.slice(0, start.index) + written + translation.slice(start.index + length);
  if (isHeading(sentence, first) && title.test(start.word))
    return replaced(start.word.length, inCapitals(start.word, first.target));
  const initial = String.fromCodePoint(start.word.codePointAt(0) ?? 0);
  const isRaised = upper.test(first.word) && lower.test(initial);
  const isLowered = !capitalisesNouns.test(first.target) && lower.test(first.word) && upper.test(initial);
  if (!isRaised && !isLowered) return translation;
  if (isBehindWord(sentence, first) !== isBehindWord(translation, start)) return translation;
  if (isRaised && isBehindFigure(translation, start) && !isBehindFigure(sentence, first)) return translation;
  if (isLowered && isProper(start.word)) return translation;
  // A name, or a word unknown to the engine.
  if (wordsOf(sentence).includes(start.word)) return translation;
  return replaced(initial.length, isRaised ? initial.toUpperCase() : initial.toLowerCase());
}

function firstWord(text: string): Word | undefined {
  // Not matchAll, which copies the pattern: most sentences begin with a word.
  words.lastIndex = 0;
  for (let found = words.exec(text); found !== null; found = words.exec(text)) {
    const [word] = found;
    if (startsWithLetter.test(word)) return { word, index: found.index };
  }
  return undefined;
}

function wordsOf(text: string): readonly string[] {
  return (text.match(words) ?? []).filter((word) => startsWithLetter.test(word));
}

/** Words that begin with a digit stay unchanged: "2nd". */
export function inCapitals(translation: string, language: LanguageTag): string {
  return translation.replaceAll(words, (word) => (/^\p{N}/u.test(word) ? word : word.toLocaleUpperCase(language)));
}

function withKeptCapitals(source: readonly string[], translation: string): string {
  // For each word: its count in the sentence minus its count in the translation.
  const lacking = new Map<string, number>();
  const count = (word: string, by: number) => lacking.set(word, (lacking.get(word) ?? 0) + by);
  for (const word of source) {
    if (laterCapital.test(word) && (capitals.test(word) || innerCapital.test(word))) count(word, 1);
  }
  if (lacking.size === 0) return translation;
  for (const word of translation.match(words) ?? []) if (lacking.has(word)) count(word, -1);
  const lost = new Map([...lacking].filter(([, times]) => times > 0).map(([word]) => [word.toUpperCase(), word]));
  if (lost.size === 0) return translation;
  return translation.replaceAll(words, (word) => {
    const kept = lost.get(word.toUpperCase());
    // A word in small letters may be another word than an acronym: "us" and "US".
    return kept !== undefined && (upper.test(word) || innerCapital.test(kept)) ? kept : word;
  });
}

function isHeading(sentence: string, { word, index }: Word): boolean {
  return word.length > 2 && capitals.test(word) && behindHeading.test(sentence.slice(index + word.length));
}

function isBehindWord(text: string, { index }: Word): boolean {
  const token = text.indexOf(wordToken);
  return token >= 0 && token < index;
}

/** "20 personas" for "Twenty people". */
function isBehindFigure(text: string, { index }: Word): boolean {
  return figure.test(text.slice(0, index));
}

function isProper(word: string): boolean {
  return capitals.test(word) || /^\p{Lu}\p{Ll}*\p{Lu}/u.test(word) || englishProper.test(word);
}

/** Pieces with such an end are whole sentences or clauses. */
const sentenceEnd = /[.!?…,;:。！？，、；：।؟]/;

/** Removes the capital and the full stop that an engine adds to a piece of a sentence. */
export function fitPiece(text: string, translation: string, place: { readonly isFirst: boolean }): string {
  return withCapitalOfPiece(text, withoutAddedEnd(text, translation.trim()), place);
}

function withoutAddedEnd(text: string, translation: string): string {
  if (sentenceEnd.test(text.slice(-1))) return translation;
  let end = translation.length;
  while (end > 0 && sentenceEnd.test(translation.charAt(end - 1))) end--;
  return translation.slice(0, end).trimEnd();
}
