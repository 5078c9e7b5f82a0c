import { tokenPattern } from '../document/token.ts';
import { type Figure, plainValue, readFigures, readRuns, significantDigits, splitDigits } from './figures.ts';
import { changesRomans, readNumbersInWords, readNumerals } from './numerals.ts';

type Figures = readonly Figure[];
type Sides = readonly [sent: Figures, came: Figures];

const decade = /^(?:1[89]|20)?\d0$/;
/** Ordinals up to this one are often written as words: the 1st, primero. */
const spokenOrdinalMax = 31;
/** Small numbers, round numbers and decades: often words in the source and digits in the translation. */
const likeAWord = /^(?:1?\d|[1-9]0+|[1-9]\d0{3,}|(?:1[89]|20)\d0)$/;
/** Maximum of added numbers that may be translations of words. */
const fromWordsMax = 3;

/**
 * Whether `translation` has the numbers of `sentence`, equally often, in any order and in the digits of any script.
 *
 * Separators may change (1.000,5 for 1,000.5), the power of ten (250万 for 2.5 million), and the kind of numeral (siglo
 * XVI for 16th century). Ordinals and decades may become words (1st, primero), and words may become digits (twenty, 20).
 */
export function keepsNumbers(sentence: string, translation: string): boolean {
  if (changesRomans(sentence, translation)) return false;
  if (hasSameRuns(sentence, translation)) return true;
  const [source, target] = [sentence.replace(tokenPattern, ' '), translation.replace(tokenPattern, ' ')];
  const whole = withoutPairs([readFigures(source), readFigures(target)], ({ value }) => value);
  if (whole.every(({ length }) => length === 0)) return true;
  const scaled = withoutPairs(withoutPairs(whole, plainValue), significantDigits, countTheSame);
  const [sent, came] = withoutPairs([splitDigits(scaled[0]), splitDigits(scaled[1])], ({ value }) => value);
  const [lost, added] = withoutPairs([sent, came], decadeOf);
  if (without(lost, readNumerals(target)).some((figure) => !mayBeSpoken(figure))) return false;
  const invented = without(added, [...readNumerals(source), ...readNumbersInWords(source)]).filter(
    (each) => !mayBeSpoken(each),
  );
  return invented.length <= fromWordsMax && invented.every(({ value }) => likeAWord.test(value));
}

/** A quick test that is enough for nearly every sentence. */
function hasSameRuns(sentence: string, translation: string): boolean {
  const [sent, came] = [readRuns(sentence), readRuns(translation)];
  return sent.length === came.length && sent.toSorted().join() === came.toSorted().join();
}

/** Ordinals, decades, and the minutes of a full hour. */
function mayBeSpoken({ value, hasEnding }: Figure): boolean {
  return value === '00' || (hasEnding && (Number(value) <= spokenOrdinalMax || decade.test(value)));
}

/** Returns the same key for 1960s and años 60, and for no other numbers. */
function decadeOf({ value }: Figure): string {
  return /^(?:1[89]|20)\d0$/.test(value) ? value.slice(2) : value;
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

/** Returns the `figures` that are not among some numerals. */
function without(figures: Figures, numerals: readonly string[]): Figures {
  const waiting = Map.groupBy(numerals, (numeral) => numeral);
  return figures.filter(({ value }) => waiting.get(value)?.pop() === undefined);
}
