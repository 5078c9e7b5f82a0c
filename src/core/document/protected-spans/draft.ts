import type { Span, SpanRole } from '../span.ts';
import type { Tag } from './tag.ts';

/** A span on its way to becoming a protected span: finders that come later may still change what it is. */
export type Draft = {
  readonly start: number;
  readonly end: number;
  /** Undefined where it is not known yet, and in the end where it turned out to be text. */
  role: SpanRole | undefined;
  /** Of `open` and `close`: the other half. */
  partner?: Draft;
  readonly tag?: Tag;
  readonly inner?: readonly Span[];
};

/** Makes two drafts the halves of one pair. */
export function join(open: Draft, close: Draft): void {
  open.role = 'open';
  close.role = 'close';
  open.partner = close;
  close.partner = open;
}

/** The drafts of two lists that are each in the order of the text, in that order. */
export function merge(some: readonly Draft[], others: readonly Draft[]): Draft[] {
  if (some.length === 0 || others.length === 0) return [...some, ...others];
  const merged: Draft[] = [];
  let next = 0;
  for (const draft of some) {
    for (let other = others[next]; other !== undefined && other.start < draft.start; other = others[++next]) {
      merged.push(other);
    }
    merged.push(draft);
  }
  return merged.concat(others.slice(next));
}
