import { type Block, firstChangeFrom } from './block.ts';
import { characterAt, characterBefore, isUnspaced } from './scripts.ts';
import type { ProtectedSpan } from './span.ts';
import type { TokenRole } from './token.ts';

/** A span of a block: text as an engine reads it, or a span that a token will replace. */
export type Inline = {
  readonly role: TokenRole | 'text';
  /** Offsets of the block's `shown`. */
  readonly from: number;
  readonly to: number;
  /** Only for text: the text. */
  readonly text: string;
  readonly span?: ProtectedSpan;
};

/**
 * White space other than one plain space; characters that engines lose or translate badly; leaders in a table of contents
 * or a form.
 */
const odd = /\s{2,}|[^\S ]|[\p{Cc}\p{Cs}\u00AD\uFDD0-\uFDEF\uFFFE\uFFFF]+|[.…·]{4,}|_{3,}|[-=~*#]{4,}/gu;
const oddOnce = new RegExp(odd.source, 'u');
const space = /^\s/;
const lineBreak = /[\n\r]/;

/** Whether `text` needs no tokens for an engine. */
export function isPlain(text: string): boolean {
  return !oddOnce.test(text);
}

/** Cuts `shown` between two offsets into items, in order; none is empty. */
export function inlinesBetween(block: Block, start: number, end: number): readonly Inline[] {
  const items: Inline[] = [];
  const { shown, changes } = block;
  let from = start;
  for (let index = firstChangeFrom(changes, start); index < changes.length; index++) {
    const change = changes[index];
    if (change === undefined || change.at >= end) break;
    if (change.kind === 'spelled') continue;
    addText(items, shown, { from, to: change.at });
    from = change.at + change.length;
    const { role, span } = change;
    items.push({ role, from: change.at, to: from, text: '', ...(span && { span }) });
  }
  addText(items, shown, { from, to: end });
  return items;
}

function addText(items: Inline[], shown: string, { from, to }: { from: number; to: number }): void {
  if (from >= to) return;
  const text = shown.slice(from, to);
  let passed = 0;
  const add = (end: number): void => {
    if (end > passed) items.push({ role: 'text', from: from + passed, to: from + end, text: text.slice(passed, end) });
  };
  for (const { 0: found, index } of text.matchAll(odd)) {
    add(index);
    passed = index + found.length;
    const span = { from: from + index, to: from + passed };
    items.push({ role: oddRole(shown, found, span), ...span, text: '' });
  }
  add(text.length);
}

function oddRole(shown: string, found: string, { from, to }: { from: number; to: number }): TokenRole {
  if (!space.test(found)) return 'point';
  // In scripts without spaces between words, a line break is not a space.
  const isWrap =
    lineBreak.test(found) && isUnspaced(characterBefore(shown, from)) && isUnspaced(characterAt(shown, to));
  return isWrap ? 'point' : 'space';
}
