import type { ProtectedText, Span } from './span.ts';

export type RowSource = ProtectedText & { readonly text: string };

/** A line of a text, or the part of a line between two bounds; without outer white space. */
export type TextRow = Span & {
  readonly lineStart: number;
  /** The indexes of its protected spans in the text, the last exclusive; none of them is a bound. */
  readonly spanFrom: number;
  readonly spanTo: number;
  readonly gap: RowGap;
};

export type RowGap = {
  /** Whether it is a single line break, with only white space and the quote signs of a mail. */
  readonly isSoft: boolean;
  /** The quote signs of a mail before the row, without white space: `>>`. */
  readonly quote: string;
  readonly closesWithTag: boolean;
};

/** Line breaks of all kinds (source: UAX #14). Form feeds and Unicode's separators are never hard wraps. */
const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
const wrap = /^[\r\n]/;
const quoteSigns = /^\s*(?:>\s*)+$/;
const tag = /^\s*<[^]*>\s*$/;

/** Label of a list item, a dialogue or a heading: a dash, a bullet, a letter, a Roman number, "1." or "1.2.3)". */
const label =
  /(?:[-–—*+•‣◦▪●]\s|[–—](?![\p{Ll}\s])|\(?(?:\d{1,3}(?:\.\d{1,3}){0,5}[.)]|[a-zA-Z]\)|[a-z]\.(?=\s+(?:\p{Lu}\p{Ll}|\p{Ll}{2,}(?![\p{L}.]|\s\p{Lu}\.)))|[IVXLC]{1,7}[.)])\s)\s*/uy;

/** Bounds and line breaks without a row, between two pauses. */
const breakersInTurn = 500;

/** Returns the length of a row's label, "1.", "a)" or "—", with the white space after it. */
export function labelLength(text: string, start: number, end: number): number {
  label.lastIndex = start;
  return label.test(text) && label.lastIndex < end ? label.lastIndex - start : 0;
}

export class RowReader {
  readonly #source: RowSource;
  readonly #gap = new GapReader();
  #start = 0;
  #lineStart = 0;
  /** The index of the first protected span that begins at `#start` or later. */
  #spanFrom = 0;
  #isAtEnd = false;
  /** The next line break. Searches start at increasing offsets, so each part of the text is searched once. */
  #lineBreak: Span | undefined = { start: -1, end: -1 };

  constructor(source: RowSource) {
    this.#source = source;
  }

  /** Returns the next row, undefined at the end, or sometimes 'pause' in a long text with few rows. */
  next(): TextRow | 'pause' | undefined {
    for (let count = 0; count < breakersInTurn; count++) {
      if (this.#isAtEnd) return undefined;
      const row = this.#readOn();
      if (row !== undefined) return row;
    }
    return 'pause';
  }

  /** Reads up to the next bound, or the next line break outside protected spans. */
  #readOn(): TextRow | undefined {
    const { text, spans } = this.#source;
    const [start, spanFrom, lineStart] = [this.#start, this.#spanFrom, this.#lineStart];
    let [spanTo, found] = [spanFrom, this.#breakFrom(start)];
    let span = spans[spanTo];
    for (; span !== undefined && span.role !== 'bound' && !comesFirst(found, span); span = spans[++spanTo]) {
      found = this.#breakFrom(span.end);
    }
    const isBound = span !== undefined && !comesFirst(found, span);
    const breaker = isBound ? span : found;
    const row = this.#rowBetween(start, breaker?.start ?? text.length, { spanFrom, spanTo, lineStart });
    if (breaker === undefined) this.#isAtEnd = true;
    else {
      this.#gap.add(text.slice(breaker.start, breaker.end), isBound);
      if (!isBound) this.#lineStart = breaker.end;
      this.#start = breaker.end;
      this.#spanFrom = spanTo + (isBound ? 1 : 0);
    }
    return row;
  }

  /** Leaves out white space at both ends, unless it is part of a protected span. */
  #rowBetween(
    start: number,
    end: number,
    place: Pick<TextRow, 'spanFrom' | 'spanTo' | 'lineStart'>,
  ): TextRow | undefined {
    const { text, spans } = this.#source;
    const { spanFrom, spanTo, lineStart } = place;
    const trimmed = text.slice(start, end).trimStart();
    const from = end - trimmed.length;
    const to = from + trimmed.trimEnd().length;
    const [first, last] = spanFrom < spanTo ? [spans[spanFrom], spans[spanTo - 1]] : [];
    const row = { start: Math.min(from, first?.start ?? from), end: Math.max(to, last?.end ?? to) };
    return row.end > row.start ? { ...row, lineStart, spanFrom, spanTo, gap: this.#gap.read() } : undefined;
  }

  #breakFrom(index: number): Span | undefined {
    if (this.#lineBreak !== undefined && this.#lineBreak.start < index) {
      lineBreak.lastIndex = index;
      const found = lineBreak.exec(this.#source.text);
      this.#lineBreak = found ? { start: found.index, end: lineBreak.lastIndex } : undefined;
    }
    return this.#lineBreak;
  }
}

function comesFirst(one: Span | undefined, other: Span): boolean {
  return one !== undefined && one.start < other.start;
}

class GapReader {
  #breaks = 0;
  #isSoft = true;
  #quote = '';
  #lastBound = '';

  add(text: string, isBound: boolean): void {
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

  /** Returns the gap before a row, and begins the next one. */
  read(): RowGap {
    const isSoft = this.#isSoft && this.#breaks === 1;
    const gap = { isSoft, quote: this.#quote, closesWithTag: this.#lastBound !== '' && tag.test(this.#lastBound) };
    this.#breaks = 0;
    this.#isSoft = true;
    this.#quote = '';
    this.#lastBound = '';
    return gap;
  }
}
