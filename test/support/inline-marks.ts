import assert from 'node:assert/strict';
import { findInlineSpans } from '../../src/text/document/protected-spans/inline-spans.ts';

/** Returns the inline tags of a text as written, those of role `point` in angle brackets: `〈😀〉`. */
export function inlineMarks(text: string): readonly string[] {
  return findInlineSpans(text).spans.map(({ role, start, end }) => {
    assert.ok(role === 'word' || role === 'point', `an inline mark of role ${role}`);
    return role === 'point' ? `〈${text.slice(start, end)}〉` : text.slice(start, end);
  });
}
