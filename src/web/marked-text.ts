import { html } from 'hono/html';
import type { Span } from '../text/document/span.ts';
import type { Piece } from './page.ts';

/** A text with some spans highlighted; of two that overlap, only the first. */
export function markedText(text: string, spans: readonly Span[]): Piece {
  const pieces: (Piece | string)[] = [];
  let from = 0;
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    if (start < from || end > text.length) continue;
    pieces.push(text.slice(from, start), html`<mark>${text.slice(start, end)}</mark>`);
    from = end;
  }
  pieces.push(text.slice(from));
  return html`${pieces}`;
}
