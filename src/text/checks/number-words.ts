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
      joints: '[ -]|(?<=hundred|thousand),? and |(?<=thousand), ',
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
      joints: ' (?!un)|(?<=nta) y (?=(?:un[oa]?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve)(?!\\p{L}))',
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
  // Without a thousand at the end: "fifteen thousand" is fifteen of something.
  const pattern = `(?<![\\p{L}\\p{N}]-?)(?:a (?=hundred|thousand))?${word}(?:(?:${joints})${word})*(?<!mil|thousand)(?![\\p{L}\\p{N}]|-(?!year))`;
  return { values, pattern: new RegExp(pattern, 'giu'), joint };
}

/**
 * Returns the numbers from 1 to 999,999 that `text` has in words, such as "twenty-five" and "mil quinientos".
 *
 * @param language whose words count: English and Spanish have some
 */
export function readNumberWords(text: string, language?: string): readonly NumberWords[] {
  const own = language === undefined ? [...vocabularies.values()] : [vocabularies.get(language) ?? []].flat();
  return own.flatMap((each) =>
    Array.from(text.matchAll(each.pattern)).flatMap(({ 0: found, index }) => {
      const value = valueOf(found.toLowerCase().match(/\p{L}+/gu) ?? [], each);
      return value === undefined ? [] : [{ value, start: index, end: index + found.length }];
    }),
  );
}

/** Undefined for words that are no single number, such as "nineteen eighty-four". */
function valueOf(words: readonly string[], { values }: Vocabulary): number | undefined {
  let thousands = 0;
  let rest = 0;
  for (const value of words.flatMap((word) => values.get(word) ?? [])) {
    const place = value < 10 ? 10 : value < 100 ? 100 : 1_000;
    if (value === 1_000 && thousands === 0) [thousands, rest] = [1_000 * Math.max(rest, 1), 0];
    else if (value === 100 && 0 < rest && rest < 10) rest *= 100;
    else if (value === 1_000 || rest % place !== 0) return undefined;
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
