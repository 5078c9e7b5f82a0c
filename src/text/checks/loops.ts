import { unspacedLetter } from './words.ts';

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

const letter = /\p{L}/u;

type Loop = {
  readonly periodMax: number;
  /** Minimum of repetitions in a row that count, for a period of this many `items`. */
  readonly timesMin: (period: string, items: number) => number;
};

/** Whether `translation` repeats something many times in a row and `sentence` does not. */
export function loops(sentence: string, translation: string): boolean {
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
  const timesMin = (_: string, units: number) => {
    return units > 2 || (units === 2 && isUnspaced) ? syllableTimesMin : laughterTimesMin;
  };
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
