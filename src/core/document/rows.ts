import type { ProtectedSpan, ProtectedText, Span } from './span.ts';

/** A text with its protected spans. */
export type Source = ProtectedText & { readonly text: string };

/** A line of a text, or the part of a line between two bounds; without outer white space. */
export type Row = Span & {
  /** Where the line of the row begins. */
  readonly lineStart: number;
  /** The indexes of its protected spans in the text, the last exclusive; none of them is a bound. */
  readonly spanFrom: number;
  readonly spanTo: number;
  readonly gap: Gap;
};

/** The gap between a row and the previous one. */
export type Gap = {
  /** A single line break with only white space and the signs of a quoted mail. */
  readonly isSoft: boolean;
  /** The signs of a quoted mail before the row, without white space: `>>`. */
  readonly quote: string;
  readonly closesWithTag: boolean;
};

/** Line breaks of all kinds (source: UAX #14); form feeds and Unicode's separators are never wraps. */
const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
const wrap = /^[\r\n]/;
const quoteSigns = /^\s*(?:>\s*)+$/;
const tag = /^\s*<[^]*>\s*$/;

/** Bounds and line breaks without a row between two yields. */
const breakersInTurn = 500;

/** What ends a row: a bound or a line break. */
type Breaker = Span & { readonly isBound: boolean };

/** @yields the rows of a text, in order, and undefined now and then in long texts with few rows */
export function* readRows({ text, spans }: Source): Generator<Row | undefined, void> {
  const breaks = breakFinder(text);
  let gap = new GapReader();
  let lineStart = 0;
  for (let start = 0, spanFrom = 0, count = 1; ; count++) {
    const { spanTo, breaker } = rowEnd(start, spanFrom);
    const trimmed = trim(text, { start, end: breaker?.start ?? text.length }, spans.slice(spanFrom, spanTo));
    if (trimmed.end > trimmed.start) {
      yield { ...trimmed, lineStart, spanFrom, spanTo, gap: gap.read() };
      gap = new GapReader();
    }
    if (breaker === undefined) return;
    gap.add(text.slice(breaker.start, breaker.end), breaker);
    if (!breaker.isBound) lineStart = breaker.end;
    start = breaker.end;
    spanFrom = spanTo + (breaker.isBound ? 1 : 0);
    if (count % breakersInTurn === 0) yield undefined;
  }

  /** Moves over protected spans inside a row: the first bound or line break outside them ends it. */
  function rowEnd(start: number, spanFrom: number): { readonly spanTo: number; readonly breaker: Breaker | undefined } {
    let from = start;
    for (let spanTo = spanFrom; ; spanTo++) {
      const found = breaks(from);
      const span = spans[spanTo];
      if (span === undefined || (found !== undefined && found.start < span.start)) {
        return { spanTo, breaker: found && { ...found, isBound: false } };
      }
      if (span.role === 'bound') return { spanTo, breaker: { start: span.start, end: span.end, isBound: true } };
      from = span.end;
    }
  }
}

/** Finds the next line break from an index that never decreases: each span is searched once. */
function breakFinder(text: string): (from: number) => Span | undefined {
  let found: Span | undefined = { start: -1, end: -1 };
  return (from) => {
    if (found === undefined || found.start >= from) return found;
    lineBreak.lastIndex = from;
    const match = lineBreak.exec(text);
    found = match ? { start: match.index, end: match.index + match[0].length } : undefined;
    return found;
  };
}

/** Without the white space at both ends, unless it is part of a protected span. */
function trim(text: string, { start, end }: Span, spans: readonly ProtectedSpan[]): Span {
  const trimmed = text.slice(start, end).trimStart();
  const from = end - trimmed.length;
  const to = from + trimmed.trimEnd().length;
  return { start: Math.min(from, spans[0]?.start ?? from), end: Math.max(to, spans.at(-1)?.end ?? to) };
}

class GapReader {
  #breaks = 0;
  #isSoft = true;
  #quote = '';
  #lastBound = '';

  add(text: string, { isBound }: Breaker): void {
    if (isBound) {
      this.#lastBound = text;
      const isQuote = quoteSigns.test(text);
      if (isQuote) this.#quote += text.replaceAll(/\s+/g, '');
      if (!isQuote || this.#breaks === 0) this.#isSoft = false;
    } else {
      this.#breaks++;
      this.#quote = '';
      if (!wrap.test(text)) this.#isSoft = false;
    }
  }

  read(): Gap {
    const isSoft = this.#isSoft && this.#breaks === 1;
    return { isSoft, quote: this.#quote, closesWithTag: tag.test(this.#lastBound) };
  }
}
