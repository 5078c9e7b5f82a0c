import type { SegmentTerm } from '../../core/engine/engine.ts';
import type { AlignedText } from './aligned-text.ts';

export type SegmentToCarry = { readonly segment: string; readonly terms: readonly SegmentTerm[] };

/** A text for a model, and whether the alignment of its translation is needed. */
export type EngineText = { readonly text: string; readonly isAligned: boolean };

/** A segment as texts for a model. */
export type Carried = {
  /** Each is translated separately. May be empty. */
  readonly texts: readonly EngineText[];
  /**
   * Returns the translation of the segment, with its tokens; or the texts of another round (at most three in all), if the model
   * lost or repeated placeholder nouns. Empty if a translation is empty.
   *
   * @param translations one for each of `texts`, in order
   */
  read(translations: readonly AlignedText[]): string | Carried;
};
