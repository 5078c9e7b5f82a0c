import type { Span } from '../span.ts';
import { join, type SpanDraft } from './draft.ts';
import { isBound, isPhrasing, isPoint } from './html-names.ts';
import type { Tag } from './tag.ts';

/** Roles of elements instead of those of HTML, by their names in lower case. */
export type ElementRoles = {
  /** Elements that stay as they are, with their content. */
  readonly opaque: ReadonlySet<string>;
  /** Elements outside of sentences. */
  readonly bounds: ReadonlySet<string>;
  /** Elements inside sentences. */
  readonly phrasing: ReadonlySet<string>;
};

/** Pairs tags and sets roles. An element that forbids its translation is one span. Drops drafts without role. */
export function readElements(text: string, drafts: readonly SpanDraft[], roles?: ElementRoles): readonly SpanDraft[] {
  if (drafts.length === 0) return drafts;
  if (!drafts.some((draft) => draft.tag)) return drafts.filter(({ role }) => role !== undefined);
  pairTags(drafts);
  if (roles) for (const draft of drafts) draft.role = roleAmong(roles, draft);
  const marked = drafts.filter((draft) => draft.tag || draft.role !== undefined);
  for (const [index, draft] of marked.entries()) {
    if (draft.tag && draft.role === undefined) decide(draft, { text, marked, index });
  }
  for (const draft of marked) agree(draft);
  return glueTags(text, gatherOpaque(marked, roles?.opaque));
}

function roleAmong({ bounds, phrasing }: ElementRoles, { tag, role, partner }: SpanDraft): SpanDraft['role'] {
  const name = tag?.name.toLowerCase() ?? '';
  if (!tag || !(bounds.has(name) || phrasing.has(name))) return role;
  if (bounds.has(name)) return 'bound';
  return partner ? halfOf(tag) : 'point';
}

/** Pairs each closing tag with the last open tag of its name. Tags opened after that one stay unpaired. */
function pairTags(drafts: readonly SpanDraft[]): void {
  const opened: SpanDraft[] = [];
  const counts = new Map<string, number>();
  for (const draft of drafts) {
    if (draft.tag?.kind === 'open') {
      opened.push(draft);
      counts.set(draft.tag.name, (counts.get(draft.tag.name) ?? 0) + 1);
    } else if (draft.tag?.kind === 'close' && (counts.get(draft.tag.name) ?? 0) > 0) {
      pairWithLast(draft, opened, counts);
    }
  }
}

function pairWithLast(close: SpanDraft, opened: SpanDraft[], counts: Map<string, number>): void {
  for (let open = opened.pop(); open?.tag; open = opened.pop()) {
    counts.set(open.tag.name, (counts.get(open.tag.name) ?? 0) - 1);
    if (open.tag.name !== close.tag?.name) continue;
    open.partner = close;
    close.partner = open;
    return;
  }
}

type Place = { readonly text: string; readonly marked: readonly SpanDraft[]; readonly index: number };

function decide(draft: SpanDraft, place: Place): void {
  const { tag, partner } = draft;
  if (!tag) return;
  if (tag.kind === 'empty' && !isPoint(tag.name) && isWord(place.text, draft)) draft.role = 'word';
  else if (isPhrasing(tag.name)) draft.role = partner ? halfOf(tag) : 'point';
  else if (partner) draft.role = hasEdge(draft, place, tag.kind === 'open' ? -1 : 1) ? 'bound' : halfOf(tag);
  else if (hasEdge(draft, place, -1) && hasEdge(draft, place, 1)) draft.role = 'bound';
  // A tag without closing tag and attributes is a placeholder: "Hello <name>".
  else draft.role = tag.kind === 'open' && !tag.hasAttributes ? 'word' : 'point';
}

const wordBefore = /(?:^|[\s([{"“‘'«¿¡])$/;
const wordAfter = /^(?:[,;:.!?…)\]}"”’'»]| \p{Ll})/u;

/** Whether an empty element is where a word would be: "Hello <1/>, welcome", unlike "Home <1/> Contact". */
function isWord(text: string, { start, end }: SpanDraft): boolean {
  return wordBefore.test(text.slice(Math.max(0, start - 1), start)) && wordAfter.test(text.slice(end, end + 3));
}

function halfOf(tag: Tag): 'open' | 'close' {
  return tag.kind === 'open' ? 'open' : 'close';
}

/** Whether the line ends on this side of the tag, or a bound follows. */
function hasEdge(draft: SpanDraft, { text, marked, index }: Place, direction: -1 | 1): boolean {
  const neighbour = marked[index + direction];
  const from = direction < 0 ? (neighbour?.end ?? 0) : draft.end;
  const to = direction < 0 ? draft.start : (neighbour?.start ?? text.length);
  const between = text.slice(from, to);
  const lineBreak = direction < 0 ? between.lastIndexOf('\n') : between.indexOf('\n');
  if (lineBreak >= 0) return between.slice(...(direction < 0 ? [lineBreak] : [0, lineBreak])).trim() === '';
  if (between.trim() !== '') return false;
  if (neighbour === undefined || neighbour.role === 'bound') return true;
  return neighbour.tag !== undefined && !isPhrasing(neighbour.tag.name);
}

/** Makes an element part of running text if one of its tags is. */
function agree(draft: SpanDraft): void {
  const { partner, tag } = draft;
  if (!partner || tag?.kind !== 'open' || isBound(tag.name)) return;
  if (draft.role !== 'bound' || partner.role !== 'bound') join(draft, partner);
}

function gatherOpaque(drafts: readonly SpanDraft[], names?: ReadonlySet<string>): SpanDraft[] {
  const gathered: SpanDraft[] = [];
  let until = 0;
  for (const draft of drafts) {
    if (draft.start < until) continue;
    const { partner, tag } = draft;
    const isOpaque = tag?.isOpaque || names?.has(tag?.name.toLowerCase() ?? '');
    if (tag?.kind === 'open' && isOpaque && partner) {
      until = partner.end;
      gathered.push({ start: draft.start, end: until, role: draft.role === 'bound' ? 'bound' : 'word' });
    } else gathered.push(draft);
  }
  return gathered;
}

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
function glueTags(text: string, drafts: readonly SpanDraft[]): readonly SpanDraft[] {
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
