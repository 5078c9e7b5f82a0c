import { unspacedLetter, unspacedLetters } from '../../core/fidelity/words.ts';
import type { AlignedText } from './html-text.ts';
import type { Stretch } from './long-text.ts';
import type { ShownSegment } from './shown-segment.ts';
import type { FoundStandIn } from './stand-ins.ts';

/** A word of a translation with the signs at its ends. */
export type TargetWord = Stretch & {
  /** Of which word of the sentence it is the translation, counted from 0; undefined when of none. */
  readonly number: number | undefined;
  /** Whether it is a stand-in: then its number is certain. */
  readonly isStandIn: boolean;
};

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** The words of a translation in order. Linear in its length. */
export function targetWords(
  shown: ShownSegment,
  { text, stretches }: AlignedText,
  standIns: readonly FoundStandIn[],
): readonly TargetWord[] {
  const places = wordPlaces(text);
  const ofStandIns = standInNumbers(shown, places, standIns);
  const certain = new Map([...sameWordNumbers(shown, text, places), ...ofStandIns]);
  const taken = new Set(certain.values());
  const numberOf = isMostlyUnspaced(text) ? estimatedNumbers(shown, text, standIns) : alignedNumbers(stretches);
  return places.map((place, index) => {
    const aligned = numberOf(place);
    // One of which it is certain what became of it became nothing else.
    const number = certain.get(index) ?? (aligned !== undefined && taken.has(aligned) ? undefined : aligned);
    return { ...place, number, isStandIn: ofStandIns.has(index) };
  });
}

/** At which offset of a sentence each of its words begins. */
export function wordStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) starts.push(at + 1);
  return starts;
}

/** The number of the word that `at` is in, or before which it stands. */
export function wordNumberAt(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle;
  }
  return low;
}

function wordPlaces(text: string): readonly Stretch[] {
  return Array.from(text.matchAll(/[^ ]+/g)).flatMap(({ 0: word, index }) => {
    if (!unspacedLetter.test(word)) return [{ start: index, end: index + word.length }];
    return Array.from(segmenter.segment(word), ({ segment, index: at }) => {
      return { start: index + at, end: index + at + segment.length };
    });
  });
}

function standInNumbers(
  { text, words }: ShownSegment,
  places: readonly Stretch[],
  standIns: readonly FoundStandIn[],
): ReadonlyMap<number, number> {
  const starts = wordStarts(text);
  const numbers = new Map<number, number>();
  let place = 0;
  for (const { index, start } of standIns) {
    while (place < places.length && (places[place]?.end ?? 0) <= start) place++;
    const word = words[index];
    if (place < places.length && word !== undefined) numbers.set(place, wordNumberAt(starts, word.start));
  }
  return numbers;
}

/** A word that both have once, a name or a figure mostly, is its own translation, whatever the alignment says. */
function sameWordNumbers(
  { text: source }: ShownSegment,
  text: string,
  places: readonly Stretch[],
): readonly (readonly [place: number, number: number])[] {
  const numbers = indexesOnce(source.split(' '));
  const targets = indexesOnce(places.map(({ start, end }) => text.slice(start, end)));
  return [...targets].flatMap(([word, place]) => {
    const number = numbers.get(word);
    return number === undefined ? [] : [[place, number] as const];
  });
}

/** A figure, a capital with another letter or digit, four letters; of "Ana's" only what stands before the apostrophe. */
const telling = /\p{Nd}[\p{Nd}.,:]*\p{Nd}|\p{Lu}[\p{L}\p{M}\p{N}]+|[\p{L}\p{M}\p{N}]{4,}/u;

/** Where each telling word is that stands there once. */
function indexesOnce(words: readonly string[]): ReadonlyMap<string, number> {
  const indexes = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [index, word] of words.entries()) {
    const found = telling.exec(word)?.[0].toLowerCase();
    if (found === undefined) continue;
    if (indexes.has(found)) repeated.add(found);
    indexes.set(found, index);
  }
  for (const each of repeated) indexes.delete(each);
  return indexes;
}

/** By what the library aligned the beginning of each word with. Asked from left to right. */
function alignedNumbers(stretches: AlignedText['stretches']): (place: Stretch) => number | undefined {
  let next = 0;
  return ({ start, end }) => {
    while ((stretches[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next++;
    const stretch = stretches[next];
    return stretch !== undefined && stretch.start < end ? stretch.number : undefined;
  };
}

/** The library takes all that no blank divides for one word: of what stands there alignments say nothing. */
function isMostlyUnspaced(text: string): boolean {
  return (text.match(unspacedLetters)?.length ?? 0) * 2 > text.length;
}

/** As far on as in the sentence, between the stand-ins around. Asked from left to right. */
function estimatedNumbers(
  { text: source, words }: ShownSegment,
  text: string,
  standIns: readonly FoundStandIn[],
): (place: Stretch) => number | undefined {
  const starts = wordStarts(source);
  const anchors = [
    { from: 0, to: 0 },
    ...standIns.map(({ index, start }) => ({ from: start, to: words[index]?.start ?? 0 })),
    { from: text.length, to: source.length },
  ];
  let next = 1;
  return ({ start, end }) => {
    const at = (start + end) / 2;
    while (next < anchors.length - 1 && (anchors[next]?.from ?? 0) <= at) next++;
    const [before, behind] = [anchors[next - 1], anchors[next]];
    if (before === undefined || behind === undefined) return undefined;
    const share = (at - before.from) / Math.max(1, behind.from - before.from);
    return wordNumberAt(starts, before.to + share * Math.max(0, behind.to - before.to));
  };
}
