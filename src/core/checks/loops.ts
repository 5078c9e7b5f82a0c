import { unspacedLetter } from './words.ts';

/** Words that come again together, at most. */
const wordsMax = 4;
/** Letters that come again together inside a word, or where no space divides words, in UTF-16 units, at most. */
const unitsMax = 16;

/**
 * From how many times in a row on it is a loop, unless the source repeats itself as well. In FLORES-200 dev, 24,925
 * sentences by people in 25 languages, no word of four letters and no two to four words together come three times in a
 * row, whatever stands between, and no two letters four times. Shorter words do in speech: "ja ja ja", "no, no, no".
 */
const longTimesMin = 3;
const shortTimesMin = 5;
const shortUnitsMax = 3;
const syllableTimesMin = 4;
/** Laughter is a period of one or two letters. */
const laughterTimesMin = 6;
/** Words of fewer units hold no syllable that often; two characters are one where no space divides words. */
const unitsMin = 2 * laughterTimesMin;
const unspacedUnitsMin = 2 * syllableTimesMin;
/** Thai is the first of the scripts without spaces. */
const firstUnspaced = 0xe00;
/** So much oftener than its source a translation may say a thing: "ha ha ha" has another length elsewhere. */
const timesSource = 1.5;

const letter = /\p{L}/u;

type Looked = {
  readonly periodMax: number;
  /** From how many times in a row on something counts. @param period what comes again */
  readonly timesMin: (period: string, items: number) => number;
};

/** Whether `translation` says something many times in a row and `sentence` does not. */
export function loops(sentence: string, translation: string): boolean {
  const times = mostTimes(translation.toLowerCase());
  return times > 0 && times > timesSource * mostTimesInSource(sentence);
}

/** Of what comes often enough to be a loop, how many times in a row; 0 for none. */
function mostTimes(text: string): number {
  const words = wordsIn(text);
  const timesMin = (period: string) => (period.length > shortUnitsMax ? longTimesMin : shortTimesMin);
  let most = repeats(words, { periodMax: wordsMax, timesMin });
  for (const one of words) if (mayHoldLoop(one)) most = Math.max(most, mostTimesInWord(one));
  return holdsLaughter(text) ? Math.max(most, repeats(text, { periodMax: 1, timesMin: () => laughterTimesMin })) : most;
}

/** Whether a unit comes `laughterTimesMin` times in a row. */
function holdsLaughter(text: string): boolean {
  let run = 1;
  for (let at = 1; at < text.length; at++) {
    run = text.charCodeAt(at) === text.charCodeAt(at - 1) ? run + 1 : 1;
    if (run >= laughterTimesMin) return true;
  }
  return false;
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

/** By blocks of Unicode, roughly: a property of each letter costs too much to ask for. */
function isOfWord(unit: number): boolean {
  if (unit < 0x80) return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
  if (unit < 0xc0 || (unit >= 0x2000 && unit < 0x2070) || (unit >= 0x3000 && unit < 0x3040)) return false;
  return unit < 0xff00 || unit > 0xff20;
}

/** For syllables: single letters are looked for in the whole text. */
function mostTimesInWord(one: string): number {
  const isUnspaced = unspacedLetter.test(one);
  const timesMin = (_: string, units: number) => {
    return units > 2 || (units === 2 && isUnspaced) ? syllableTimesMin : laughterTimesMin;
  };
  return repeats(one, { periodMax: Math.min(unitsMax, Math.floor(one.length / syllableTimesMin)), timesMin });
}

/** Anything that comes twice, by words or inside one: what shows that the author repeats himself. */
function mostTimesInSource(sentence: string): number {
  const words = wordsIn(sentence.toLowerCase());
  let most = Math.max(1, repeats(words, { periodMax: wordsMax, timesMin: () => 2 }));
  for (const one of words) {
    // Many words hold a letter twice: "calle".
    const timesMin = (_: string, units: number) => (units === 1 && one.charCodeAt(0) < firstUnspaced ? 3 : 2);
    most = Math.max(most, repeats(one, { periodMax: unitsMax, timesMin }));
  }
  return most;
}

function repeats(items: ArrayLike<string>, { periodMax, timesMin }: Looked): number {
  let most = 0;
  for (let period = 1; period <= periodMax; period++) {
    let run = 0;
    for (let at = period; at < items.length; at++) {
      run = items[at] === items[at - period] ? run + 1 : 0;
      // Looked at once for each whole period more, so that a run of any length costs no more than its length.
      if (run === 0 || run % period !== 0) continue;
      const times = run / period + 1;
      if (times <= most) continue;
      const written = itemsFrom(items, at - period + 1, period);
      if (times >= timesMin(written, period) && letter.test(written)) most = times;
    }
  }
  return most;
}

function itemsFrom(items: ArrayLike<string>, from: number, count: number): string {
  let written = '';
  for (let at = from; at < from + count; at++) written += items[at] ?? '';
  return written;
}
