import { inCapitals } from '../../../text/checks/capitals.ts';
import { endingOf } from '../../../text/checks/final-punctuation.ts';
import { addOpeningQuestionMark } from '../../../text/checks/opening-marks.ts';
import { unspacedLetter } from '../../../text/checks/words.ts';
import { writeToken } from '../../../text/document/token.ts';
import { capitalNouns } from '../../../text/glossary/word-lists.ts';
import type { LanguagePair, LanguageTag } from '../../../text/languages/language.ts';
import { possibleCodes } from '../../../text/languages/language-name.ts';
import { tagParts } from '../../../text/languages/language-tag.ts';
import { lettersOfLanguage } from '../../../text/languages/script-letters.ts';
import { normaliseCentury } from './centuries.ts';
import { normaliseNumbers } from './figures-for-words.ts';
import type { Normalised } from './normalised.ts';

export type NormalisedSegment = Normalised & {
  /** The same with a capital, for one or two words that may be names: used if `isMoreConfident`. Mostly undefined. */
  readonly other: string | undefined;
  /** Whether a translation of `text` has all figures that were written for words. If not, the words are better. */
  hasFigures(translation: string): boolean;
};

const letter = /\p{L}/u;

/**
 * Repairs what small models get wrong: names of countries, numbers in words, centuries, text in capitals, single words,
 * final punctuation, and unknown scripts, for which they invent text. Pure, deterministic, linear.
 * @param segment as an engine gets it (`text/engine/engine.ts`); tokens stay as they are
 */
export function normaliseSegment(
  segment: string,
  pair: LanguagePair,
  options: { readonly keepsWords?: boolean } = {},
): NormalisedSegment {
  const own = lettersOfLanguage(pair.source);
  const isForeign = !(own?.any ?? letter).test(segment);
  const ready = isForeign ? segment : translateName(segment, pair);
  if (ready !== undefined) return { text: '', other: undefined, restore: () => ready, hasFigures: () => true };
  const numbers = normaliseNumbers(segment, pair, options);
  const century = normaliseCentury(numbers.text, pair);
  const { text, restore } = normaliseCapitals(century.text, pair);
  const { text: lowered, other } = normaliseFewWords({ segment: century.text, text }, pair.source);
  return {
    text: addOpeningQuestionMark(lowered, pair.source),
    other,
    hasFigures: numbers.hasFigures,
    restore: (translation) => {
      const trimmed = translation.trim();
      if (trimmed === '') return '';
      const begun = other === undefined ? trimmed : capitalised(trimmed, pair.target);
      const edited = numbers.restore(century.restore(restore(begun)));
      return translateCopiedNames(segment, edited, pair);
    },
  };
}

/** Factor for a capital. Of 105 Spanish nouns and 28 names, 102 and 24 are right with it, 81 and 26 with 1. */
const capitalShareMax = 0.7;

/**
 * Confidences are geometric means of the probabilities of pieces, 0 to 1; undefined if the engine reports none.
 * @param isCopy whether the translation is the text: `alemania`, where the model knows only `Alemania`
 */
export function isMoreConfident(other: number | undefined, text: number | undefined, { isCopy = false } = {}): boolean {
  return text !== undefined && other !== undefined && other * (isCopy ? 1 : capitalShareMax) > text;
}

/** More words are a sentence, or a heading with enough context. */
const wordsMax = 3;

const wordLead = writeToken('word', 0).charAt(0);
const capitalStart = /^\p{Lu}\p{M}*(?:\p{Ll}|$)/u;
const shortCapitals = /^\p{Lu}{2,4}$/u;
const openingMarks = /[¿¡]/g;

/**
 * Lower-cases one word, or two or three without end punctuation: models treat a noun such as "Puerta" as a name, or
 * invent a sentence. One word loses its punctuation. @param text `segment`, in lower case if it is in capitals
 */
