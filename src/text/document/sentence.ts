import type { Steps } from '../../ground/steps.ts';
import { countCharacters } from '../../ground/units.ts';
import { isPlain } from './block.ts';
import { readSegment, type Segment, type SentencePlace, type WritesOut } from './segment.ts';
import { type Span, shifted } from './span.ts';

export type Sentence = Span & { readonly place: SentencePlace };

/** Maximum of code points, two for each token. */
export const segmentCharactersMax = 2_000;

/** Maximum for a sentence with odd characters or protected spans, because a token has two code points. */
const markedCharactersMax = segmentCharactersMax / 2;

/** UTF-16 units of two tokens. Text of this length is not cut further because of written-out spans. */
const pieceUnitsMin = 4;

const noSegments: readonly Segment[] = [];

/** Reads a sentence, with offsets in the whole text. Undefined: too long for a segment. Empty: nothing to translate. */
export function readSentence(sentence: Sentence, writesOut: WritesOut | undefined): readonly Segment[] | undefined {
  if (sentence.end - sentence.start > 2 * segmentCharactersMax) return undefined;
  const whole = readSegment(sentence.place, sentence, writesOut);
  if (whole === undefined) return noSegments;
  return isShort(whole.text) ? [moved(whole, sentence.place.textStart)] : undefined;
}

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

/** The end of a clause with the white space after it, or punctuation of scripts without white space. */
const clauseEnd = /[,;:)\]}،؛—–]\s$|[，；：、。！？]$/u;

const space = /\s$/u;

const tokenLead = /[\uFDD0-\uFDD4]/;

/** Cuts are only in the last half of a piece, so that pieces are few. */
const searchShare = 0.5;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Cuts a long sentence at the end of a clause, or else between words, graphemes, or (if one is too long) code points,
 * but never in a token. A piece has at most `max` code points. Joined, the pieces equal `sentence`.
 */
export function cutLong(sentence: string, max: number): readonly string[] {
  // A code point has at least one UTF-16 unit, so short sentences (nearly all) need no count.
  if (sentence.length <= max) return [sentence];
  const pieces: string[] = [];
  let start = 0;
  for (let end = endOf(sentence, start, max); end < sentence.length; end = endOf(sentence, start, max)) {
    const piece = sentence.slice(start, end);
    const length = lastEnding(piece, clauseEnd) ?? lastEnding(piece, space) ?? graphemeStart(sentence, start, end);
    const cut = start + length - (tokenLead.test(sentence.charAt(start + length - 1)) ? 1 : 0);
    pieces.push(sentence.slice(start, cut));
    start = cut;
  }
  return [...pieces, sentence.slice(start)];
}

/** Returns the index after at most `max` code points from `start`. */
function endOf(text: string, start: number, max: number): number {
  let end = start;
  for (let count = 0; count < max && end < text.length; count++) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return end;
}

/** Returns the length of `piece` up to the end of the last match of `ending`. */
function lastEnding(piece: string, ending: RegExp): number | undefined {
  for (let length = piece.length; length > piece.length * searchShare; length--) {
    if (ending.test(piece.slice(length - 2, length))) return length;
  }
  return undefined;
}

/** Returns the length of a piece that does not end inside a grapheme. */
function graphemeStart(text: string, start: number, end: number): number {
  // Includes the code point after the end, which may belong to the last grapheme.
  const around = text.slice(start, end + 2);
  const last = graphemes.segment(around).containing(end - start);
  return last !== undefined && last.index > 0 ? last.index : end - start;
}
