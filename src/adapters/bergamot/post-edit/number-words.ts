import { type NumberWords, ordinals, readNumberWords, writeNumberWords } from '../../../text/checks/number-words.ts';
import type { LanguagePair } from '../../../text/languages/language.ts';
import { tagParts } from '../../../text/languages/language-tag.ts';
import { ordinalFigure, romans } from './centuries.ts';
import type { Normalised } from './normalised.ts';

/** Smaller numbers are translated well; less so with a capital. */
const valueMin = 11;
const firstValueMin = 5;
/** A larger figure would need separators. */
const valueMax = 9_999;
/** Translated well too. Of 33 sentences with the hundreds of 5, 7 and 9, 24 got a wrong number. */
const sureRound = /^(?:[123468]00|\d000)$/;

/** Before and after 11 and 12 as hours, which are translated well. */
const hour = [/(?<!\p{L})(?:las|past) $/iu, /^ o['’]clock(?!\p{L})/iu] as const;
/** Before the number of a century, which becomes a Roman numeral. */
const century = /(?<!\p{L})siglo $/iu;
/** After the day of a date, which English writes as a figure. */
const month =
  /^ de (?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre)(?!\p{L})/iu;

const atStart = /^[^\p{L}\p{N}]*$/u;
const isLower = /\p{Ll}/u;
const isUpper = /\p{Lu}/u;
const capitalAtStart = /^[^\p{L}\p{N}]*\p{Lu}/u;

const lateOrdinals = [...ordinals.keys()].slice(valueMin - 1);
const ordinal = new RegExp(`(?<![\\p{L}\\p{N}]-?)(?:${lateOrdinals.join('|')})(?![\\p{L}\\p{N}])`, 'giu');

/** With at most two of the digits, which determine the ending. */
const englishOrdinal = /(\p{Nd}{1,2})(?:st|nd|rd|th)(?!\p{L})/gu;
const spanishOrdinal = /(\p{Nd})\.?([oa])(?![\p{L}\p{N}])/gu;

type Sent = NumberWords & {
  /** In place of the words. */
  readonly figure: string;
  /** Whether the translation gets words again. */
  readonly isSpoken: boolean;
};

/**
 * Writes numbers as figures, and those below 100 in words again in the translation: the starter models translate 1 of 8
 * of these words as another number or not at all, and most at the start of a sentence. A figure stays if it is not found
 * as often as it was sent. English ordinals become figures.
 */
export function normaliseNumberWords(segment: string, { source, target }: LanguagePair): Normalised {
  const [language, wanted] = [tagParts(source).language, tagParts(target).language];
  const isKnown = writeNumberWords(valueMin, wanted) !== undefined;
  const numbers = isKnown ? [...cardinalsOf(segment, language), ...ordinalsOf(segment, language)] : [];
  let text = '';
  let at = 0;
  for (const { figure, start, end } of numbers.toSorted((one, other) => one.start - other.start)) {
    text += segment.slice(at, start) + figure;
    at = end;
  }
  text += segment.slice(at);
  const inCapitals = !isLower.test(segment);
  const restore = (translation: string, [value, sent]: readonly [number, readonly Sent[]]): string => {
    const [figure, words] = [figurePattern(value), writeNumberWords(value, wanted)];
    const isWhole = [text, translation].every((each) => each.match(figure)?.length === sent.length);
    if (words === undefined || !isWhole) return translation;
    const isName = sent.some((number) => hasCapital(segment, number) && !isFirst(segment, number));
    return translation.replace(figure, (_, index: number) => {
      if (inCapitals) return words.toUpperCase();
      const begins = capitalAtStart.test(segment) && atStart.test(translation.slice(0, index));
      return isName || begins ? words.charAt(0).toUpperCase() + words.slice(1) : words;
    });
  };
  const byValue = [
    ...Map.groupBy(
      numbers.filter(({ isSpoken }) => isSpoken),
      ({ value }) => value,
    ),
  ];
  return { text, restore: (translation) => byValue.reduce(restore, withOrdinals(text, translation, wanted)) };
}

function cardinalsOf(segment: string, language: string): readonly Sent[] {
  return readNumberWords(segment, language)
    .filter((number) => isDoubtful(segment, number))
    .map((number) => {
      const { value, start, end } = number;
      const roman = century.test(before(segment, start)) ? romans[value - 1] : undefined;
      const isSpoken = value < 100 && roman === undefined && !month.test(segment.slice(end));
      return { ...number, figure: roman ?? String(value), isSpoken };
    });
}

function isDoubtful(segment: string, number: NumberWords): boolean {
  const { value, start, end } = number;
  const words = segment.slice(start, end);
  const least = hasCapital(segment, number) && isFirst(segment, number) ? firstValueMin : valueMin;
  if (value < least || value > valueMax || sureRound.test(String(value))) return false;
  // A word in capitals is an acronym: ONCE.
  if (!isLower.test(words) && isLower.test(segment)) return false;
  return value > 12 || !(hour[0].test(before(segment, start)) || hour[1].test(segment.slice(end)));
}

function hasCapital(segment: string, { start }: NumberWords): boolean {
  return isUpper.test(segment.charAt(start));
}

function isFirst(segment: string, { start }: NumberWords): boolean {
  return atStart.test(segment.slice(0, start));
}

/** The last letters before a number, enough for a word. */
function before(segment: string, start: number): string {
  return segment.slice(Math.max(0, start - 8), start);
}

function ordinalsOf(segment: string, language: string): readonly Sent[] {
  if (language !== 'en') return [];
  return Array.from(segment.matchAll(ordinal), ({ 0: words, index }) => {
    const value = ordinals.get(words.toLowerCase()) ?? 0;
    return { value, start: index, end: index + words.length, figure: ordinalFigure(String(value)), isSpoken: false };
  });
}

/** The models write "2th" and "20.o". */
function withOrdinals(text: string, translation: string, wanted: string): string {
  const isSent = (found: string) => text.includes(found);
  if (wanted === 'en')
    return translation.replace(englishOrdinal, (found, figure) => (isSent(found) ? found : ordinalFigure(figure)));
  if (wanted !== 'es' || text.search(englishOrdinal) < 0) return translation;
  return translation.replace(spanishOrdinal, (found, digit, letter) =>
    isSent(found) ? found : `${digit}.${letter === 'o' ? 'º' : 'ª'}`,
  );
}

/** Finds a figure that may be in words: no part of a longer number or word, no amount with a sign. */
function figurePattern(value: number): RegExp {
  return new RegExp(
    `(?<![\\p{L}\\p{N}$€£¥#]|\\p{N}[.,:/–-])${value}(?![\\p{L}\\p{N}]|[ \\u00a0\\u202f]?%|[.,:/–-]\\p{N})`,
    'gu',
  );
}