function normaliseFewWords(
  { segment, text }: { readonly segment: string; readonly text: string },
  language: LanguageTag,
): { readonly text: string; readonly other?: string } {
  if (text.includes(wordLead) || unspacedLetter.test(text)) return { text };
  const found = text.match(words) ?? [];
  const first = found[0];
  if (first === undefined || found.length > wordsMax) return { text };
  const ending = endingOf(text, language);
  const isSingle = found.length === 1;
  if (!isSingle && ending.kinds.length > 0) return { text };
  const bare = isSingle ? (text.slice(0, ending.start) + text.slice(ending.end)).replaceAll(openingMarks, '') : text;
  if (!capitalStart.test(first) || capitalNouns.has(tagParts(language).language)) return { text: bare };
  const other = shortCapitals.test(segment) ? segment : bare;
  return { text: bare.replace(first, () => first.toLocaleLowerCase(language)), other };
}

type Names = readonly [name: string, translation: string];

type NamesOfPair = {
  /** Of countries and languages, by the source's name in small letters. */
  readonly all: ReadonlyMap<string, Names>;
  /** Countries of one word whose names differ. */
  readonly countries: ReadonlyMap<string, string>;
};

/** Between other languages the models know these names. */
const languages = new Set(['en', 'es']);
/** Also common words, cities or first names. */
const ambiguous = new Set('Reunión Granada Guadalupe Mauricio Jordan corso cree venda'.split(' '));
/** Shorter names are often words, such as "ido". */
const lengthMin = 4;
const oneWord = /^\p{L}+$/u;
/** Not "Congo - Brazzaville". */
const plain = /^(?!.* - )./u;

const namesByPair = new Map<string, NamesOfPair>();

