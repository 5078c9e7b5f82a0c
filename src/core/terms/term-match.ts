import type { GrammaticalNumber } from './morphology.ts';
import type { BaseTerm } from './term-store.ts';

/** A term where it stands in a sentence. */
export type TermMatch = {
  readonly term: BaseTerm;
  /** UTF-16 offsets in the sentence, end exclusive; it begins and ends with a word of the term, tokens may stand between. */
  readonly start: number;
  readonly end: number;
  /** Other than the term's own: undefined where it stands as it was written. */
  readonly number: GrammaticalNumber | undefined;
};

/** A term as it is to stand in the translation of a sentence. */
export type TermUse = TermMatch & {
  /** The words as they stand in the sentence, tokens left out, one space where there was white space. */
  readonly words: string;
  /** In the right number, with the capitals of the term base; those of the place are put on when it is written. */
  readonly wanted: string;
  /** Forms that are as good, `wanted` first: in another number or case. */
  readonly accepted: readonly string[];
};
