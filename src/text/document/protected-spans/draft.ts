import type { Span, SpanRole, SpelledCharacter } from '../span.ts';
import type { Tag } from './tag.ts';

/** A candidate for a protected span: later finders may change its role. */
export type SpanDraft = {
  readonly start: number;
  readonly end: number;
  /** Undefined while unknown, and at the end if the span is text. */
  role: SpanRole | undefined;
  /** Of `open` and `close`: the other half. */
  partner?: SpanDraft;
  readonly tag?: Tag;
  readonly inner?: readonly Span[];
};

/** Drafts, and the spelled characters that were found with them, each in order. */
export type Drafted = { readonly drafts: readonly SpanDraft[]; readonly spelled: readonly SpelledCharacter[] };

/** Makes two drafts the halves of one pair. */
export function join(open: SpanDraft, close: SpanDraft): void {
  open.role = 'open';
  close.role = 'close';
  open.partner = close;
  close.partner = open;
}
