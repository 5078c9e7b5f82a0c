import { readToken, tokenPattern, writeToken } from '../document/token.ts';
import type { SegmentTerm } from '../engine/engine.ts';

/** A sentence for an engine: plain, or with its glossary entries tagged. */
export type Segment = string | SegmentWithTerms;

/** Two of them are the same exactly when all their members are. */
export type SegmentWithTerms = {
  /** With the tokens of its terms. */
  readonly text: string;
  /** In the order of the sentence; at least one. */
  readonly terms: readonly SegmentTerm[];
  /** Whether no other way is left to have it translated when its translation has an issue. */
  readonly isLastTry: boolean;
};

const noTerms: readonly SegmentTerm[] = [];

export function textOf(segment: Segment): string {
  return typeof segment === 'string' ? segment : segment.text;
}

export function termsOf(segment: Segment): readonly SegmentTerm[] {
  return typeof segment === 'string' ? noTerms : segment.terms;
}

/** Whether every repair is worth it: before another variant is tried, protected spans are not cut out. */
export function isLastTry(segment: Segment): boolean {
  return typeof segment === 'string' || segment.isLastTry;
}

/** Returns `text`, derived from `segment`, with the entries that still have their tokens in it. */
export function withTextOf(segment: Segment, text: string): Segment {
  if (typeof segment === 'string') return text;
  const numbers = new Set(
    (text.match(tokenPattern) ?? [])
      .map((token) => readToken(token))
      .filter(isOfTerm)
      .map(numberOf),
  );
  const terms = segment.terms.filter(({ number }) => numbers.has(number));
  return { ...segment, text, terms };
}

/**
 * What an earlier hop made of a segment, as the next hop gets it: between its tokens stands another language by now, and
 * only the last hop has to do with what is wanted.
 */
export function onHop(
  segment: Segment,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): Segment {
  if (typeof segment === 'string' || (isFirst && isLast)) return segment;
  const terms = segment.terms.map((term) => ({
    ...term,
    words: isFirst ? term.words : (wordsBetween(segment.text, term.number) ?? term.words),
    wanted: isLast ? term.wanted : undefined,
  }));
  return { ...segment, terms };
}

/** The words between a pair of tokens, without those among them; undefined where the pair is not there. */
export function wordsBetween(text: string, number: number): string | undefined {
  const start = text.indexOf(writeToken('open', number));
  const end = text.indexOf(writeToken('close', number), start);
  if (start < 0 || end < 0) return undefined;
  return text.slice(start, end).replaceAll(tokenPattern, ' ').replaceAll(/\s+/g, ' ').trim();
}

function isOfTerm({ role }: { readonly role: string }): boolean {
  return role === 'word' || role === 'open';
}

function numberOf({ number }: { readonly number: number }): number {
  return number;
}
