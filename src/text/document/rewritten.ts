/** A replacement of `length` units at `at` by `written` units. */
export type Edit = { readonly at: number; readonly length: number; readonly written: number };

/** The two ends of a span. An end inside a replaced piece moves to the start or the end of the piece. */
export type SpanEnd = 'start' | 'end';

/** A text that is changed in passes, and the edits of each pass. */
export class Rewritten {
  text: string;
  /** The edits of each pass, in order. */
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

/** Maps an offset in the text before all `passes` to the text after them. */
export function offsetAfter(passes: readonly (readonly Edit[])[], offset: number, side: SpanEnd): number {
  return passes.reduce((before, edits) => offsetAfterPass(edits, before, side), offset);
}

function offsetAfterPass(edits: readonly Edit[], offset: number, side: SpanEnd): number {
  let shift = 0;
  for (const { at, length, written } of edits) {
    if (at >= offset) break;
    if (at + length > offset) return at + shift + (side === 'start' ? 0 : written);
    shift += written - length;
  }
  return offset + shift;
}
