import type { LanguageTag } from '../languages/language.ts';
import { tagParts } from '../languages/language-tag.ts';

/** Languages in which I and i are two letters. Source: Unicode, CaseFolding.txt, status T; SpecialCasing.txt. */
const withDotlessI: ReadonlySet<string> = new Set(['tr', 'az', 'crh', 'gag']);

// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters of ASCII
const ascii = /^[\0-\x7F]*$/;

/**
 * What is the same for two words that differ by their capitals alone: full case folding, so that ß is ss and ς is σ, of
 * the canonical composition.
 * Source: The Unicode Standard, section 3.13, Default Case Folding; the way over capitals covers what JavaScript leaves out.
 */
export function caseFolding(language: LanguageTag): (word: string) => string {
  const small = withDotlessI.has(tagParts(language).language) ? foldWithDotlessI : foldAny;
  const asciiSmall = small === foldAny ? (word: string): string => word.toLowerCase() : foldWithDotlessI;
  return (word) => (ascii.test(word) ? asciiSmall(word) : small(word));
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
