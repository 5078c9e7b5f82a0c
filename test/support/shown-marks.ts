import { findProtectedSpans } from '../../src/core/document/protected-spans/find-protected-spans.ts';

/** The marks of `text` as `role:mark`; halves of pairs with the number of their pair: `open1:<b>`. */
export function shownMarks(text: string): readonly string[] {
  return findProtectedSpans(text).spans.map(({ role, pair, start, end }) => {
    return `${role}${pair === undefined ? '' : pair + 1}:${text.slice(start, end)}`;
  });
}
