import assert from 'node:assert/strict';
import { findInlineSpans } from '../../src/core/document/protected-spans/inline-spans.ts';

/** The inline marks of a whole text as they are written there, those of role `point` in angles: `〈😀〉`. */
export function inlineMarks(text: string): readonly string[] {
  return findInlineSpans(text, 0, text.length).spans.map(({ role, start, end }) => {
    assert.ok(role === 'word' || role === 'point', `an inline mark of role ${role}`);
    return role === 'point' ? `〈${text.slice(start, end)}〉` : text.slice(start, end);
  });
}
