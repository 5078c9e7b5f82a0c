import { inCapitals } from '../../../text/checks/capitals.ts';
import type { LanguagePair, LanguageTag } from '../../../text/languages/language.ts';
import { tagParts } from '../../../text/languages/language-tag.ts';
import type { Normalised } from './normalised.ts';

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
export function normaliseCapitals(segment: string, pair: LanguagePair): Normalised {
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
export function capitalised(text: string, language: LanguageTag): string {
  return text.replace(/\p{L}/u, (initial) => initial.toLocaleUpperCase(language));
}
