import type { Span, SpanRole } from '../span.ts';
import type { Tag } from './tag.ts';

/** A candidate for a protected span: later finders may change its role. */
export type Draft = {
  readonly start: number;
  readonly end: number;
  /** Undefined while unknown, and at the end if the span is text. */
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

/** Merges two lists of drafts that are in the order of the text. */
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
