import type { GrammaticalNumber } from './morphology.ts';
import type { BaseTerm } from './term-store.ts';

/** A glossary entry and its place in a sentence. */
export type TermMatch = {
  readonly term: BaseTerm;
  /** UTF-16 offsets in the sentence, end exclusive; it begins and ends with a word of the term, tokens may stand between. */
  readonly start: number;
  readonly end: number;
  /** Other than the term's own: undefined where it stands as it was written. */
  readonly number: GrammaticalNumber | undefined;
};

/** A matched entry with its form in the translation. */
export type TermUse = TermMatch & {
  /** The words in the sentence without tokens, with one space for white space. */
  readonly words: string;
  /** In the right number, with the capitals of the term base; those of the place are put on when it is written. */
  readonly wanted: string;
  /** Forms that are as good, `wanted` first: in another number or case. */
  readonly accepted: readonly string[];
};
