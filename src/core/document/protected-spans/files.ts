import type { Span } from '../span.ts';
import { findCells } from './cells.ts';
import { findMessages } from './gettext.ts';
import { findJsonValues } from './json-values.ts';
import { findKeyedValues } from './key-lines.ts';
import { findSpokenLines } from './subtitles.ts';

/**
 * The texts in a file of keys and values, a message catalogue or a subtitle script. Each is a separate text, and nothing
 * else in the file is translated. Undefined if `text` is none of these.
 */
export function findTextsOfFile(text: string): readonly Span[] | undefined {
  return (
    findJsonValues(text) ?? findMessages(text) ?? findSpokenLines(text) ?? findKeyedValues(text) ?? findCells(text)
  );
}
