import type { LanguagePair } from '../languages/language.ts';
import { tagParts } from '../languages/language-tag.ts';
import { lettersOf, lettersOfLanguage, type ScriptLetters } from '../languages/script-letters.ts';
import { type CheckedTranslation, isCopy } from './copies.ts';
import { keepsNumbers } from './numbers.ts';
import { point, separators } from './pieces.ts';
import { keepsProtectedSpans } from './tokens.ts';
import { readWords, unspacedLetter } from './words.ts';

export type Issue = 'empty' | 'tokens' | 'numbers' | 'copy' | 'loop' | 'length' | 'spaces' | 'script';

const letter = /\p{L}/u;
const figure = /\p{Nd}|[IVX]{2}/u;
const shortWordMax = 3;

/** Maximum ratio of the letters of translation and source, in both directions. */
const ratioMax = 4;
/** Of 2.1 million pairs of names in 48 languages (Unicode CLDR), 12 differ by more weighted letters than `slack`. */
const slack = 16;
const abbreviationSlack = 30;
const abbreviation = /\p{Lu}\.?\p{Lu}|\p{Nd}|[./]\s?\p{L}/u;
/** Short sentences may become one long word. */
const spacedWordsMin = 8;
/**
 * Minimum ratio of the words of translation and sentence, each for its length. The least in 504,482 human translations
 * between 23 languages (FLORES-200 dev) is 0.41.
 */
const spacedShareMin = 0.4;
/** Below this ratio of plain lengths, weights are not computed. */
const plainRatioMax = 1.6;

/** Latin letters for one unit, up to the end of each block of Unicode; a test of each letter's properties is slow. */
const weights = [
  [0x41, 0],
  [0x3040, 1],
  [0x3100, 1.6],
  [0xac00, 3.2],
  [0xd7b0, 2.2],
  // Private use and surrogates.
  [0xf900, 0],
  [0xfdd0, 1],
  // Tokens.
  [0xfdf0, 0],
  [Infinity, 1],
] as const;

/** Returns the first issue of a translation, or undefined if it is valid. Time is linear in the length of the texts. */
export function findIssue(checked: CheckedTranslation): Issue | undefined {
  const { pair, sentence, translation } = checked;
  if (isEmpty(sentence, translation)) return 'empty';
  // Words before, between or after separators are lost.
  if (looseEnd.test(translation) && !looseEnd.test(sentence)) return 'empty';
  if (!keepsProtectedSpans(sentence, translation)) return 'tokens';
  const hasFigures = figure.test(sentence) || figure.test(translation);
  if (hasFigures && !keepsNumbers(sentence, translation)) return 'numbers';
  if (isCopy(checked)) return 'copy';
  if (loops(sentence, translation)) return 'loop';
  if (hasAbsurdLength(sentence, translation)) return 'length';
  if (lacksSpaces(sentence, translation)) return 'spaces';
  if (isInWrongScript(pair, { sentence, translation })) return 'script';
  return undefined;
}

/** The translation of a sentence with only short words may be just a number: "3º", "Nº 5", "el 21". */
function isEmpty(sentence: string, translation: string): boolean {
  if (letter.test(translation) || !letter.test(sentence)) return false;
  return !figure.test(translation) || readWords(sentence).some((word) => word.length > shortWordMax);
}

/** A separator without words on one side, as in "The red house |". */
const looseEnd = new RegExp(`^\\s*[${separators}—–]|[${separators}—–(]\\s*$|[${separators}]\\s+[${separators}]`, 'u');

const points = new RegExp(point);

/** Whether all words on a side of a point are lost: "goodbye 😀". No issue: they may be translated elsewhere. */
export function losesWordsAtPoint(sentence: string, translation: string): boolean {
  if (!points.test(sentence)) return false;
  const countParts = (text: string) => text.split(points).map((part) => readWords(part).length);
  const [sent, came] = [countParts(sentence), countParts(translation)];
  const lost = [...sent, ...came.map((words) => -words)].reduce((sum, words) => sum + words, 0);
  return sent.some((words, index) => words > 0 && came[index] === 0 && lost >= words);
}

function hasAbsurdLength(sentence: string, translation: string): boolean {
  const ratio = (sentence.length + slack) / (translation.length + slack);
  if (ratio < plainRatioMax && ratio > 1 / plainRatioMax) return false;
  const [sent, came] = [weigh(sentence), weigh(translation)];
  const excess = Math.max(came - ratioMax * sent, sent - ratioMax * came);
  return excess > slack && (excess > abbreviationSlack || !abbreviation.test(sent < came ? sentence : translation));
}

