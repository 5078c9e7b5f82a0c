import type { SegmentTerm } from '../../core/engine/engine.ts';
import type { AlignedText } from './aligned-text.ts';

export type SegmentToCarry = { readonly segment: string; readonly terms: readonly SegmentTerm[] };

/** A text for a model, and whether the alignment of its translation is needed. */
export type EngineText = { readonly text: string; readonly isAligned: boolean };

/** A segment on its way through a model. */
export type Carried = {
  /** What the model is to translate; each by itself, in any order. May be empty. */
  readonly texts: readonly EngineText[];
  /**
   * Reads the translations. Returns the translation of the segment, with its tokens; or another try, at most four in all,
   * if something was lost that cannot be found again. Empty if the model gave nothing that can be used.
   *
   * @param translations one for each of `texts`, in order
   */
  read(translations: readonly AlignedText[]): string | Carried;
};
