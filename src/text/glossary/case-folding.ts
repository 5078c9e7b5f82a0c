import type { LanguageTag } from '../languages/language.ts';
import { tagParts } from '../languages/language-tag.ts';

/** Languages with separate letters I and ı. Source: Unicode, CaseFolding.txt, status T; SpecialCasing.txt. */
const withDotlessI: ReadonlySet<string> = new Set(['tr', 'az', 'crh', 'gag']);

/** Latin and Cyrillic letters that fold to their small letter alone: not µ, ß, İ, ı, ŉ and ſ. */
const simple = /^[\0-\xB4\xB6-\xDE\xE0-\u012F\u0132-\u0148\u014A-\u017E\u0400-\u045F]*$/;

/**
 * What is the same for two words that differ by their capitals alone: full case folding, so that ß is ss and ς is σ, of
 * the canonical composition.
 * Source: The Unicode Standard, section 3.13, Default Case Folding; the way over capitals covers what JavaScript leaves out.
 */
export function caseFolding(language: LanguageTag): (word: string) => string {
  if (withDotlessI.has(tagParts(language).language)) return foldWithDotlessI;
  return foldWithDottedI;
}

function foldWithDottedI(word: string): string {
  if (isSmall(word)) return word;
  return simple.test(word) ? word.toLowerCase() : foldAny(word);
}

/** Whether all is small letters of ISO 8859-1, which most words are, and which are their own folding but for ß. */
function isSmall(word: string): boolean {
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at);
    if (unit < 0x61 || (unit > 0x7a && unit < 0xe0) || unit > 0xff) return false;
  }
  return true;
}

function foldWithDotlessI(word: string): string {
  return foldAny(word.normalize('NFC').replaceAll('I', 'ı').replaceAll('İ', 'i'));
}

function foldAny(word: string): string {
  // A dotless i has a capital without being the small letter of it.
  return word.includes('ı') ? word.split('ı').map(foldPart).join('ı') : foldPart(word);
}

function foldPart(word: string): string {
  const small = word.toLowerCase().toUpperCase().toLowerCase();
  return small.replaceAll('ς', 'σ').normalize('NFC');
}