/** Whether words are joined. False for a target without spaces between words. */
function lacksSpaces(sentence: string, translation: string): boolean {
  const sent = countSpaced(sentence);
  if (sent < spacedWordsMin) return false;
  const share = (countSpaced(translation) * sentence.length) / (sent * translation.length);
  return share < spacedShareMin && !unspacedLetter.test(translation);
}

function countSpaced(text: string): number {
  let count = 1;
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) count++;
  return count;
}

function weigh(text: string): number {
  let weight = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    weight += weights.find(([end]) => unit < end)?.[1] ?? 0;
  }
  return weight;
}

/** Shorter texts may consist of names. */
const wordsMin = 3;
/** Maximum share of words in scripts other than the target's and Latin, which are unknown to the engine. */
const foreignShareMax = 0.67;
/** Minimum of words in Latin letters that are not in the source. Fewer may be transliterated names. */
const inventedLatinMin = 5;

const latin = /\p{Script=Latn}/u;
const plainLatinWord = /^[\p{Script=Latn}\p{M}'’]{2,}$/u;
const plainStart = /^[^\p{Lu}\p{Lt}]/u;

/** What models write for bytes or pieces that are no characters. */
const replacement = /[\uFFFD\u2047]/;

/** Whether most letters of `translation` are in a script that the target language does not use, or some in none. */
function isInWrongScript(
  pair: LanguagePair,
  { sentence, translation }: { readonly sentence: string; readonly translation: string },
): boolean {
  if (replacement.test(translation) && !replacement.test(sentence)) return true;
  const own = tagParts(pair.target).script;
  if (own === undefined || own === tagParts(pair.source).script) return false;
  const pattern = lettersOf([own]);
  if (pattern === undefined || isMostlyIn(translation, pattern)) return false;
  const words = readWords(translation);
  const kept = keptWords(pair, sentence);
  const others = words.filter((word) => !pattern.any.test(word) && !kept.has(word));
  if (words.length < wordsMin || others.length <= words.length * foreignShareMax) return false;
  const foreign = own === 'Latn' ? others : others.filter((word) => !latin.test(word));
  return foreign.length > words.length * foreignShareMax || countInvented(others, sentence) >= inventedLatinMin;
}

/** Returns the words of `sentence` in a foreign script, which may be copied unchanged. */
function keptWords({ source }: LanguagePair, sentence: string): ReadonlySet<string> {
  const own = lettersOfLanguage(source);
  return new Set(own === undefined ? [] : readWords(sentence).filter((word) => !own.any.test(word)));
}

/** Counts Latin words, except names, that are not in `sentence`. Many of them show a translation in another language. */
function countInvented(words: readonly string[], sentence: string): number {
  const known = new Set(readWords(sentence.toLowerCase()));
  return words.filter((word) => plainStart.test(word) && plainLatinWord.test(word) && !known.has(word.toLowerCase()))
    .length;
}

/** A quick test, so that hardly any other translation is split into words. */
function isMostlyIn(text: string, { runs }: ScriptLetters): boolean {
  let letters = 0;
  for (const run of text.match(runs) ?? []) letters += run.length;
  return letters * 2 > text.length;
}

const wordsMax = 4;
/** Maximum period inside a word or a text without spaces, in UTF-16 units. */
const unitsMax = 16;

/**
 * In 24,925 human sentences in 25 languages (FLORES-200 dev), no word of four letters and no two to four words occur
 * three times in a row, and no two letters four times. Shorter words repeat in speech: "no, no, no".
 */
const longTimesMin = 3;
const shortTimesMin = 5;
const shortUnitsMax = 3;
const syllableTimesMin = 4;
/** For periods of one or two letters, as in laughter. */
const laughterTimesMin = 6;
/** Shorter words contain no loop; in scripts without spaces, two characters are a syllable. */
const unitsMin = 2 * laughterTimesMin;
const unspacedUnitsMin = 2 * syllableTimesMin;
/** Thai is the first of the scripts without spaces. */
const firstUnspaced = 0xe00;
/** Repetitions allowed for each of the source: "ha ha ha" may have another length in another language. */
const timesSource = 1.5;

type Loop = {
  readonly periodMax: number;
  /** Minimum of repetitions in a row that count, for a period of this many `items`. */
  readonly timesMin: (period: string, items: number) => number;
};

/** Whether `translation` repeats something many times in a row and `sentence` does not. */
function loops(sentence: string, translation: string): boolean {
  if (translation === sentence) return false;
  const text = translation.toLowerCase();
  const times = mayLoop(text) ? mostTimes(text) : 0;
  return times > 0 && times > timesSource * mostTimesInSource(sentence);
}

/** A quick test that hardly any text passes. Compares hashes of words, because strings are slower. */
function mayLoop(text: string): boolean {
  const hashes: number[] = [];
  let [start, hash, last, alike] = [0, 0, 0, 0];
  for (let at = 0; at <= text.length; at++) {
    const unit = at < text.length ? text.charCodeAt(at) : 0;
    alike = unit === last ? alike + 1 : 1;
    if (alike >= laughterTimesMin) return true;
    last = unit;
    if (isOfWord(unit)) {
      hash = (Math.imul(hash, 31) + unit) | 0;
      continue;
    }
    if (at > start) hashes.push(hash);
    if (at - start >= unspacedUnitsMin && mayHoldLoop(text.slice(start, at))) {
      const units: number[] = [];
      for (let index = start; index < at; index++) units.push(text.charCodeAt(index));
      if (comesAgain(units, unitsMax, syllableTimesMin)) return true;
    }
    start = at + 1;
    hash = 0;
  }
  return comesAgain(hashes, wordsMax, longTimesMin);
}

function comesAgain(items: readonly number[], periodMax: number, times: number): boolean {
  for (let period = 1; period <= periodMax && period * times <= items.length; period++) {
    for (let at = period, run = 0; at < items.length; at++) {
      run = items[at] === items[at - period] ? run + 1 : 0;
      if (run >= period * (times - 1)) return true;
    }
  }
  return false;
}

function mostTimes(text: string): number {
  const words = wordsIn(text);
  const timesMin = (period: string) => (period.length > shortUnitsMax ? longTimesMin : shortTimesMin);
  let most = repeats(words, { periodMax: wordsMax, timesMin });
  for (const one of words) if (mayHoldLoop(one)) most = Math.max(most, mostTimesInWord(one));
  return Math.max(most, repeats(text, { periodMax: 1, timesMin: () => laughterTimesMin }));
}

function mayHoldLoop(one: string): boolean {
  return one.length >= unitsMin || (one.length >= unspacedUnitsMin && one.charCodeAt(0) >= firstUnspaced);
}

/** Splits at punctuation and white space; a token counts as one word. */
function wordsIn(text: string): readonly string[] {
  const words: string[] = [];
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && isOfWord(text.charCodeAt(at))) continue;
    if (at > start) words.push(text.slice(start, at));
    start = at + 1;
  }
  return words;
}

