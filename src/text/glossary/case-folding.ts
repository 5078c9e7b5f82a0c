import type { LanguageTag } from '../languages/language.ts';
import { tagParts } from '../languages/language-tag.ts';

/** Languages with separate letters I and ı. Source: Unicode, CaseFolding.txt, status T; SpecialCasing.txt. */
const withDotlessI: ReadonlySet<string> = new Set(['tr', 'az', 'crh', 'gag']);

/** Latin and Cyrillic letters for which folding is `toLowerCase`: not µ, ß, İ, ı, ŉ and ſ. */
const simple = /^[\0-\xB4\xB6-\xDE\xE0-\u012F\u0132-\u0148\u014A-\u017E\u0400-\u045F]*$/;

/**
 * Returns a function that folds the case of a word in NFC: ß becomes ss, and ς becomes σ. It converts to capitals and
 * back, because JavaScript has no full case folding. Source: The Unicode Standard, section 3.13, Default Case Folding.
 */
export function caseFolding(language: LanguageTag): (word: string) => string {
  return withDotlessI.has(tagParts(language).language)
    ? (word) => foldAny(word.normalize('NFC').replaceAll('I', 'ı').replaceAll('İ', 'i'))
    : (word) => (simple.test(word) ? word.toLowerCase() : foldAny(word));
}

function foldAny(word: string): string {
  // The capital of "ı" is "I", and the small letter of "I" is "i".
  return word.includes('ı') ? word.split('ı').map(foldPart).join('ı') : foldPart(word);
}

function foldPart(word: string): string {
  const small = word.toLowerCase().toUpperCase().toLowerCase();
  return small.replaceAll('ς', 'σ').normalize('NFC');
}
