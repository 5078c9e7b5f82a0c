import type { Span } from '../document/span.ts';

/** The span that a pair of tokens encloses. Crossing spans are widened. */
export type TagSpan = { start: number; end: number; readonly open: string; readonly close: string };

/** A token, and the span of the text that it replaces; empty if the token is only inserted. */
export type WordPlace = Span & { readonly token: string };

/** Content to insert between words, and the pair that encloses it. */
export type PointPlace = { readonly at: number; readonly content: string; readonly inside: TagSpan | undefined };

export type TokenPlaces = {
  readonly words: readonly WordPlace[];
  readonly pairs: readonly TagSpan[];
  readonly points: readonly PointPlace[];
};

/** At one offset, closing tokens come first (0), then points (1), then opening tokens (2); `key` orders each phase. */
type Insertion = { readonly at: number; readonly phase: 0 | 1 | 2; readonly key: number; readonly content: string };

/** Returns the text with each token in its place, pairs nested. No place may be inside the span of a word. */
export function insertTokens(text: string, { words, pairs, points }: TokenPlaces): string {
  const orders = nest(pairs);
  const insertions = [
    ...pairs.flatMap((pair) => insertPair(pair, orders.get(pair) ?? 0)),
    ...points.map((point, index) => insertPoint(point, index, orders)),
  ].toSorted((one, other) => one.at - other.at || one.phase - other.phase || one.key - other.key);
  const changes = [
    ...insertions.map(({ at, content }) => ({ start: at, end: at, content })),
    ...words.map(({ start, end, token }) => ({ start, end, content: token })),
  ].toSorted((one, other) => one.start - other.start || one.end - other.end);
  let written = '';
  let done = 0;
  for (const { start, end, content } of changes) {
    written += text.slice(done, Math.max(done, start)) + content;
    done = Math.max(done, end);
  }
  return written + text.slice(done);
}

/** Widens spans that cross until one contains the other. Returns the order of each, outer ones before inner ones. */
function nest(pairs: readonly TagSpan[]): ReadonlyMap<TagSpan, number> {
  const around: TagSpan[] = [];
  const sorted = pairs.toSorted((one, other) => one.start - other.start || other.end - one.end);
  for (const pair of sorted) {
    while ((around.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= pair.start) around.pop();
    for (const outer of around) outer.end = Math.max(outer.end, pair.end);
    around.push(pair);
  }
  return new Map(sorted.map((pair, order) => [pair, order]));
}

function insertPair({ start, end, open, close }: TagSpan, order: number): readonly Insertion[] {
  if (start >= end) return [{ at: start, phase: 1, key: -1, content: open + close }];
  return [
    { at: start, phase: 2, key: order, content: open },
    { at: end, phase: 0, key: -order, content: close },
  ];
}

function insertPoint(
  { at, content, inside }: PointPlace,
  index: number,
  orders: ReadonlyMap<TagSpan, number>,
): Insertion {
  const order = (inside && orders.get(inside)) ?? 0;
  if (inside !== undefined && at >= inside.end) return { at: inside.end, phase: 0, key: -order - 0.5, content };
  if (inside !== undefined && at <= inside.start) return { at: inside.start, phase: 2, key: order + 0.5, content };
  return { at, phase: 1, key: index, content };
}

/** Returns the end of the word that contains `at`; `at` itself if there is none. */
export function afterWord(words: readonly Span[], at: number): number {
  return words.find(({ start, end }) => start < at && at < end)?.end ?? at;
}
