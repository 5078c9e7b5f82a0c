import type { Span } from '../span.ts';
import type { SpanDraft } from './draft.ts';

/** Longest part of a formula or name, in UTF-16 units. */
const partLengthMax = 30;

const formulaCharacter = /[\p{L}\p{N}()[\]=+−·^]/u;
const programCharacter = /[\w.]/;
/** The end of a word, too long for a formula, and the number of a note. */
const longWord = /\p{L}{4}$/u;
const noteNumber = /^\[?(?:\d{1,3}|[a-z*†‡])\]?$/;

/**
 * Makes a word with tags inside one span: "H<sub>2</sub>O", "List<String>". A raised number after a longer word is the
 * number of a note, and becomes a point.
 */
export function glueTags(text: string, drafts: readonly SpanDraft[]): readonly SpanDraft[] {
  if (!drafts.some(({ tag }) => tag)) return drafts;
  const gluing = { text, drafts, glued: [] };
  for (let index = 0; index < drafts.length; ) index = glueAt(gluing, index);
  return gluing.glued;
}

type Gluing = { readonly text: string; readonly drafts: readonly SpanDraft[]; readonly glued: SpanDraft[] };

/** @returns the index of the next draft to check */
function glueAt({ text, drafts, glued }: Gluing, index: number): number {
  const draft = drafts[index];
  if (!draft) return index + 1;
  if (isShifted(text, drafts, index)) return glueFormula({ text, drafts, glued }, index);
  const isType = draft.tag && draft.role === 'word';
  const start = isType ? leftEdge(text, draft.start, { glued, pattern: programCharacter }) : draft.start;
  glued.push(start < draft.start ? { start, end: draft.end, role: 'word' } : draft);
  return index + 1;
}

/** Whether this draft and the next one enclose a raised or lowered part without white space. */
function isShifted(text: string, drafts: readonly SpanDraft[], index: number): boolean {
  const [open, close] = [drafts[index], drafts[index + 1]];
  if (!open || !close || open.role !== 'open' || open.partner !== close || !/^su[bp]$/.test(open.tag?.name ?? ''))
    return false;
  return close.start - open.end <= partLengthMax && /^\S+$/.test(text.slice(open.end, close.start));
}

function glueFormula({ text, drafts, glued }: Gluing, index: number): number {
  const [open, close] = [drafts[index], drafts[index + 1]];
  if (!open || !close) return index + 1;
  const start = leftEdge(text, open.start, { glued, pattern: formulaCharacter });
  let next = index + 2;
  const before = text.slice(start, open.start);
  if (noteNumber.test(text.slice(open.end, close.start)) && (before === '' || longWord.test(before))) {
    glued.push({ start: open.start, end: close.end, role: 'point' });
    return next;
  }
  let end = rightEdge(text, close.end, drafts[next]?.start);
  for (; drafts[next]?.start === end && isShifted(text, drafts, next); next += 2) {
    end = rightEdge(text, drafts[next + 1]?.end ?? end, drafts[next + 2]?.start);
  }
  if (start === open.start && end === close.end) glued.push(open, close);
  else glued.push({ ...balanced(text, start, end), role: 'word' });
  return next;
}

/** Removes parentheses at the ends that do not belong to the formula. */
function balanced(text: string, start: number, end: number): Span {
  const formula = text.slice(start, end);
  const depth = formula.split('(').length - formula.split(')').length;
  const [opens, closes] = [formula.startsWith('('), formula.endsWith(')')];
  // The parentheses belong to the sentence: "(H<sub>2</sub>O)".
  const isEnclosed = depth === 0 && opens && closes && !/[()]/.test(formula.slice(1, -1));
  return {
    start: isEnclosed || (depth > 0 && opens) ? start + 1 : start,
    end: isEnclosed || (depth < 0 && closes) ? end - 1 : end,
  };
}

type Left = { readonly glued: readonly SpanDraft[]; readonly pattern: RegExp };

function leftEdge(text: string, from: number, { glued, pattern }: Left): number {
  const floor = Math.max(glued.at(-1)?.end ?? 0, from - partLengthMax);
  let start = from;
  while (start > floor && pattern.test(text.charAt(start - 1))) start--;
  return start;
}

function rightEdge(text: string, from: number, ceiling = text.length): number {
  let end = from;
  while (end < ceiling && end - from < partLengthMax && formulaCharacter.test(text.charAt(end))) end++;
  return end;
}
