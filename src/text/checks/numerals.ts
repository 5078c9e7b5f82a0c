import { ordinals, readNumberWords } from './number-words.ts';

/** Roman numerals, also with a French ending: XVIIIe. */
const roman = /(?<![\p{L}\p{N}])([IVXLCDM]+)(?:er|ère|e|ème|ième|è)?(?![\p{L}\p{N}])/gu;

/** Excluded, because they are far more often words or initials. */
const unlikelyRoman = new Set(['I', 'C', 'D', 'L', 'M']);
const romanValues: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1_000 };
const romanLengthMax = 15;

const chinese = /[〇零一二三四五六七八九十百千两兩]+/gu;
const chineseDigits = '〇一二三四五六七八九';
const chineseTens: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1_000 };
const chineseLengthMax = 12;

const raised = /[⁰¹²³⁴-⁹]+/gu;
const raisedDigits = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Returns the Roman, Chinese and raised numerals (km²) of `text`, in ASCII digits. */
export function readNumerals(text: string): readonly string[] {
  const romans = Array.from(text.matchAll(roman), ([, word]) => word ?? '');
  const likely = romans.filter((word) => !unlikelyRoman.has(word) && word.length <= romanLengthMax);
  const others = (text.match(chinese) ?? []).filter((word) => word.length <= chineseLengthMax);
  return [
    ...[...likely.map(romanValue), ...others.map(chineseValue)].map(String),
    ...(text.match(raised) ?? []).map((word) => [...word].map((digit) => raisedDigits.indexOf(digit)).join('')),
  ];
}

/** Words up to this one may be any figure. */
const smallWordMax = 19;

/** Returns the larger numbers and English ordinals that `text` has in English or Spanish words, in ASCII digits. */
export function readNumbersInWords(text: string): readonly string[] {
  const numbers = [...readNumberWords(text).map(({ value }) => value), ...ordinalsIn(text, ordinalWord).map(Number)];
  return numbers.filter((value) => value > smallWordMax).map(String);
}

/** Two letters or more, because single ones are names of other things. */
const sureRoman = /(?<![\p{L}\p{N}])[IVX]{2,6}(?![\p{L}\p{M}\p{N}])/gu;
/** Or like a figure of at most two digits: "1830s" may be "lat 30. XIX wieku". */
const likeNumeral = /(?<![\p{L}\p{N}])[IVX]{2,6}\p{Lu}*(?![\p{L}\p{N}])|(?<!\p{Nd})\p{Nd}{1,2}(?!\p{Nd})/gu;

/** Longer ones first, because "twenty-first" ends with another. English writes centuries in words. */
const anyOrdinal = [...ordinals.keys()].toReversed().join('|');
const ordinalWord = new RegExp(`(?<!\\p{L})(?:${anyOrdinal})(?!\\p{L})`, 'giu');
const centuryWord = new RegExp(`(?<!\\p{L})(?:${anyOrdinal})(?=[ -]centur(?:y|ies)(?!\\p{L}))`, 'giu');

/**
 * Whether one of two texts has another number in place of a Roman numeral of the other: "21st century" or "twentieth
 * century" for "siglo XIX", "siglo XX" for "15th century".
 */
export function changesRomans(sentence: string, translation: string): boolean {
  return replacesRomans(sentence, translation) || replacesRomans(translation, sentence);
}

function replacesRomans(text: string, other: string): boolean {
  const romans = text.match(sureRoman);
  if (romans === null) return false;
  const numerals = new Set(other.match(likeNumeral));
  const values = new Set([...numerals, ...readNumerals(other), ...ordinalsIn(other, ordinalWord)]);
  if (romans.every((word) => numerals.has(word) || values.has(String(romanValue(word))))) return false;
  const own = new Set([...(text.match(likeNumeral) ?? []), ...readNumerals(text)]);
  const isNew = (numeral: string): boolean =>
    !own.has(numeral) && !(/^\p{Nd}/u.test(numeral) && text.includes(numeral));
  return ordinalsIn(other, centuryWord).some((value) => !own.has(value)) || [...numerals].some(isNew);
}

function ordinalsIn(text: string, pattern: RegExp): readonly string[] {
  return (text.match(pattern) ?? []).map((word) => String(ordinals.get(word.toLowerCase())));
}

function romanValue(word: string): number {
  let sum = 0;
  let last = 0;
  for (const character of [...word].toReversed()) {
    const value = romanValues[character] ?? 0;
    sum += value < last ? -value : value;
    last = Math.max(last, value);
  }
  return sum;
}

/** Reads both notations: 二十一 with units, 二〇二一 digit by digit. */
function chineseValue(word: string): number {
  const plain = word.replace(/[两兩]/gu, '二').replaceAll('零', '〇');
  if (!/[十百千]/u.test(plain)) return Number([...plain].map((character) => chineseDigits.indexOf(character)).join(''));
  let sum = 0;
  let digit: number | undefined;
  for (const character of plain) {
    const ten = chineseTens[character];
    if (ten === undefined) digit = chineseDigits.indexOf(character);
    else [sum, digit] = [sum + (digit ?? 1) * ten, undefined];
  }
  return sum + (digit ?? 0);
}
