/** Texts that show in brackets which stretches of them are marks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findProtectedSpans } from '../../../../src/text/document/protected-spans/find-protected-spans.ts';
import { findInlineSpans } from '../../../../src/text/document/protected-spans/inline-spans.ts';
import type { ProtectedSpan } from '../../../../src/text/document/span.ts';

/** One test for each text: `⟦{name}⟧` is a mark that stands for a word, `〈😀〉` a point, and nothing else is a mark. */
export function testInlineSpans(claim: string, texts: readonly string[]): void {
  for (const marked of texts) {
    const text = marked.replaceAll(/[⟦⟧〈〉]/g, '');
    test(`${claim}: ${JSON.stringify(text)}`, () => {
      const { spans } = findInlineSpans(text);
      const shown = withMarks(text, spans, ({ role }, mark) => {
        assert.ok(role === 'word' || role === 'point', `an inline mark of role ${role}`);
        return role === 'word' ? `⟦${mark}⟧` : `〈${mark}〉`;
      });
      assert.equal(shown, marked);
    });
  }
}

/**
 * One test for each text, by what it shows. Marks are shown with the first letter of their role, halves of pairs with
 * the number of their pair: `⟦o1:<b>⟧casa⟦c1:</b>⟧` and `⟦w:{name}⟧`, also `b` for a bound and `p` for a point.
 */
export function testSpansOf(kind: string, texts: readonly (readonly [what: string, marked: string])[]): void {
  for (const [what, marked] of texts) {
    test(`the marks of ${kind}: ${what}`, () => {
      const text = marked.replaceAll(/⟦[wpb]:|⟦[oc]\d+:|⟧/g, '');
      const shown = withMarks(text, findProtectedSpans(text).spans, ({ role, pair }, mark) => {
        return `⟦${role.charAt(0)}${pair === undefined ? '' : pair + 1}:${mark}⟧`;
      });
      assert.equal(shown, marked);
    });
  }
}

function withMarks(
  text: string,
  marks: readonly ProtectedSpan[],
  show: (mark: ProtectedSpan, written: string) => string,
): string {
  let shown = '';
  let read = 0;
  for (const mark of marks) {
    shown += text.slice(read, mark.start) + show(mark, text.slice(mark.start, mark.end));
    read = mark.end;
  }
  return shown + text.slice(read);
}
