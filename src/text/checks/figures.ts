export type Figure = {
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

export function readFigures(text: string): readonly Figure[] {
  const folded = foldDigits(text);
  return Array.from(folded.matchAll(figurePattern), ({ 0: written, index }) => {
    const end = index + written.length;
    const following = folded.slice(end, end + followingMax);
    return { ...readFigure(written), scale: scaleOf(following), hasEnding: ending.test(following) };
  });
}

/** Returns every run of digits in `text`, in ASCII. */
export function readRuns(text: string): readonly string[] {
  return foldDigits(text).match(digitRun) ?? [];
}

export function splitDigits(figures: readonly Figure[]): readonly Figure[] {
  return figures.flatMap((figure) =>
    figure.runs.map((run, index) => ({ ...figure, value: index === 0 ? withoutZero(run) : run, runs: [run] })),
  );
}

/** Returns the same key for 09:30 and 9:30, and for 11:00 and 11. */
export function plainValue({ value }: Figure): string {
  return withoutZero(value).replace(/\.0+$/, '');
}

function withoutZero(value: string): string {
  return value.replace(/^0(?=\d)/, '');
}

/** Returns the same key for 2.5 million, 2,500,000 and 250万: `25`. */
export function significantDigits({ value }: Figure): string {
  return value.replace('.', '').replace(/^0+/, '').replace(/0+$/, '');
}

function readFigure(written: string): Pick<Figure, 'value' | 'runs'> {
  const runs = written.split(separator);
  // Three digits after a separator count as a group: 1,234 is 1.234 in other languages.
  const value = runs.reduce((whole, run) => (run.length === 3 ? whole + run : `${whole}.${run}`));
  return { value, runs };
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
