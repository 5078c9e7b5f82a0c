import type { Steps } from '../../ground/steps.ts';
import { countCharacters } from '../../ground/units.ts';
import { isPlain } from './inlines.ts';
import { cutLong } from './long-sentence.ts';
import { readSegment, type Segment, type SentencePlace, type WritesOut } from './segment.ts';
import { type Span, shifted } from './span.ts';

/** A sentence: a span of the `shown` of its block. */
export type Sentence = Span & { readonly place: SentencePlace };

/** Maximum of code points, two for each token. */
export const segmentCharactersMax = 2_000;

/** Maximum for a sentence with odd characters or protected spans, because a token has two code points. */
const markedCharactersMax = segmentCharactersMax / 2;

/** UTF-16 units of two tokens. Text of this length is not cut further because of written-out spans. */
const pieceUnitsMin = 4;

const noSegments: readonly Segment[] = [];

/**
 * Reads the segment of a sentence; empty if it has no letter outside its protected spans.
 *
 * @returns offsets in the whole text; undefined if the sentence is too long for one segment
 */
export function readSentence(sentence: Sentence, writesOut: WritesOut | undefined): readonly Segment[] | undefined {
  if (sentence.end - sentence.start > 2 * segmentCharactersMax) return undefined;
  const whole = readSegment(sentence.place, sentence, writesOut);
  if (whole === undefined) return noSegments;
  return isShort(whole.text) ? [moved(whole, sentence.place.textStart)] : undefined;
}

/** Reads the segments of one long sentence. */
export function* cutSentence(
  { place, start, end }: Sentence,
  writesOut: WritesOut | undefined,
): Steps<readonly Segment[]> {
  const { block, textStart } = place;
  const isAllPlain = block.changes.length === 0 && isPlain(block.shown.slice(start, end));
  const segments: Segment[] = [];
  yield* cut({ start, end }, isAllPlain ? segmentCharactersMax : markedCharactersMax);
  return segments;

  function* cut(span: Span, charactersMax: number): Steps<void> {
    let from = span.start;
    for (const { length } of cutLong(block.shown.slice(span.start, span.end), charactersMax)) {
      const piece = { start: from, end: from + length };
      const segment = readSegment(place, piece, writesOut);
      // Written-out protected spans may be far longer than their tokens.
      const isTooLong = segment && segment.writtenOut.length > 0 && !isShort(segment.text) && length > pieceUnitsMin;
      if (isTooLong) yield* cut(piece, Math.ceil(length / 2));
      else if (segment) segments.push(moved(segment, textStart));
      from += length;
      yield;
    }
  }
}

/** Returns the segment in a text that begins `by` units earlier. */
function moved(segment: Segment, by: number): Segment {
  if (by === 0) return segment;
  return {
    ...shifted(segment, by),
    tokens: new Map(Array.from(segment.tokens, ([token, span]) => [token, shifted(span, by)])),
    splitWords: new Map(Array.from(segment.splitWords, ([token, word]) => [token, shifted(word, by)])),
    spelled: segment.spelled.map((each) => shifted(each, by)),
    writtenOut: segment.writtenOut.map((each) => ({ ...each, at: each.at + by })),
  };
}

function isShort(sentence: string): boolean {
  return sentence.length <= segmentCharactersMax || countCharacters(sentence) <= segmentCharactersMax;
}
