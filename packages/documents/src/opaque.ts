/** What a parser must not read although it is in a text: code of template engines, formulas. */
import type { Piece } from './codes.ts';
import type { Place } from './skeleton.ts';

export type OpaqueSpan = Place & { readonly kind: 'word' | 'point' };

/** `end`: no match is possible after the last one of it, so that a search for an end that is not there is not repeated. */
export type OpaquePattern = { readonly pattern: RegExp; readonly end: string };

/** Printed values stand for a word. Other code is a point. */
export const templatePatterns: readonly OpaquePattern[] = [
  { pattern: /<%[^]*?%>/g, end: '%>' },
  { pattern: /<\?(?:php|=)[^]*?\?>/g, end: '?>' },
  { pattern: /\{\{\{?[^{}]*\}\}\}?/g, end: '}}' },
  { pattern: /\{%[^{}]*%\}/g, end: '%}' },
];
const codeWithoutValue = /^(?:<%(?!=)|<\?php|\{%|\{\{[<%#/!~]|\{\{-?\s*(?:else|end|if|range|with)\b)/;

/** A text in which letters replace the opaque spans, except for white space, so that offsets and lines stay. */
export class MaskedText {
  readonly text: string;
  readonly #spans: readonly OpaqueSpan[];

  constructor(text: string, patterns: readonly OpaquePattern[]) {
    const found = patterns.flatMap(({ pattern, end }) =>
      Array.from(text.slice(0, text.lastIndexOf(end) + end.length).matchAll(pattern), spanOf),
    );
    found.sort((one, other) => one.start - other.start);
    const spans: OpaqueSpan[] = [];
    const parts: string[] = [];
    let copied = 0;
    for (const span of found) {
      if (span.start < copied) continue;
      spans.push(span);
      parts.push(text.slice(copied, span.start), text.slice(span.start, span.end).replaceAll(/\S/g, 'x'));
      copied = span.end;
    }
    this.#spans = spans;
    this.text = parts.join('') + text.slice(copied);
  }

  /** Cuts a place at the spans, which become codes, and reads what is between them. */
  pieces(place: Place, read: (between: Place) => readonly Piece[]): readonly Piece[] {
    const pieces: Piece[] = [];
    let { start } = place;
    for (let index = this.#firstEndingAfter(start); start < place.end; index++) {
      const span = this.#spans[index];
      const end = Math.min(span?.start ?? place.end, place.end);
      for (const piece of end > start ? read({ start, end }) : []) pieces.push(piece);
      if (span === undefined || span.start >= place.end) break;
      pieces.push({ kind: span.kind, start: Math.max(start, span.start), end: Math.min(span.end, place.end) });
      start = span.end;
    }
    return pieces;
  }

  #firstEndingAfter(offset: number): number {
    let low = 0;
    let high = this.#spans.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#spans[middle] as OpaqueSpan).end <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function spanOf({ 0: raw, index: start }: RegExpExecArray): OpaqueSpan {
  return { kind: codeWithoutValue.test(raw) ? 'point' : 'word', start, end: start + raw.length };
}
