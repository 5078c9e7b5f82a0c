import { readToken, tokenPattern, writeToken } from '../document/token.ts';
import type { SegmentEntry } from '../engine/engine.ts';

/** A sentence for an engine: plain, or with its glossary entries tagged. */
export type EngineSegment = string | SegmentWithEntries;

/** Two segments are equal if all their fields are equal. */
export type SegmentWithEntries = {
  /** The sentence with the tokens of its entries. */
  readonly text: string;
  /** In the order of the sentence; at least one. */
  readonly entries: readonly SegmentEntry[];
  /** Whether no other variant follows if this one fails a check. */
  readonly isLastTry: boolean;
};

export function segmentText(segment: EngineSegment): string {
  return typeof segment === 'string' ? segment : segment.text;
}

/** Whether all repairs are tried. Otherwise the next variant is better than cutting out protected spans. */
export function isLastTry(segment: EngineSegment): boolean {
  return typeof segment === 'string' || segment.isLastTry;
}

/** Returns `text`, derived from `segment`, with the entries that still have their tokens in it. */
export function withTextOf(segment: EngineSegment, text: string): EngineSegment {
  if (typeof segment === 'string') return text;
  const tokens = (text.match(tokenPattern) ?? []).map((token) => readToken(token));
  const numbers = new Set(tokens.filter(({ role }) => role === 'word' || role === 'open').map(({ number }) => number));
  const entries = segment.entries.filter(({ number }) => numbers.has(number));
  return { ...segment, text, entries };
}

/** After the first hop, words between tokens are in another language. Only the last hop gets wanted translations. */
export function onHop(
  segment: EngineSegment,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): EngineSegment {
  if (typeof segment === 'string' || (isFirst && isLast)) return segment;
  const entries = segment.entries.map((entry) => ({
    ...entry,
    words: isFirst ? entry.words : (wordsBetween(segment.text, entry.number) ?? entry.words),
    wanted: isLast ? entry.wanted : undefined,
  }));
  return { ...segment, entries };
}

/** Returns the words between a pair of tokens, without other tokens; undefined if the pair is missing. */
function wordsBetween(text: string, number: number): string | undefined {
  const start = text.indexOf(writeToken('open', number));
  const end = text.indexOf(writeToken('close', number), start);
  if (start < 0 || end < 0) return undefined;
  return text.slice(start, end).replaceAll(tokenPattern, ' ').replaceAll(/\s+/g, ' ').trim();
}
