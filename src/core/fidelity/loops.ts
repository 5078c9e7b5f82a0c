import { withoutTokens } from './words.ts';

/** Words that come again together, at most. */
const wordsMax = 4;
/** UTF-16 units that come again together where no space divides them, at most. */
const unitsMax = 16;
/** In fewer units without a space no loop is looked for: words are not longer. */
const stretchMin = 24;

/** How many times in a row is a loop, unless the source repeats itself as well. Laughter is a period of two units. */
const wordTimesMin = (period: number): number => (period === 1 ? 5 : 4);
const unitTimesMin = (period: number): number => (period <= 2 ? 10 : 5);
/** So much oftener than its source a translation may say a thing: "ha ha ha" has another length elsewhere. */
const timesSource = 1.5;

const space = /\s+/u;
const letter = /\p{L}/u;
const nonLetters = /[^\p{L}\p{M}]+/gu;

type Looked = {
  readonly periodMax: number;
  /** From how many times in a row on it counts. */
  readonly timesMin: (period: number) => number;
};

/** Whether `translation` says something many times in a row and `sentence` does not. */
export function loops(sentence: string, translation: string): boolean {
  const times = mostTimes(withoutTokens(translation));
  return times > 0 && times > timesSource * mostTimesInSource(sentence);
}

/** Of what comes often enough to be a loop, how many times in a row; 0 for none. */
function mostTimes(text: string): number {
  const words = text.split(space);
  let most = repeats(words, { periodMax: wordsMax, timesMin: wordTimesMin });
  for (const word of words) {
    if (word.length < stretchMin) continue;
    most = Math.max(most, repeats(word, { periodMax: unitsMax, timesMin: unitTimesMin }));
  }
  return most;
}

/** Anything that comes twice, by words or by letters: what shows that the author repeats himself. */
function mostTimesInSource(sentence: string): number {
  const folded = withoutTokens(sentence).toLowerCase().replace(nonLetters, ' ').trim();
  const timesMin = () => 2;
  return Math.max(
    1,
    repeats(folded.split(' '), { periodMax: wordsMax, timesMin }),
    repeats(folded.replaceAll(' ', ''), { periodMax: unitsMax, timesMin }),
  );
}

function repeats(items: ArrayLike<string>, { periodMax, timesMin }: Looked): number {
  let most = 0;
  for (let period = 1; period <= periodMax; period++) {
    const enough = period * (timesMin(period) - 1);
    let run = 0;
    for (let at = period; at < items.length; at++) {
      run = items[at] === items[at - period] ? run + 1 : 0;
      // Looked at once for each whole period more, so that a run of any length costs no more than its length.
      if (run < enough || run % period !== 0) continue;
      if (holdsLetter(items, at - period + 1, period)) most = Math.max(most, run / period + 1);
    }
  }
  return most;
}

function holdsLetter(items: ArrayLike<string>, from: number, count: number): boolean {
  for (let at = from; at < from + count; at++) if (letter.test(items[at] ?? '')) return true;
  return false;
}
