import assert from 'node:assert/strict';
import { findInlineMarks } from '../../src/core/marks/inline-marks.ts';

/** The inline marks of a whole text as they are written there, those of role `point` in angles: `〈😀〉`. */
export function inlineMarks(text: string): readonly string[] {
  return findInlineMarks(text, 0, text.length).marks.map(({ role, start, end }) => {
    assert.ok(role === 'word' || role === 'point', `an inline mark of role ${role}`);
    return role === 'point' ? `〈${text.slice(start, end)}〉` : text.slice(start, end);
  });
}
