import type { Span } from '../document/span.ts';

/** A whole number in words, and its place. */
export type NumberWords = Span & { readonly value: number };

type Vocabulary = {
  /** The value of each word. The first word of a value is the one to write. */
  readonly values: ReadonlyMap<string, number>;
  readonly pattern: RegExp;
  /** Between tens and ones. */
  readonly joint: string;
};

/** Words for numbers that rise by the same step. */
type Row = readonly [from: number, step: number, words: string];

/** Before two numbers with "and". */
const between = /(?<!\p{L})between $/iu;

const space = '[ \\u00a0]';
const vocabularies: ReadonlyMap<string, Vocabulary> = new Map([
  [
    'en',
    vocabulary({
      rows: [
        [1, 1, 'one two three four five six seven eight nine ten eleven twelve'],
        [13, 1, 'thirteen fourteen fifteen sixteen seventeen eighteen nineteen'],
        [20, 10, 'twenty thirty forty fifty sixty seventy eighty ninety'],
        [100, 900, 'hundred thousand'],
      ],
      joint: '-',
      joints: `${space}|[‑-]|(?<=hundred|thousand),?${space}and${space}|(?<=thousand),${space}`,
    }),
  ],
  [
    'es',
    vocabulary({
      rows: [
        [1, 1, 'uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis'],
        [17, 1, 'diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco'],
        [26, 1, 'veintiséis veintisiete veintiocho veintinueve treinta'],
        [40, 10, 'cuarenta cincuenta sesenta setenta ochenta noventa ciento'],
        [200, 100, 'doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'],
        [200, 100, 'doscientas trescientas cuatrocientas quinientas seiscientas setecientas ochocientas novecientas'],
        [1, 20, 'un veintiún'],
        [1, 20, 'una veintiuna'],
        [100, 900, 'cien mil'],
      ],
      joint: ' y ',
      joints: `${space}(?=mil)|(?<=cien|cient[oa]s?|quinient[oa]s|mil)${space}(?!mil)|(?<=nta)${space}y${space}(?=(?:un[oa]?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve)(?!\\p{L}))`,
    }),
  ],
]);

type Words = Pick<Vocabulary, 'joint'> & {
  readonly rows: readonly Row[];
  /** Between the words of a number, as a regular expression. */
  readonly joints: string;
};

function vocabulary({ rows, joint, joints }: Words): Vocabulary {
  const values = new Map(
    rows.flatMap(([from, step, words]) => words.split(' ').map((word, index) => [word, from + step * index] as const)),
  );
  const word = `(?:${[...values.keys()].toSorted((one, other) => other.length - one.length).join('|')})`;
  // A number has at most nine words. One that is longer, or part of another word, is left alone as a whole.
  const pattern = `(?<![\\p{L}\\p{N}][‑-]?)(?:a${space}(?=hundred|thousand))?${word}(?:(?:${joints})${word}){0,9}(?![\\p{L}\\p{N}]|[‑-](?!year)|(?:${joints})${word}(?!\\p{L}))`;
  return { values, pattern: new RegExp(pattern, 'giu'), joint };
}

/** Whether numbers of the language can be read and written in words: English and Spanish ones. */
export function hasNumberWords(language: string): boolean {
  return vocabularies.has(language);
}

/**
 * Returns the numbers that `text` has in words of `language` (default: any), from 1 to 999,999, such as "twenty-five".
 * Without a thousand at the end: "fifteen thousand" is fifteen of something.
 */
export function readNumberWords(text: string, language?: string): readonly NumberWords[] {
  const own = language === undefined ? [...vocabularies.values()] : [vocabularies.get(language) ?? []].flat();
  return own.flatMap(({ pattern, values }) =>
    Array.from(text.matchAll(pattern)).flatMap(({ 0: found, index }) => {
      const isRange = found.includes(' and ') && between.test(text.slice(Math.max(0, index - 8), index));
      const number = isRange ? undefined : numberIn(found, values);
      return number === undefined ? [] : [{ value: number.value, start: index, end: index + number.length }];
    }),
  );
}

const joiningWords = new Set(['a', 'and', 'y']);

function numberIn(
  found: string,
  values: Vocabulary['values'],
): { readonly value: number; readonly length: number } | undefined {
  const words = Array.from(found.matchAll(/\p{L}+/gu)).filter(({ 0: word }) => !joiningWords.has(word.toLowerCase()));
  const numbers = words.map(({ 0: word }) => values.get(word.toLowerCase()));
  const counted = numbers.at(-1) === 1_000 ? numbers.slice(0, -1) : numbers;
  const [value, last] = [valueOf(counted), words[counted.length - 1]];
  if (valueOf(numbers) === undefined || value === undefined || last === undefined) return undefined;
  return { value, length: last.index + last[0].length };
}

/** Undefined for words that are no single number, such as "nineteen eighty-four" and "ten-four". */
function valueOf(numbers: readonly (number | undefined)[]): number | undefined {
  let thousands = 0;
  let rest = 0;
  for (const value of numbers) {
    if (value === undefined) return undefined;
    const place = value < 10 ? 10 : value < 100 ? 100 : 1_000;
    const isBehindTen = value < 10 && rest % 100 === 10;
    if (value === 1_000 && thousands === 0) [thousands, rest] = [1_000 * Math.max(rest, 1), 0];
    else if (value === 100 && 0 < rest && rest < 10) rest *= 100;
    else if (value === 1_000 || rest % place !== 0 || isBehindTen) return undefined;
    else rest += value;
  }
  return thousands + rest;
}

/** Writes a number below 100 in words; undefined if its words depend on the noun, as of 21 in Spanish. */
export function writeNumberWords(value: number, language: string): string | undefined {
  const own = vocabularies.get(language);
  if (own === undefined || (language === 'es' && value > 20 && value % 10 === 1)) return undefined;
  const wordOf = (wanted: number) => [...own.values].find(([, each]) => each === wanted)?.[0];
  return wordOf(value) ?? [value - (value % 10), value % 10].map(wordOf).join(own.joint);
}

const simpleOrdinals =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(
    ' ',
  );

/** English ordinals from the first to the ninety-ninth, and their values. */
export const ordinals: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 99 }, (_, index) => [ordinalOf(index + 1), index + 1]),
);

function ordinalOf(value: number): string {
  const tens = writeNumberWords(value - (value % 10), 'en') ?? '';
  const last = simpleOrdinals[(value % 10) - 1];
  return simpleOrdinals[value - 1] ?? (last === undefined ? tens.replace(/y$/, 'ieth') : `${tens}-${last}`);
}

/** Returns an English ordinal, as in `21st`. */
export function ordinalFigure(figure: string): string {
  const last = /1\d$/.test(figure) ? 0 : Number(figure.slice(-1));
  return `${figure}${['st', 'nd', 'rd'][last - 1] ?? 'th'}`;
}
