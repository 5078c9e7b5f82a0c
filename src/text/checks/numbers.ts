import { tokenPattern } from '../document/token.ts';
import { ordinals, readNumberWords } from './number-words.ts';

type Figures = readonly Figure[];
type Sides = readonly [sent: Figures, came: Figures];

const longDecade = /^(?:1[89]|20)\d0$/;
const decade = /^(?:1[89]|20)?\d0$/;
/** Ordinals up to this one are often written as words: the 1st, primero. */
const spokenOrdinalMax = 31;
/** Small numbers, round numbers and decades: often words in the source and digits in the translation. */
const likeAWord = /^(?:1?\d|[1-9]0+|[1-9]\d0{3,}|(?:1[89]|20)\d0)$/;
/** Maximum of added numbers that may be translations of words. */
const fromWordsMax = 3;

/**
 * Whether the numbers are the same, in any order and in the digits of any script. Separators may change (1.000,5 for
 * 1,000.5), the power of ten (250万 for 2.5 million), and the numeral (siglo XVI for 16th century). Ordinals and decades
 * may become words (1st, primero), and words may become digits (twenty, 20).
 */
export function keepsNumbers(sentence: string, translation: string): boolean {
  if (replacesRomans(sentence, translation) || replacesRomans(translation, sentence)) return false;
  if (hasSameRuns(sentence, translation)) return true;
  const [source, target] = [sentence.replace(tokenPattern, ' '), translation.replace(tokenPattern, ' ')];
  const whole = withoutPairs([readFigures(source), readFigures(target)], ({ value }) => value);
  if (whole.every(({ length }) => length === 0)) return true;
  const scaled = withoutPairs(withoutPairs(whole, plainValue), significantDigits, countTheSame);
  const [sent, came] = withoutPairs([splitDigits(scaled[0]), splitDigits(scaled[1])], ({ value }) => value);
  // 1960s and años 60 are the same.
  const [lost, added] = withoutPairs([sent, came], ({ value }) => (longDecade.test(value) ? value.slice(2) : value));
  if (without(lost, readNumerals(target)).some((figure) => !mayBeSpoken(figure))) return false;
  const invented = without(added, [...readNumerals(source), ...readNumbersInWords(source)]).filter(
    (each) => !mayBeSpoken(each),
  );
  return invented.length <= fromWordsMax && invented.every(({ value }) => likeAWord.test(value));
}

/** A quick test that is enough for nearly every sentence. */
function hasSameRuns(sentence: string, translation: string): boolean {
  const [sent, came] = [sentence, translation].map((text) => foldDigits(text).match(digitRun) ?? []);
  return sent?.length === came?.length && sent?.toSorted().join() === came?.toSorted().join();
}

/** Ordinals, decades, and the minutes of a full hour. */
function mayBeSpoken({ value, hasEnding }: Figure): boolean {
  return value === '00' || (hasEnding && (Number(value) <= spokenOrdinalMax || decade.test(value)));
}

/** Returns the numbers of both sides without a counterpart of the same key on the other side. */
function withoutPairs(
  [sent, came]: Sides,
  keyOf: (figure: Figure) => string,
  arePair: (one: Figure, other: Figure) => boolean = () => true,
): Sides {
  const waiting = Map.groupBy(sent, keyOf);
  const cameLeft = came.filter((figure) => {
    const alike = waiting.get(keyOf(figure));
    const other = alike?.at(-1);
    if (alike === undefined || other === undefined || !arePair(other, figure)) return true;
    alike.pop();
    return false;
  });
  return [[...waiting.values()].flat(), cameLeft];
}

/** Whether numbers with the same digits may be equal, for example in thousands and in ones. */
function countTheSame(one: Figure, other: Figure): boolean {
  if (one.scale === 'tens' || other.scale === 'tens') return true;
  if (one.scale === undefined && other.scale === undefined) return false;
  return (magnitude(one) - magnitude(other)) % 3 === 0;
}

/** The power of ten of the first digit that is not 0. */
function magnitude({ value }: Figure): number {
  const [whole = '', part = ''] = value.split('.');
  const significant = whole.replace(/^0+/, '');
  return significant === '' ? -part.search(/[1-9]/) - 1 : significant.length - 1;
}

