import type { Mark, MarkedText, Span } from '../marks/mark.ts';

/** A text with its marks. */
export type Source = MarkedText & { readonly text: string };

/** A line of a text, or the part of one that stands between two marks that bound sentences; without outer white space. */
export type Row = {
  readonly start: number;
  readonly end: number;
  /** Where the line begins that the row stands in. */
  readonly lineStart: number;
  /** Which marks of the text stand in it, the last exclusive; none of them is a bound. */
  readonly markFrom: number;
  readonly markTo: number;
  readonly gap: Gap;
};

/** What stands between a row and the one before it. */
export type Gap = {
  /** A single line break and nothing else than white space and the signs of a quoted mail. */
  readonly isSoft: boolean;
  /** The signs of a quoted mail before the row, without white space: `>>`. */
  readonly quote: string;
  /** Whether a tag bounds the row before it, and this row. */
  readonly opensWithTag: boolean;
  readonly closesWithTag: boolean;
};

/** Line breaks of all kinds (source: UAX #14); those of form feeds and Unicode's separators are meant, never wraps. */
const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
const wrap = /^[\r\n]/;
const quoteSigns = /^\s*(?:>\s*)+$/;

/**
 * Reads the rows of a text one after another.
 *
 * @returns to be called again and again; undefined when there are no more
 */
export function rowReader({ text, marks }: Source): () => Row | undefined {
  const breaks = breakFinder(text);
  let at = 0;
  let markIndex = 0;
  let lineStart = 0;

  return () => {
    const gap = new GapReader();
    while (at <= text.length) {
      const start = at;
      const markFrom = markIndex;
      const breaker = nextBreaker();
      const markTo = markIndex;
      const stretch = { start, end: breaker?.start ?? text.length };
      const trimmed = trim(text, stretch, marks.slice(markFrom, markTo));
      if (trimmed.end > trimmed.start) {
        // What ends the row belongs to the gap before the next one, and is read again.
        at = breaker === undefined ? text.length + 1 : breaker.start;
        return { ...trimmed, lineStart, markFrom, markTo, gap: gap.read() };
      }
      pass(breaker, gap);
    }
    return undefined;
  };

  /** Moves over marks inside the row; the first bound or line break ends it. */
  function nextBreaker(): Breaker | undefined {
    for (let from = at; ; ) {
      const found = breaks(from);
      const mark = marks[markIndex];
      if (mark === undefined || (found !== undefined && found.start < mark.start)) return found;
      if (mark.role === 'bound') return { start: mark.start, end: mark.end, mark };
      from = mark.end;
      markIndex++;
    }
  }

  function pass(breaker: Breaker | undefined, gap: GapReader): void {
    if (breaker === undefined) {
      at = text.length + 1;
      return;
    }
    at = breaker.end;
    const passed = text.slice(breaker.start, breaker.end);
    if (breaker.mark) {
      markIndex++;
      gap.addBound(passed);
    } else {
      lineStart = breaker.end;
      gap.addBreak(passed);
    }
  }
}

type Breaker = { readonly start: number; readonly end: number; readonly mark?: Mark };

/** Finds the next line break at or after an index that never falls: each stretch is searched once. */
function breakFinder(text: string): (from: number) => Breaker | undefined {
  let found: Breaker | undefined = { start: -1, end: -1 };
  return (from) => {
    if (found === undefined || found.start >= from) return found;
    lineBreak.lastIndex = from;
    const match = lineBreak.exec(text);
    found = match ? { start: match.index, end: match.index + match[0].length } : undefined;
    return found;
  };
}

/** Without the white space at both ends, unless it is part of a mark. */
function trim(text: string, { start, end }: Span, marks: readonly Mark[]): Span {
  const trimmed = text.slice(start, end).trimStart();
  const from = end - trimmed.length;
  const to = from + trimmed.trimEnd().length;
  return { start: Math.min(from, marks[0]?.start ?? from), end: Math.max(to, marks.at(-1)?.end ?? to) };
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
