import type { ProtectedSpan, ProtectedText, Span } from './span.ts';

/** A text with its protected spans. */
export type Source = ProtectedText & { readonly text: string };

/**
 * A line of a text, or the part of a line between two protected spans that bound sentences; without outer white space.
 */
export type Row = {
  readonly start: number;
  readonly end: number;
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
  /** Whether a tag bounds the row before it, and this row. */
  readonly opensWithTag: boolean;
  readonly closesWithTag: boolean;
};

/** Line breaks of all kinds (source: UAX #14); form feeds and Unicode's separators are never wraps. */
const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
const wrap = /^[\r\n]/;
const quoteSigns = /^\s*(?:>\s*)+$/;

/** Bounds and line breaks without a row between two yields. */
const breakersInTurn = 500;

/**
 * Reads the rows of a text one after another.
 *
 * @yields undefined now and then in long texts with few rows
 */
export function* readRows({ text, spans }: Source): Generator<Row | undefined, void> {
  const breaks = breakFinder(text);
  let gap = new GapReader();
  let lineStart = 0;
  for (let start = 0, spanFrom = 0, count = 1; ; count++) {
    const { end, spanTo, breaker } = rowEnd({ start, spanFrom });
    const trimmed = trim(text, { start, end }, spans.slice(spanFrom, spanTo));
    if (trimmed.end > trimmed.start) {
      yield { ...trimmed, lineStart, spanFrom, spanTo, gap: gap.read() };
      gap = new GapReader();
    }
    if (breaker === undefined) return;
    const passed = text.slice(breaker.start, breaker.end);
    if (breaker.isBound) gap.addBound(passed);
    else gap.addBreak(passed);
    if (!breaker.isBound) lineStart = breaker.end;
    start = breaker.end;
    spanFrom = spanTo + (breaker.isBound ? 1 : 0);
    if (count % breakersInTurn === 0) yield undefined;
  }

  /** Moves over protected spans inside a row: the first bound or line break outside them ends it. */
  function rowEnd({ start, spanFrom }: { readonly start: number; readonly spanFrom: number }): RowEnd {
    let from = start;
    for (let spanTo = spanFrom; ; spanTo++) {
      const breaker = breaks(from);
      const span = spans[spanTo];
      if (span === undefined || (breaker !== undefined && breaker.start < span.start)) {
        return { end: breaker?.start ?? text.length, spanTo, breaker: breaker && { ...breaker, isBound: false } };
      }
      if (span.role === 'bound') {
        return {
          end: span.start,
          spanTo,
          breaker: { start: span.start, end: span.end, isBound: true },
        };
      }
      from = span.end;
    }
  }
}

type RowEnd = {
  readonly end: number;
  readonly spanTo: number;
  /** What ends the row; undefined at the end of the text. */
  readonly breaker: (Span & { readonly isBound: boolean }) | undefined;
};

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
  return {
    start: Math.min(from, spans[0]?.start ?? from),
    end: Math.max(to, spans.at(-1)?.end ?? to),
  };
}

class GapReader {
  #breaks = 0;
  #isSoft = true;
  #quote = '';
  #first: string | undefined;
  #last = '';

  addBreak(text: string): void {
    this.#breaks++;
    this.#quote = '';
    if (!wrap.test(text)) this.#isSoft = false;
  }

  addBound(text: string): void {
    this.#first ??= text;
    this.#last = text;
    if (quoteSigns.test(text)) this.#quote += text.replaceAll(/\s+/g, '');
    else this.#isSoft = false;
    if (this.#breaks === 0) this.#isSoft = false;
  }

  read(): Gap {
    return {
      isSoft: this.#isSoft && this.#breaks === 1,
      quote: this.#quote,
      opensWithTag: isTag(this.#first ?? ''),
      closesWithTag: isTag(this.#last),
    };
  }
}

function isTag(bound: string): boolean {
  return bound.trimStart().startsWith('<') && bound.trimEnd().endsWith('>');
}