const copiedName =
  /(?<![\p{L}\p{M}\p{N}\p{Co}_@#./\\:-])\p{Lu}\p{L}{3,}(?![\p{L}\p{M}\p{N}\uFDD0-\uFDD4_@/\\'’-]|\.[\p{L}\p{N}])/gu;
const wordBefore = /(\p{Lu}\p{L}*) $/u;
const wordBehind = /^ \p{Lu}/u;
const marksAround = /^[¿¡]+|[.:!?…]+$/gu;

/** From Unicode CLDR, if the segment is a country or language. Starter models translate "Germany" as "Germanía". */
function translateName(segment: string, pair: LanguagePair): string | undefined {
  const given = segment.replace(marksAround, '');
  const [name, translation] = namesOf(pair)?.all.get(given.toLowerCase()) ?? [];
  if (name === undefined || translation === undefined) return undefined;
  const isRaised = given === capitalised(name, pair.source);
  if (isRaised || given === name) return isRaised ? capitalised(translation, pair.target) : translation;
  return given === name.toUpperCase() ? translation.toUpperCase() : undefined;
}

/** Translates names of countries that a model copied, unless they are part of a longer name. */
function translateCopiedNames(segment: string, translation: string, pair: LanguagePair): string {
  const countries = namesOf(pair)?.countries;
  if (countries === undefined) return translation;
  let sent: ReadonlySet<string> | undefined;
  return translation.replace(copiedName, (found, index: number) => {
    const name = countries.get(found);
    if (name === undefined) return found;
    sent ??= new Set(segment.match(/\p{L}+/gu));
    const end = index + found.length;
    const [, previous = ''] = wordBefore.exec(translation.slice(Math.max(0, index - 30), index)) ?? [];
    const isPart = sent.has(previous) || wordBehind.test(translation.slice(end, end + 2));
    return sent.has(found) && !isPart ? name : found;
  });
}

function namesOf({ source, target }: LanguagePair): NamesOfPair | undefined {
  const [from, into] = [tagParts(source).language, tagParts(target).language];
  if (!languages.has(from) || !languages.has(into)) return undefined;
  const key = `${from}>${into}`;
  let names = namesByPair.get(key);
  if (names === undefined) {
    const regions = namesOfType('region', from, into);
    // A country counts more than a language of its name: Nauru.
    const all = [...namesOfType('language', from, into), ...regions];
    names = {
      all: new Map(all.map((both) => [both[0].toLowerCase(), both])),
      countries: new Map(regions.filter(([name, translation]) => name !== translation && oneWord.test(name))),
    };
    namesByPair.set(key, names);
  }
  return names;
}

function namesOfType(type: 'region' | 'language', from: string, into: string): readonly Names[] {
  const [sources, targets] = [from, into].map((locale) => new Intl.DisplayNames(locale, { type, fallback: 'none' }));
  return possibleCodes.flatMap((code) => {
    // English readers know Türkiye by its older name.
    const [name = '', translation = ''] = [sources, targets].map((names) =>
      names?.of(type === 'region' ? code.toUpperCase() : code)?.replace('Türkiye', 'Turkey'),
    );
    const isUsable = name.length >= lengthMin && !ambiguous.has(name) && plain.test(translation);
    return isUsable ? [[name, translation] as const] : [];
  });
}

const words = /\p{L}[\p{L}\p{M}'’]*/gu;
const small = /\p{Ll}/u;
const twoCapitals = /\p{Lu}\p{M}*['’]?\p{Lu}/u;
/** Lao, Georgian and some other scripts have capitals in Unicode, but do not begin a sentence with them. */
const scriptsWithCapitals = new Set(['Latn', 'Cyrl', 'Grek', 'Armn']);

/** Lower-case letters of ordinals, also in text in capitals. */
const ordinalSigns = /[ªº]|(?<=\d)(?:st|nd|rd|th)(?!\p{L})/gu;
const beginsWithFigure = /^[^\p{L}]*\p{N}/u;
/** EE.UU., U.S.A. */
const dotted = /^\.\p{Lu}/u;
const dottedBefore = /\p{Lu}\.$/u;
/** Roman numerals that are no words: VI and MI are. */
const numeral = /^(?=.*(?:X|II|IV))[IVX]{2,}$/;
/** Letters that can be the middle of a syllable in some language; r and l can in Czech and Croatian. */
const vowel = /[aeiouywrlæœøıəаеиоуыэюяєірлѣәөүұαεηιουωաեէըիոօ]/u;

/** A word before a colon, longer than most acronyms. `text/checks` restores its capitals. */
const heading = /^\p{Lu}{5,}(?=:)/u;

/** Lower-cases text in capitals, which small models read as names or noise. Single words stay: acronyms, emphasis. */
function normaliseCapitals(segment: string, pair: LanguagePair): Normalised {
  const isInCapitals = twoCapitals.test(segment) && !small.test(segment.replace(ordinalSigns, ''));
  if (!isInCapitals || !scriptsWithCapitals.has(tagParts(pair.source).script ?? '')) {
    const text = segment.replace(heading, (word) => asSentence(word, pair.source));
    return { text, restore: (translation) => translation };
  }
  return { text: asSentence(segment, pair.source), restore: (translation) => inCapitals(translation, pair.target) };
}

function asSentence(segment: string, language: LanguageTag): string {
  let isFirst = !beginsWithFigure.test(segment);
  return segment.replace(words, (word, index: number) => {
    const isStart = isFirst;
    isFirst = false;
    if (isAcronym(word, segment.slice(Math.max(0, index - 2), index), segment.slice(index + word.length))) return word;
    const lowered = word.toLocaleLowerCase(language);
    return isStart ? capitalised(lowered, language) : lowered;
  });
}

function isAcronym(word: string, before: string, after: string): boolean {
  const isDotted = dotted.test(after) || dottedBefore.test(before);
  return isDotted || (word.length >= 2 && (numeral.test(word) || !vowel.test(word.toLowerCase().normalize('NFD'))));
}

/** Returns a text with its first letter as a capital, even behind other characters. */
function capitalised(text: string, language: LanguageTag): string {
  return text.replace(/\p{L}/u, (initial) => initial.toLocaleUpperCase(language));
}
