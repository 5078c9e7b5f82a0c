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
 * What a protected span is to the words around it.
 *
 * - `word` is like a word or phrase of the sentence: a placeholder, an address, a number with its unit, code.
 * - `open` and `close` enclose words and move with them: inline tags, Markdown's emphasis, the two halves of a link.
 * - `point` stands between words and says nothing to a grammar: an emoji, an entity, a tag without a counterpart.
 * - `bound` ends the sentence before it, and no sentence reaches across it: block tags, code blocks, bullets, headings.
 */
export type SpanRole = 'word' | 'open' | 'close' | 'point' | 'bound';

/** A span that a translation contains unchanged, byte for byte, though not always in the same place. */
export type ProtectedSpan = Span & {
  readonly role: SpanRole;
  /** Of `open` and `close` alone: what the two halves share and no other protected span of the text has. */
  readonly pair?: number;
  /**
   * Of `word` and `bound` alone: spans inside the protected span, in order, that are texts of their own and are
   * translated by themselves, like the cases of an ICU plural. They hold no other protected span of this list.
   */
  readonly inner?: readonly Span[];
};

/**
 * A character that the text spells inside a word, as an entity or an escape, "caf&eacute;": spelling, not a protected
 * span.
 */
export type SpelledCharacter = Span & {
  /** One character, decoded. */
  readonly character: string;
  /** How the text spells characters at that place. */
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