function without(figures: Figures, numerals: readonly string[]): Figures {
  const waiting = Map.groupBy(numerals, (numeral) => numeral);
  return figures.filter(({ value }) => waiting.get(value)?.pop() === undefined);
}

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
function readNumerals(text: string): readonly string[] {
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
function readNumbersInWords(text: string): readonly string[] {
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

/** Whether `other` has another number in place of a Roman numeral of `text`: "21st century" for "siglo XIX". */
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

type Figure = {
  /** ASCII digits without group separators, with a decimal point: `1000.5`, `9.30`. */
  readonly value: string;
  /** The digits between separators, in ASCII: `1`, `000`, `5`. */
  readonly runs: readonly string[];
  /** Whether words after it multiply it: by thousands (250 million), or by a power of ten (250万). */
  readonly scale: 'thousands' | 'tens' | undefined;
  /** Whether it has an ending, such as 1st and 1960s, so that it may become a word. */
  readonly hasEnding: boolean;
};

/** Endings of ordinals (1st, 2º, 3er, or a full stop as in German and Czech) and of decades (1960s). */
const ending =
  /^(?:[ºª°]|(?:'?s|st|nd|rd|th|er|ère|re|r|n|t|è|é|e|ème|a|o|º|η|ο|ое|ая|ый|ой|й|го|я|е)(?![\p{L}\p{M}])|\. \p{L})/u;

const digitRun = /\d+/g;
const foreignDigit = /(?![0-9])\p{Nd}/gu;
const anyDigit = /\p{Nd}/u;

/** Digits and separators: white space only before a group of three. */
const figurePattern = /\d+(?:[.,:'’٫٬،·]\d+|[ \u00A0\u2009\u202F]\d{3}(?!\d))*/g;
const separator = /[^\d]/;

/** Numerals after a number in East and South Asia, where numbers are not grouped in thousands. */
const tens = /^\s?(?:[十百千万萬億亿兆십백천만억조]|लाख|करोड़|करोड़|हज़ार|हजार)/u;

/** Beginnings of words and abbreviations for thousand, million and so on. */
const thousands =
  /^[ \u00A0\u2009\u202F-]?(?:mil|mln|mio|mrd|mld|mlrd|bil|bln|bn\b|mn\b|tus|tau|tis|tys|thou|duiz|þús|elf|bin\b|ribu|juta|тыс|тис|хил|хиљ|млн|млрд|мил|ألف|مليون|مليار|آلاف)/iu;

/** UTF-16 units after a number that are searched for `ending`, `tens` and `thousands`. */
const followingMax = 12;

function readFigures(text: string): readonly Figure[] {
  const folded = foldDigits(text);
  return Array.from(folded.matchAll(figurePattern), ({ 0: written, index }) => {
    const runs = written.split(separator);
    // Three digits after a separator count as a group: 1,234 is 1.234 in other languages.
    const value = runs.reduce((whole, run) => (run.length === 3 ? whole + run : `${whole}.${run}`));
    const end = index + written.length;
    const following = folded.slice(end, end + followingMax);
    return { value, runs, scale: scaleOf(following), hasEnding: ending.test(following) };
  });
}

function splitDigits(figures: readonly Figure[]): readonly Figure[] {
  return figures.flatMap((figure) =>
    figure.runs.map((run, index) => ({ ...figure, value: index === 0 ? withoutZero(run) : run, runs: [run] })),
  );
}

/** Returns the same key for 09:30 and 9:30, and for 11:00 and 11. */
function plainValue({ value }: Figure): string {
  return withoutZero(value).replace(/\.0+$/, '');
}

function withoutZero(value: string): string {
  return value.replace(/^0(?=\d)/, '');
}

/** Returns the same key for 2.5 million, 2,500,000 and 250万: `25`. */
function significantDigits({ value }: Figure): string {
  return value.replace('.', '').replace(/^0+/, '').replace(/0+$/, '');
}

function scaleOf(following: string): Figure['scale'] {
  if (tens.test(following)) return 'tens';
  return thousands.test(following) ? 'thousands' : undefined;
}

function foldDigits(text: string): string {
  return text.replace(foreignDigit, asciiDigit);
}

/** The ten digits of a script are consecutive code points, and digits of several scripts may be adjacent. */
function asciiDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let zero = code;
  while (anyDigit.test(String.fromCodePoint(zero - 1))) zero--;
  return String((code - zero) % 10);
}
