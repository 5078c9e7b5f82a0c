import {
  hasNumberWords,
  type NumberWords,
  ordinals,
  readNumberWords,
  writeNumberWords,
} from '../../../text/checks/number-words.ts';
import type { LanguagePair } from '../../../text/languages/language.ts';
import { tagParts } from '../../../text/languages/language-tag.ts';
import { romans } from './centuries.ts';
import type { Normalised } from './normalised.ts';

export type NormalisedNumbers = Normalised & {
  /** Whether a translation of `text` has all figures that were written for words, before it is restored. */
  hasFigures(translation: string): boolean;
};

/** The least number that is sent as a figure, and the least one that begins a segment with a capital. */
const valueMin = { inside: 11, first: 5 };
/** A larger figure would need separators. */
const valueMax = 9_999;
/** Round numbers that the models know. Of 33 sentences with the hundreds of 5, 7 and 9, 24 got a wrong number. */
const known = { inside: /^(?:[123468]00|\d000)$/, first: /^(?:[124]00|[1-689]000)$/ };

/** Before and after 11 and 12 as hours, which the models know. */
const hour = [
  /(?<!\p{L})(?:las|past|at|by|to|until|till|before|after|around|struck|from) $/iu,
  /^ (?:o['’]clock|noon|midnight|at night|[ap]\.?m)(?!\p{L})/iu,
] as const;
/** Before the number of a century, which becomes a Roman numeral. */
const century = /(?<!\p{L})siglo $/iu;
/** After the day of a date, which English writes as a figure. */
const month =
  /^ de (?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre)(?!\p{L})/iu;
/** After a number that is repeated as a figure. */
const inFigures = /^[ \u00a0]?\(\p{Nd}/u;

/** After the ten of an ordinal. */
const ordinalBehind = new RegExp(`^[ ‑-](?:${[...ordinals.keys()].slice(0, 9).join('|')})(?!\\p{L})`, 'iu');

const isUpper = /\p{Lu}/u;
const isLower = /\p{Ll}/u;
const figures = /\p{Nd}+/gu;

type Sent = NumberWords & {
  /** In place of the words. */
  readonly figure: string;
  readonly hasCapital: boolean;
  readonly isFirst: boolean;
  /** Whether the translation gets words again. */
  readonly becomesWords: boolean;
};

/** Sends numbers as figures: starter models get 1 of 8 number words wrong. Writes those below 100 in words again. */
export function normaliseNumbers(
  segment: string,
  { source, target }: LanguagePair,
  { keepsWords = false }: { readonly keepsWords?: boolean } = {},
): NormalisedNumbers {
  const wanted = tagParts(target).language;
  const numbers = !keepsWords && hasNumberWords(wanted) ? numbersOf(segment, tagParts(source).language) : [];
  let text = '';
  let at = 0;
  for (const { figure, start, end } of numbers) {
    text += segment.slice(at, start) + figure;
    at = end;
  }
  text += segment.slice(at);
  const wordsAgain = numbers.filter(({ becomesWords }) => becomesWords);
  const byValue = Map.groupBy(wordsAgain, ({ value }) => value);
  const style = {
    wanted,
    inCapitals: !isLower.test(segment),
    beginsWithCapital: isUpper.test(segment.charAt(firstOf(segment))),
  };
  return {
    text,
    hasFigures: (translation) => {
      if (numbers.length === 0) return true;
      const inWords = readNumberWords(translation, wanted).map(({ value }) => String(value));
      const found = new Set([...inWords, ...(withoutSeparators(translation).match(figures) ?? [])]);
      return numbers.every(({ figure }) => (figure.match(figures) ?? []).every((each) => found.has(each)));
    },
    restore: (translation) =>
      [...byValue.values()].reduce((restored, sent) => withWords(restored, sent, style), translation),
  };
}

function numbersOf(segment: string, language: string): readonly Sent[] {
  const first = firstOf(segment);
  const isInCapitals = !isLower.test(segment);
  const inSegment = new Set(segment.match(figures));
  return readNumberWords(segment, language).flatMap((number) => {
    const { value, start, end } = number;
    const [before, after] = [segment.slice(Math.max(0, start - 8), start), segment.slice(end, end + 20)];
    const roman = century.test(before) ? romans[value - 1] : undefined;
    const [hasCapital, isFirst] = [isUpper.test(segment.charAt(start)), start === first];
    const place = hasCapital && isFirst ? 'first' : 'inside';
    const isKnown = value < valueMin[place] || value > valueMax || known[place].test(String(value));
    const isAcronym = !isInCapitals && !isLower.test(segment.slice(start, end));
    const isHour = (value === 11 || value === 12) && (hour[0].test(before) || hour[1].test(after));
    const isRepeated = inSegment.has(String(value)) || inFigures.test(after);
    if (isKnown || isAcronym || isHour || isRepeated || ordinalBehind.test(after)) return [];
    const becomesWords = value < 100 && roman === undefined && !month.test(after);
    return [{ ...number, figure: roman ?? String(value), hasCapital, isFirst, becomesWords }];
  });
}

type Style = { readonly wanted: string; readonly inCapitals: boolean; readonly beginsWithCapital: boolean };

/** Writes one value in words, if its figure is found as often as it was sent. */
function withWords(translation: string, sent: readonly Sent[], style: Style): string {
  const [{ value } = { value: 0 }] = sent;
  const [figure, words] = [figurePattern(value), writeNumberWords(value, style.wanted)];
  if (words === undefined || translation.match(figure)?.length !== sent.length) return translation;
  const first = firstOf(translation);
  const left = sent.values();
  const restored = translation.replace(figure, (_, index: number) => {
    const number = left.next().value;
    if (style.inCapitals) return words.toUpperCase();
    const isName = number?.hasCapital && !number.isFirst;
    const begins = style.beginsWithCapital && index === first;
    return isName || begins ? words.charAt(0).toUpperCase() + words.slice(1) : words;
  });
  return style.wanted === 'en' ? restored.replace(/\b(a) (?=eight|eleven)/gi, '$1n ') : restored;
}

function firstOf(text: string): number {
  return text.search(/[\p{L}\p{N}]/u);
}

/** 1200 for 1,200, 1.200 and 1 200. */
function withoutSeparators(text: string): string {
  return text.replace(/(?<=\p{Nd})[., \u00a0\u202f](?=\p{Nd}{3}(?!\p{Nd}))/gu, '');
}

/** Finds a figure that may be in words: no part of a longer number or word, no amount with a sign. */
function figurePattern(value: number): RegExp {
  return new RegExp(
    `(?<![\\p{L}\\p{N}$€£¥#º-]|\\p{N}[.,:/– -]|(?:EUR|USD|GBP) )${value}(?![\\p{L}\\p{N}]|[ \\u00a0\\u202f]?[%€°]|[.,:/–-]\\p{N})`,
    'gu',
  );
}
