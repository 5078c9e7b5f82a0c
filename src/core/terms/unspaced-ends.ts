import type { LanguageTag } from '../languages/language.ts';

/**
 * Where words end in a text without spaces, as Unicode's dictionaries find them.
 * Source: UAX #29, section 4.1; ICU's dictionaries for Chinese, Japanese, Thai, Lao, Khmer and Burmese.
 */
export class UnspacedEnds {
  readonly #text: string;
  readonly #segmenter: Intl.Segmenter;
  #ends: readonly number[] | undefined;

  constructor(text: string, language: LanguageTag) {
    this.#text = text;
    this.#segmenter = segmenterOf(language);
  }

  /**
   * Whether what stands from `start` to `end` is whole words. Where the dictionary cuts otherwise, which it also does
   * with names it does not know, it is so all the same if the text then falls into fewer words, or into fewer that are
   * one character long.
   */
  areWords(start: number, end: number): boolean {
    this.#ends ??= [0, ...[...this.#segmenter.segment(this.#text)].map(({ index, segment }) => index + segment.length)];
    const ends = this.#ends;
    const first = lastUpTo(ends, start);
    let last = lastUpTo(ends, end);
    if (ends[last] !== end) last++;
    const [from = 0, to = end] = [ends[first], ends[last]];
    if (from === start && to === end) return true;
    const asFound = weigh(ends.slice(first, last + 1));
    const around = [...this.#lengthsOf(from, start), ...this.#lengthsOf(end, to)];
    const asMatched = { words: around.length + 1, singles: singlesOf([...around, end - start]) };
    return (
      asMatched.words < asFound.words || (asMatched.words === asFound.words && asMatched.singles < asFound.singles)
    );
  }

  #lengthsOf(start: number, end: number): readonly number[] {
    if (start === end) return [];
    return [...this.#segmenter.segment(this.#text.slice(start, end))].map(({ segment }) => segment.length);
  }
}

type Weight = { readonly words: number; readonly singles: number };

function weigh(ends: readonly number[]): Weight {
  const lengths = ends.slice(1).map((end, index) => end - (ends[index] ?? end));
  return { words: lengths.length, singles: singlesOf(lengths) };
}

function singlesOf(lengths: readonly number[]): number {
  return lengths.filter((length) => length === 1).length;
}

/** The index of the last of `ends` that is not above `at`. */
function lastUpTo(ends: readonly number[], at: number): number {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((ends[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

const segmenters = new Map<string, Intl.Segmenter>();
/** Dictionaries are by script; of languages there are at most some hundred. */
const segmentersMax = 100;

function segmenterOf(language: LanguageTag): Intl.Segmenter {
  const known = segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: 'word' });
  if (segmenters.size >= segmentersMax) segmenters.clear();
  segmenters.set(language, known);
  return known;
}
