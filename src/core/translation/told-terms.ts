import type { Span } from '../document/span.ts';
import type { TermId } from '../terms/term.ts';
import type { TermOutcome } from './glossary-variants.ts';
import { placeTerms } from './term-trial.ts';

/** A term of the account in one text, as the reply to a request reports it. */
export type ToldTerm = {
  readonly id: TermId;
  /** In the text, without tokens. */
  readonly words: string;
  /** What the term base wants for them. */
  readonly wanted: string;
  /** Whether the term is not to be translated. */
  readonly isKept: boolean;
  readonly outcome: TermOutcome;
  /** UTF-16 offsets in the text. Only a reply that an earlier version kept for its repeats may have none. */
  readonly inText?: Span;
  /** The same in the translated text. */
  readonly inTranslation?: Span;
};

/** Bounds the replies that are kept for repeats. */
const toldMax = 1_000;

/** The outcome of the terms in a text, in its order; of the first `toldMax`. */
export function tellTerms(...placed: Parameters<typeof placeTerms>): readonly ToldTerm[] {
  const terms = placeTerms(...placed).slice(0, toldMax);
  return terms.map(({ use: { term, words, wanted }, ...place }) => {
    return { id: term.id, words, wanted, isKept: term.translation === undefined, ...place };
  });
}
