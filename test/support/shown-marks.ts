import { findProtectedSpans } from '../../src/text/document/protected-spans/find-protected-spans.ts';

/** Returns the tags of `text` as `role:tag`; halves of pairs with the number of their pair: `open1:<b>`. */
export function shownMarks(text: string): readonly string[] {
  return findProtectedSpans(text).spans.map(({ role, pair, start, end }) => {
    return `${role}${pair === undefined ? '' : pair + 1}:${text.slice(start, end)}`;
  });
}
