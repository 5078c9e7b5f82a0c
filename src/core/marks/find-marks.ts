import { type Draft, merge } from './draft.ts';
import { readElements } from './elements.ts';
import { addEmphasis } from './emphasis.ts';
import { addBlanks, addEscapes } from './escapes.ts';
import { findTextsOfFile } from './files.ts';
import { glueTags } from './formulas.ts';
import { findInlineMarks } from './inline-marks.ts';
import type { Mark, MarkedText, SpelledCharacter } from './mark.ts';
import { readMarkup } from './markup.ts';
import { settle } from './nesting.ts';

/**
 * Finds what must come through a translation as it is: markup, code, addresses, placeholders and the like. What is not
 * clearly a mark is text, `<` in `a < b` included. Takes time in proportion to the length of `text`, whatever it holds.
 */
export function findMarks(text: string): MarkedText {
  const values = findTextsOfFile(text);
  if (!values) return findMarksOfText(text, 0);
  const marks: Mark[] = [];
  const spelled: SpelledCharacter[] = [];
  let from = 0;
  for (const { start, end } of values) {
    bound(marks, from, start);
    const found = findMarksOfText(text.slice(start, end), marks.length);
    for (const mark of found.marks) marks.push(moved(mark, start));
    for (const character of found.spelled) spelled.push(moved(character, start));
    from = end;
  }
  bound(marks, from, text.length);
  return { marks, spelled };
}

function bound(marks: Mark[], start: number, end: number): void {
  if (end > start) marks.push({ start, end, role: 'bound' });
}

function moved<T extends Mark | SpelledCharacter>(found: T, by: number): T {
  const inner = 'inner' in found && found.inner?.map(({ start, end }) => ({ start: start + by, end: end + by }));
  return { ...found, start: found.start + by, end: found.end + by, ...(inner && { inner }) };
}

/** @param firstPair the number of the first pair */
function findMarksOfText(text: string, firstPair: number): MarkedText {
  const markup = glueTags(
    text,
    readElements(text, readMarkup(text)).filter((draft) => draft.role !== undefined),
  );
  const { marks, spelled } = findBetween(text, markup);
  const escapes = addEscapes(
    text,
    merge(
      markup,
      marks.map((mark) => draftOf(mark, text)),
    ),
  );
  const drafts = addEmphasis(text, addBlanks(text, escapes.drafts));
  const bySpelling =
    escapes.spelled.length > 0 ? [...spelled, ...escapes.spelled].toSorted((a, b) => a.start - b.start) : spelled;
  return { marks: settle(drafts, firstPair), spelled: bySpelling };
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

const lineBreak = /^\\(?:r\\n|[nr])$/;

function draftOf({ start, end, role, inner }: Mark, text: string): Draft {
  const isBreak = role === 'point' && end - start <= 4 && lineBreak.test(text.slice(start, end));
  return { start, end, role: isBreak ? 'bound' : role, ...(inner && { inner }) };
}
