import { html } from 'hono/html';
import type { Span } from '../text/document/span.ts';
import type { Piece } from './page.ts';

/**
 * A text with some spans highlighted; of two that overlap, only the first.
 *
 * @param note follows the words of a span; `index` is its place among `spans` by their starts
 */
export function markedText(text: string, spans: readonly Span[], note = (_index: number): Piece | string => ''): Piece {
  const pieces: (Piece | string)[] = [];
  let from = 0;
  for (const [index, { start, end }] of spans.toSorted((one, other) => one.start - other.start).entries()) {
    if (start < from || end > text.length) continue;
    pieces.push(text.slice(from, start), html`<mark>${text.slice(start, end)}${note(index)}</mark>`);
    from = end;
  }
  pieces.push(text.slice(from));
  return html`${pieces}`;
}
