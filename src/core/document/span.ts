/** UTF-16 offsets in a text, the end exclusive. */
export type Span = { readonly start: number; readonly end: number };

/** The same span in a text that begins `by` units earlier. */
export function shifted<Shifted extends Span & { readonly inner?: readonly Span[] }>(
  span: Shifted,
  by: number,
): Shifted {
  if (by === 0) return span;
  const inner = span.inner?.map((each) => shifted(each, by));
  return { ...span, start: span.start + by, end: span.end + by, ...(inner && { inner }) };
}

export function inOrder<Ordered extends Span>(spans: readonly Ordered[]): readonly Ordered[] {
  return spans.toSorted((one, other) => one.start - other.start);
}

/**
 * The role of a protected span among the words around it.
 *
 * - `word` acts as a word or phrase of the sentence: a placeholder, an address, a number with its unit, code.
 * - `open` and `close` enclose words and move with them: inline tags, Markdown's emphasis, the two halves of a link.
 * - `point` is between words and has no grammatical function: an emoji, an entity, a tag without a counterpart.
 * - `bound` ends the sentence before it, and no sentence reaches across it: block tags, code blocks, bullets, headings.
 */
export type SpanRole = 'word' | 'open' | 'close' | 'point' | 'bound';

/** A span that a translation contains unchanged, byte for byte, though not always in the same place. */
export type ProtectedSpan = Span & {
  readonly role: SpanRole;
  /** Only for `open` and `close`: the number of the pair, unique in the text. */
  readonly pair?: number;
  /**
   * Only for `word` and `bound`: spans inside the protected span, in order, that are translated as separate texts, such
   * as the cases of an ICU plural. They contain no other protected span of this list.
   */
  readonly inner?: readonly Span[];
};

/**
 * A character inside a word that the text writes as an entity or an escape, "caf&eacute;". It is not a protected span.
 */
export type SpelledCharacter = Span & {
  /** One character, decoded. */
  readonly character: string;
  /** The spelling of characters at that place. */
  readonly spelling: 'named' | 'decimal' | 'hexadecimal' | 'escaped';
};

/**
 * Protected spans in the order of the text; no two overlap. Each `open` has its `close`, and pairs are nested properly.
 */
export type ProtectedText = {
  readonly spans: readonly ProtectedSpan[];
  /** In order, outside every protected span. */
  readonly spelled: readonly SpelledCharacter[];
};