/** By blocks of Unicode, because a test of each letter's properties is slow. */
function isOfWord(unit: number): boolean {
  if (unit < 0x80) return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
  if (unit < 0xc0 || (unit >= 0x2000 && unit < 0x2070) || (unit >= 0x3000 && unit < 0x3040)) return false;
  return unit < 0xff00 || unit > 0xff20;
}

/** Counts repeated syllables. `mostTimes` counts single letters in the whole text. */
function mostTimesInWord(one: string): number {
  const isUnspaced = unspacedLetter.test(one);
  const timesMin = (_: string, units: number) =>
    units > 2 || (units === 2 && isUnspaced) ? syllableTimesMin : laughterTimesMin;
  return repeats(one, { periodMax: Math.min(unitsMax, Math.floor(one.length / syllableTimesMin)), timesMin });
}

/** Two occurrences in a row count in the source, because the author wrote them. */
function mostTimesInSource(sentence: string): number {
  const words = wordsIn(sentence.toLowerCase());
  let most = Math.max(1, repeats(words, { periodMax: wordsMax, timesMin: () => 2 }));
  for (const one of words) {
    // Many words have a double letter: "calle".
    const timesMin = (_: string, units: number) => (units === 1 && one.charCodeAt(0) < firstUnspaced ? 3 : 2);
    most = Math.max(most, repeats(one, { periodMax: unitsMax, timesMin }));
  }
  return most;
}

function repeats(items: ArrayLike<string>, { periodMax, timesMin }: Loop): number {
  let most = 0;
  for (let period = 1; period <= periodMax; period++) {
    let run = 0;
    for (let at = period; at < items.length; at++) {
      run = items[at] === items[at - period] ? run + 1 : 0;
      // Once for each further period, so that time is linear in the length of a run.
      if (run === 0 || run % period !== 0) continue;
      const times = run / period + 1;
      if (times <= most) continue;
      const written = Array.from({ length: period }, (_, index) => items[at - period + 1 + index]).join('');
      if (times >= timesMin(written, period) && letter.test(written)) most = times;
    }
  }
  return most;
}
