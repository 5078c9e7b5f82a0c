import type { LanguagePair } from '../languages/language.ts';
import { tagParts } from '../languages/language-tag.ts';
import { lettersOfLanguage, lettersOfScript, type ScriptLetters } from '../languages/script-letters.ts';
import { type CheckedTranslation, isCopy } from './copies.ts';
import { loops } from './loops.ts';
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
  const pattern = lettersOfScript(own);
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
