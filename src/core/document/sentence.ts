import type { Steps } from '../steps.ts';
import { countCharacters } from '../units.ts';
import type { Block } from './block.ts';
import { isPlain } from './inlines.ts';
import type { Setting } from './inner-text.ts';
import { cutLong } from './long-sentence.ts';
import type { Source } from './rows.ts';
import { readSegment, type Segment, type WritesOut } from './segment.ts';
import { type Span, shifted } from './span.ts';

/** Reads the segments of one sentence. */
export type ReadSegments = (writesOut: WritesOut | undefined) => Steps<readonly Segment[]>;

/** Code points, two for each token. */
export const segmentCharactersMax = 2_000;

/** Of a sentence with odd characters or protected spans: a token may be twice as long as its character. */
const markedCharactersMax = segmentCharactersMax / 2;

/** UTF-16 units of text that is never cut because of its protected spans: two tokens. */
const pieceUnitsMin = 4;

export type SentencePlace = {
  readonly source: Source;
  readonly block: Block;
  readonly setting: Setting;
  /** Offset of the source in the whole text. */
  readonly textStart: number;
};

/**
 * Reads the segments of one sentence: several of a long one, none if it has no letter outside its protected spans.
 *
 * @param span of the block's `shown`
 */
export function* readSegments(
  { source, block, setting, textStart }: SentencePlace,
  span: Span,
  writesOut: WritesOut | undefined,
): Steps<readonly Segment[]> {
  const read = {
    text: source.text,
    setting,
    writesOut: writesOut && ((written: string, at: number) => writesOut(written, textStart + at)),
  };
  const isLong = span.end - span.start > 2 * segmentCharactersMax;
  const whole = isLong ? undefined : readSegment(read, block, span);
  if (whole === undefined && !isLong) return [];
  if (whole !== undefined && isShort(whole.text)) return [moved(whole, textStart)];
  const isAllPlain = block.changes.length === 0 && isPlain(block.shown.slice(span.start, span.end));
  const segments: Segment[] = [];
  yield* cut(span, isAllPlain ? segmentCharactersMax : markedCharactersMax);
  return segments;

  function* cut({ start, end }: Span, charactersMax: number): Steps<void> {
    let from = start;
    for (const { length } of cutLong(block.shown.slice(start, end), charactersMax)) {
      const piece = { start: from, end: from + length };
      const segment = readSegment(read, block, piece);
      // Written-out protected spans may be far longer than their tokens.
      const isTooLong = segment && segment.writtenOut.length > 0 && !isShort(segment.text) && length > pieceUnitsMin;
      if (isTooLong) yield* cut(piece, Math.ceil(length / 2));
      else if (segment) segments.push(moved(segment, textStart));
      from += length;
      yield;
    }
  }
}

/** The same segment in a text that begins `by` units earlier. */
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
