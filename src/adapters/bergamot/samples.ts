import { keepsNumbers } from '../../text/checks/numbers.ts';
import { areRelated } from '../../text/checks/related-languages.ts';
import type { LanguagePair } from '../../text/languages/language.ts';

/** Units of CLDR with their symbols in its root, which a language has whose own names CLDR lacks. */
const units = { kilometer: 'km', kilogram: 'kg', minute: 'min', week: 'w', day: 'd', liter: 'l' };
/** Too large to be written out. */
const figures = [24, 35, 46, 57, 68, 79];
const letter = /\p{L}/u;

/**
 * Returns short texts in the source language, such as "24 kilómetros"; none in a language whose names of units Unicode
 * CLDR lacks, even in part: a good model copies symbols.
 */
export function sampleTexts({ source }: LanguagePair): readonly string[] {
  if (Intl.NumberFormat.supportedLocalesOf(source).length === 0) return [];
  const samples = Object.entries(units).map(([unit, symbol], index) => {
    const format = new Intl.NumberFormat(`${source}-u-nu-latn`, { style: 'unit', unit, unitDisplay: 'long' });
    const text = format.format(figures[index] ?? 0);
    return { text, isSymbol: text === `${figures[index]} ${symbol}` };
  });
  return samples.some(({ isSymbol }) => isSymbol) ? [] : samples.map(({ text }) => text);
}

/**
 * Whether any translation of `sampleTexts` keeps its number and is no copy. A model whose weights or vocabulary are wrong
 * keeps none; one of another pair copies.
 */
export function translatesSamples(
  pair: LanguagePair,
  samples: readonly string[],
  translations: readonly string[],
): boolean {
  if (samples.length === 0) return true;
  return samples.some((sample, index) => {
    const translation = translations[index] ?? '';
    const isCopy = translation === sample && !areRelated(pair);
    return !isCopy && letter.test(translation) && keepsNumbers(sample, translation);
  });
}
