import { type Draft, merge } from './draft.ts';
import { readElements } from './elements.ts';
import { addEmphasis } from './emphasis.ts';
import { addEscapes } from './escapes.ts';
import { findInlineMarks } from './inline-marks.ts';
import type { Mark, MarkedText, SpelledCharacter } from './mark.ts';
import { readMarkup } from './markup.ts';
import { settle } from './nesting.ts';

/**
 * Finds what must come through a translation as it is: markup, code, addresses, placeholders and the like. What is not
 * clearly a mark is text, `<` in `a < b` included. Takes time in proportion to the length of `text`, whatever it holds.
 */
export function findMarks(text: string): MarkedText {
  const markup = readElements(text, readMarkup(text)).filter((draft) => draft.role !== undefined);
  const { marks, spelled } = findBetween(text, markup);
  const drafts = addEscapes(text, merge(markup, marks.map(draftOf)));
  return { marks: settle(addEmphasis(text, drafts), 0), spelled };
}

/** The marks that need no markup, in all that stands between `drafts`. */
function findBetween(text: string, drafts: readonly Draft[]): MarkedText {
  const marks: Mark[] = [];
  const spelled: SpelledCharacter[] = [];
  let from = 0;
  for (const { start, end } of [...drafts, { start: text.length, end: text.length }]) {
    const found = findInlineMarks(text, from, start);
    for (const mark of found.marks) marks.push(mark);
    for (const character of found.spelled) spelled.push(character);
    from = end;
  }
  return { marks, spelled };
}

function draftOf({ start, end, role, inner }: Mark): Draft {
  return { start, end, role, ...(inner && { inner }) };
}
