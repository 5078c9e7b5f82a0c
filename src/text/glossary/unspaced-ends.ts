import type { LanguageTag } from '../languages/language.ts';

/** Word boundaries in a text without spaces. Source: UAX #29, section 4.1; ICU's dictionaries. */
export class UnspacedEnds {
  readonly #text: string;
  readonly #segmenter: Intl.Segmenter;
  #found: FoundWords | undefined;
  /** Cached segmentation of the rest of a word, by offsets: each entry that begins there needs it. */
  readonly #rests = new Map<string, Weight>();

  constructor(text: string, language: LanguageTag) {
    this.#text = text;
    this.#segmenter = segmenterOf(language);
  }

  /** Whether the text is whole words. Dictionaries cut unknown names wrongly: cuts into fewer words count too. */
  areWords(start: number, end: number): boolean {
    this.#found ??= findWords(this.#segmenter.segment(this.#text));
    const { ends, singles } = this.#found;
    const first = lastUpTo(ends, start);
    const upTo = lastUpTo(ends, end);
    const last = ends[upTo] === end ? upTo : upTo + 1;
    const [from = 0, to = end] = [ends[first], ends[last]];
    if (from === start && to === end) return true;
    // Skips the slow segmentation of the rest where it cannot help, as in a text that repeats one letter.
    const fewest = 1 + Number(from < start) + Number(end < to);
    if (fewest > last - first) return false;
    const asFound = { words: last - first, singles: (singles[last] ?? 0) - (singles[first] ?? 0) };
    const [before, behind] = [this.#rest(from, start), this.#rest(end, to)];
    const words = before.words + 1 + behind.words;
    const alone = before.singles + (end - start === 1 ? 1 : 0) + behind.singles;
    return words < asFound.words || (words === asFound.words && alone < asFound.singles);
  }

  #rest(start: number, end: number): Weight {
    if (start === end) return { words: 0, singles: 0 };
    const key = `${start} ${end}`;
    const known = this.#rests.get(key);
    if (known) return known;
    const { ends, singles } = findWords(this.#segmenter.segment(this.#text.slice(start, end)));
    const weight = { words: ends.length - 1, singles: singles.at(-1) ?? 0 };
    this.#rests.set(key, weight);
    return weight;
  }
}

type Weight = { readonly words: number; readonly singles: number };

/** End offset of each word, and the number of one-character words up to there. Both begin with 0. */
type FoundWords = { readonly ends: readonly number[]; readonly singles: readonly number[] };

function findWords(segments: Iterable<Intl.SegmentData>): FoundWords {
  const ends = [0];
  const singles = [0];
  let alone = 0;
  for (const { index, segment } of segments) {
    if (segment.length === 1) alone++;
    ends.push(index + segment.length);
    singles.push(alone);
  }
  return { ends, singles };
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
/** Limit of the cache; the service has about as many languages. */
const segmentersMax = 100;

/** Returns a cached segmenter, because creating one is slow. It has no state. */
function segmenterOf(language: LanguageTag): Intl.Segmenter {
  const known = segmenters.get(language);
  if (known !== undefined) return known;
  if (segmenters.size >= segmentersMax) segmenters.clear();
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  segmenters.set(language, segmenter);
  return segmenter;
}
