/** UTF-16 offsets in a text, the end exclusive. */
export type Span = { readonly start: number; readonly end: number };

/** Returns the span in a text that begins `by` units earlier. */
export function shifted<Shifted extends Span & { readonly inner?: readonly Span[] }>(
  span: Shifted,
  by: number,
): Shifted {
  if (by === 0) return span;
  const inner = span.inner?.map((each) => shifted(each, by));
  return { ...span, start: span.start + by, end: span.end + by, ...(inner && { inner }) };
}

/** Returns the spans of all matches of a global `pattern`, which must not match an empty text. */
export function spansOf(text: string, pattern: RegExp): readonly Span[] {
  const spans: Span[] = [];
  // Not matchAll, which copies the pattern: most texts have no match.
  pattern.lastIndex = 0;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    spans.push({ start: found.index, end: pattern.lastIndex });
  }
  return spans;
}

/** Returns the `spans` that overlap none of `others`; both are in order. */
export function outside<Kind extends Span>(spans: readonly Kind[], others: readonly Span[]): readonly Kind[] {
  let next = 0;
  return spans.filter(({ start, end }) => {
    while ((others[next]?.end ?? end) <= start) next++;
    const other = others[next];
    return other === undefined || other.start >= end;
  });
}

/** Returns the index of the first of `spans`, from index `low` on, that begins at `start` or later. */
export function firstFrom(spans: readonly Span[], start: number, low = 0): number {
  let [first, end] = [low, spans.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    if ((spans[middle]?.start ?? start) < start) first = middle + 1;
    else end = middle;
  }
  return first;
}

export function inOrder<Ordered extends Span>(
  spans: readonly Ordered[],
  others: readonly Ordered[],
): readonly Ordered[] {
  return others.length === 0 ? spans : [...spans, ...others].toSorted((one, other) => one.start - other.start);
}

/**
 * The role of a protected span among the words around it.
 *
 * - `word` is a word or phrase of the sentence: a placeholder, an address, a number with its unit, code.
 * - `open` and `close` enclose words and move with them: inline tags, Markdown's emphasis, the two halves of a link.
 * - `point` is between words and has no grammatical function: an emoji, `&nbsp;`, a tag without a counterpart.
 * - `bound` is between sentences: block tags, code blocks, bullets, headings.
 */
export type SpanRole = 'word' | 'open' | 'close' | 'point' | 'bound';

/** A span that is unchanged in the translation, byte for byte, but may move. */
export type ProtectedSpan = Span & {
  readonly role: SpanRole;
  /** Only for `open` and `close`: the number of the pair, unique in the text. */
  readonly pair?: number;
  /** Only for `word` and `bound`: separate texts inside, in order, such as the cases of an ICU plural. */
  readonly inner?: readonly Span[];
};

/** A letter or sign that is written as an entity or escape, "caf&eacute;". It is not a protected span. */
export type SpelledCharacter = Span & {
  /** One character, decoded; empty if it is none of the word: a soft hyphen, the sign of a key. */
  readonly character: string;
  readonly spelling: 'named' | 'decimal' | 'hexadecimal' | 'escaped' | 'mnemonic';
};

/** Protected spans in order, without overlaps. Each `open` has its `close`, and pairs are nested. */
export type ProtectedText = {
  readonly spans: readonly ProtectedSpan[];
  /** In order, outside every protected span. */
  readonly spelled: readonly SpelledCharacter[];
};
