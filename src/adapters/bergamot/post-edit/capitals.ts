import type { LanguagePair, LanguageTag } from '../../../core/languages/language.ts';
import { tagParts } from '../../../core/languages/language-tag.ts';
import type { Written } from './written.ts';

const words = /\p{L}[\p{L}\p{M}'’]*/gu;
const small = /\p{Ll}/u;
const twoCapitals = /\p{Lu}\p{M}*['’]?\p{Lu}/u;
/** Lao, Georgian and some others have capitals in Unicode, but do not begin a sentence with them. */
const scriptsWithCapitals = new Set(['Latn', 'Cyrl', 'Grek', 'Armn']);

/** Letters of ordinals and the like are small and say nothing of how a text is written. */
const ordinalSigns = /[ªº]/g;
/** EE.UU., U.S.A. */
const dotted = /^\.\p{Lu}/u;
const dottedBefore = /\p{Lu}\.$/u;
/** Roman numerals that are no words: VI and MI are. */
const numeral = /^(?=.*(?:X|II|IV))[IVX]{2,}$/;
/** What can be the middle of a syllable in some language; r and l can in Czech and Croatian. */
const vowel = /[aeiouywrlæœøıəаеиоуыэюяєірлѣәөүұαεηιουωաեէըիոօ]/u;

/**
 * Text in capitals is translated as a sentence and set in capitals again: a small model has seen few, and takes them for
 * names or for noise. Where only some words are in capitals they are acronyms or stress, and stay.
 */
export function easeCapitals(segment: string, pair: LanguagePair): Written {
  if (!isInCapitals(segment) || !scriptsWithCapitals.has(tagParts(pair.source).script ?? '')) {
    return { text: segment, restore: (translation) => translation };
  }
  return { text: asSentence(segment, pair.source), restore: (translation) => inCapitals(translation, pair.target) };
}

function isInCapitals(segment: string): boolean {
  return twoCapitals.test(segment) && !small.test(segment.replace(ordinalSigns, ''));
}

function asSentence(segment: string, language: LanguageTag): string {
  let isFirst = true;
  return segment.replace(words, (word, index: number) => {
    const isStart = isFirst;
    isFirst = false;
    if (isAcronym(word, segment.slice(Math.max(0, index - 2), index), segment.slice(index + word.length))) return word;
    const lowered = word.toLocaleLowerCase(language);
    return isStart ? withCapital(lowered, language) : lowered;
  });
}

function isAcronym(word: string, before: string, after: string): boolean {
  if (word.length < 2) return dotted.test(after) || dottedBefore.test(before);
  return numeral.test(word) || dotted.test(after) || dottedBefore.test(before) || !vowel.test(plain(word));
}

/** In small letters without accents. */
function plain(word: string): string {
  return word.toLowerCase().normalize('NFD');
}

/** With its first letter, whatever stands before it, as a capital. */
export function withCapital(text: string, language: LanguageTag): string {
  return text.replace(/\p{L}/u, (initial) => initial.toLocaleUpperCase(language));
}

/** What begins with a figure stays: "2nd". */
function inCapitals(translation: string, language: LanguageTag): string {
  return translation.replace(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu, (word) => {
    return /^\p{N}/u.test(word) ? word : word.toLocaleUpperCase(language);
  });
}
