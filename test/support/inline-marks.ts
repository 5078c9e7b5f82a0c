import assert from 'node:assert/strict';
import { findInlineMarks } from '../../src/core/marks/inline-marks.ts';

/** Returns the inline tags of a text as written, those of role `point` in angle brackets: `〈😀〉`. */
export function inlineMarks(text: string): readonly string[] {
  return findInlineMarks(text, 0, text.length).marks.map(({ role, start, end }) => {
    assert.ok(role === 'word' || role === 'point', `an inline mark of role ${role}`);
    return role === 'point' ? `〈${text.slice(start, end)}〉` : text.slice(start, end);
  });
}
