import type { Span } from './span.ts';

export type SegmentPiece = {
  /** In the segment. */
  readonly from: number;
  readonly to: number;
  /** In the text. */
  readonly start: number;
  readonly end: number;
  /** Edits of the piece's words, by pass; undefined for tokens, which have no words. */
  readonly passes: readonly (readonly Edit[])[] | undefined;
};

/** Maps the spans of one segment, in its own language or translated, to those of the text that contains it. */
export class Alignment {
  /** In order, without gaps between them. */
  readonly pieces: SegmentPiece[] = [];
  readonly #start: number;

  constructor(start: number) {
    this.#start = start;
  }

  get span(): Span {
    return { start: this.#start, end: this.pieces.at(-1)?.end ?? this.#start };
  }

  /** Maps a span of the segment to the text. A span that ends inside a word with inline tags includes all of it. */
  locate({ start, end }: Span): Span {
    const { pieces, span } = this;
    let first = pieces.findIndex(({ to }) => to > start);
    let last = pieces.findLastIndex(({ from }) => from < end);
    const [opens, closes] = [pieces[first], pieces[last]];
    if (isInside(opens, start) || isInside(closes, end)) {
      if (isToken(opens) || start === opens?.from) while (isToken(pieces[first - 1])) first--;
      if (isToken(closes) || end === closes?.to) while (isToken(pieces[last + 1])) last++;
    }
    return {
      start: offsetIn(pieces[first], start, 'start') ?? span.end,
      end: offsetIn(pieces[last], end, 'end') ?? span.start,
    };
  }
}

function isToken(piece: SegmentPiece | undefined): boolean {
  return piece !== undefined && piece.passes === undefined;
}

function isInside(piece: SegmentPiece | undefined, offset: number): boolean {
  return piece !== undefined && isToken(piece) && piece.from < offset && offset < piece.to;
}

function offsetIn(piece: SegmentPiece | undefined, offset: number, side: SpanEnd): number | undefined {
  if (piece === undefined) return undefined;
  const { from, to, start, end, passes } = piece;
  if (passes === undefined) return side === 'start' ? start : end;
  const inside = Math.min(Math.max(offset, from), to) - from;
  return start + passes.reduce((before, edits) => offsetAfter(edits, before, side), inside);
}

/** A replacement of `length` units at `at` by `written` units. */
export type Edit = { readonly at: number; readonly length: number; readonly written: number };

/** The two ends of a span. An end inside a replaced piece moves to the start or the end of the piece. */
type SpanEnd = 'start' | 'end';

export class Rewritten {
  text: string;
  readonly passes: (readonly Edit[])[] = [];

  constructor(text: string) {
    this.text = text;
  }

  /** @param pattern global, without groups */
  replace(pattern: RegExp, write: (found: string, at: number) => string): void {
    const edits: Edit[] = [];
    this.text = this.text.replaceAll(pattern, (found, at: number) => {
      const written = write(found, at);
      edits.push({ at, length: found.length, written: written.length });
      return written;
    });
    if (edits.length > 0) this.passes.push(edits);
  }
}

/** Maps an offset in the text before a pass to the text after it. */
function offsetAfter(edits: readonly Edit[], offset: number, side: SpanEnd): number {
  let shift = 0;
  for (const { at, length, written } of edits) {
    if (at >= offset) break;
    if (at + length > offset) return at + shift + (side === 'start' ? 0 : written);
    shift += written - length;
  }
  return offset + shift;
}
