import { tokenPattern } from '../marks/token.ts';
import { type Figure, readFigures, significantDigits, takeApart } from './figures.ts';
import { readNumerals } from './numerals.ts';

type Figures = readonly Figure[];
type Sides = readonly [sent: Figures, came: Figures];

const digit = /\p{Nd}/u;

/**
 * Whether `translation` has the figures of `sentence`, each as often, in any order and in any script's digits.
 *
 * How a figure is set may change (1.000,5 for 1,000.5), the unit it counts in where a language has another (250万 for
 * 2.5 million), and the kind of numeral (siglo XVI for 16th century). A number in words stands for no figure.
 */
export function keepsNumbers(sentence: string, translation: string): boolean {
  if (!digit.test(sentence) && !digit.test(translation)) return true;
  const [source, target] = [sentence.replace(tokenPattern, ' '), translation.replace(tokenPattern, ' ')];
  const whole = withoutPairs([readFigures(source), readFigures(target)], ({ value }) => value);
  if (whole.every(({ length }) => length === 0)) return true;
  const scaled = withoutPairs(whole, significantDigits, countTheSame);
  const [sent, came] = withoutPairs([takeApart(scaled[0]), takeApart(scaled[1])], ({ value }) => value);
  return isWritten(sent, target) && isWritten(came, source);
}

/** What is left on both sides when figures that have a key in common have left in pairs. */
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

/** Whether figures of the same digits may be one number, counted once in thousands, say, and once in ones. */
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

/** Whether `text` has all of `figures` as numerals of another kind. */
function isWritten(figures: Figures, text: string): boolean {
  if (figures.length === 0) return true;
  const numerals = Map.groupBy(readNumerals(text), (numeral) => numeral);
  return figures.every(({ value }) => numerals.get(value)?.pop() !== undefined);
}
