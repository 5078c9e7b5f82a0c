import type { Block } from './block.ts';
import { characterAt, characterBefore, isUnspaced } from './scripts.ts';
import { firstFrom, type ProtectedSpan, type Span } from './span.ts';
import type { TokenRole } from './token.ts';
import { UnitKinds } from './unit-kinds.ts';

/** A span of a block's `shown`: text for the engine, or a span that a token replaces. */
export type Inline = Span & {
  readonly role: TokenRole | 'text';
  /** Empty unless the role is `text`. */
  readonly text: string;
  readonly span?: ProtectedSpan;
};

/** White space other than one plain space; characters that engines lose; leaders of tables of contents and forms. */
const odd = /\s{2,}|[^\S ]|[\p{Cc}\p{Cs}\u00AD\uFDD0-\uFDEF\uFFFE\uFFFF]+|[.…·]{4,}|_{3,}|[-=~*#]{4,}/gu;
const oddOnce = new RegExp(odd.source, 'u');
/** Units that are odd alone, and signs that are odd in a row. Few texts contain any. */
const kinds = new UnitKinds(/[^\S ]|[\p{Cc}\p{Cs}\u00AD\uFDD0-\uFDEF\uFFFE\uFFFF]/u, /[.…·_\-=~*#]/);
const space = /^\s/;
const lineBreak = /[\n\r]/;

/** Whether `text` needs no tokens. */
export function isPlain(text: string): boolean {
  const { known } = kinds;
  let last = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const kind = (known[unit] || kinds.learn(unit)) - 1;
    if (kind === 1 || (kind === 2 && last === 2)) return !oddOnce.test(text);
    last = kind;
  }
  return !text.includes('  ');
}

/** Cuts `shown` between two offsets into non-empty items, in order. */
export function inlinesBetween(block: Block, start: number, end: number): readonly Inline[] {
  const items: Inline[] = [];
  const { shown, changes } = block;
  let from = start;
  for (let index = firstFrom(changes, start); index < changes.length; index++) {
    const change = changes[index];
    if (change === undefined || change.start >= end) break;
    if (!('role' in change.from)) continue;
    addText(items, shown, { start: from, end: change.start });
    from = change.end;
    const { role, span } = change.from;
    items.push({ role, start: change.start, end: from, text: '', ...(span && { span }) });
  }
  addText(items, shown, { start: from, end });
  return items;
}

function addText(items: Inline[], shown: string, { start, end }: Span): void {
  if (start >= end) return;
  const text = shown.slice(start, end);
  let passed = 0;
  const add = (to: number): void => {
    if (to > passed) items.push({ role: 'text', start: start + passed, end: start + to, text: text.slice(passed, to) });
  };
  if (isPlain(text)) return add(text.length);
  for (const { 0: found, index } of text.matchAll(odd)) {
    add(index);
    passed = index + found.length;
    const span = { start: start + index, end: start + passed };
    items.push({ role: oddRole(shown, found, span), ...span, text: '' });
  }
  add(text.length);
}

function oddRole(shown: string, found: string, { start, end }: Span): TokenRole {
  if (!space.test(found)) return 'point';
  // In scripts without spaces between words, a line break is not a space.
  const isWrap =
    lineBreak.test(found) && isUnspaced(characterBefore(shown, start)) && isUnspaced(characterAt(shown, end));
  return isWrap ? 'point' : 'space';
}
