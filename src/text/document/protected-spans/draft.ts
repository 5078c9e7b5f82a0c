import type { Span, SpanRole, SpelledCharacter } from '../span.ts';
import type { Tag } from './tag.ts';

/** A candidate for a protected span: later finders may change its role. */
export type SpanDraft = {
  readonly start: number;
  readonly end: number;
  /** Undefined while unknown. If it stays undefined, the span is text. */
  role: SpanRole | undefined;
  /** The other half of `open` and `close`. */
  partner?: SpanDraft;
  readonly tag?: Tag;
  readonly inner?: readonly Span[];
};

/** Drafts and spelled characters, each in order. */
export type Drafted = { readonly drafts: readonly SpanDraft[]; readonly spelled: readonly SpelledCharacter[] };

/** Makes two drafts the halves of one pair. */
export function join(open: SpanDraft, close: SpanDraft): void {
  open.role = 'open';
  close.role = 'close';
  open.partner = close;
  close.partner = open;
}
