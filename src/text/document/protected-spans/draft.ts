import type { ProtectedSpan, Span, SpanRole, SpelledCharacter } from '../span.ts';
import type { Tag } from './tag.ts';

/** A candidate for a protected span: later finders may change its role. */
export type SpanDraft = {
  readonly start: number;
  readonly end: number;
  /** Undefined while unknown. If it stays undefined, the span is text. */
  role: SpanRole | undefined;
  partner?: SpanDraft;
  readonly tag?: Tag;
  readonly inner?: readonly Span[];
};

export type Drafted = { readonly drafts: readonly SpanDraft[]; readonly spelled: readonly SpelledCharacter[] };

export function join(open: SpanDraft, close: SpanDraft): void {
  open.role = 'open';
  close.role = 'close';
  open.partner = close;
  close.partner = open;
}

/**
 * Turns drafts, in order and without overlaps, into protected spans. Numbers pairs from `firstPair` on. A half without
 * its other half becomes a point; of two crossing pairs, the later becomes two points.
 */
export function settle(drafts: readonly SpanDraft[], firstPair: number): readonly ProtectedSpan[] {
  if (drafts.length === 0) return [];
  dissolveCrossing(drafts);
  const open: number[] = [];
  const spans: ProtectedSpan[] = [];
  let nextPair = firstPair;
  for (const draft of drafts) {
    const { start, end, role } = draft;
    if (role === 'open') open.push(nextPair++);
    const pair = role === 'open' ? open.at(-1) : role === 'close' ? open.pop() : undefined;
    if (isSpan(draft)) spans.push(draft);
    else if (role !== undefined) spans.push(pair === undefined ? { start, end, role } : { start, end, role, pair });
  }
  return spans;
}

/** Most drafts are already spans. Copying thousands of them would take most of the time. */
function isSpan(draft: SpanDraft): draft is SpanDraft & ProtectedSpan {
  return draft.role !== undefined && draft.partner === undefined && draft.tag === undefined;
}

function dissolveCrossing(drafts: readonly SpanDraft[]): void {
  const opened: SpanDraft[] = [];
  const waiting = new Set<SpanDraft>();
  for (const draft of drafts) {
    if (draft.role === 'open') {
      opened.push(draft);
      waiting.add(draft);
    } else if (draft.role === 'close') closePair(draft, opened, waiting);
  }
  for (const open of opened) open.role = 'point';
}

function closePair(close: SpanDraft, opened: SpanDraft[], waiting: Set<SpanDraft>): void {
  const { partner } = close;
  if (partner === undefined || !waiting.has(partner)) {
    close.role = 'point';
    return;
  }
  for (let open = opened.pop(); open !== undefined && open !== partner; open = opened.pop()) {
    open.role = 'point';
    waiting.delete(open);
  }
  waiting.delete(partner);
}
