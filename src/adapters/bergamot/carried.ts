import type { SegmentTerm } from '../../core/engine/engine.ts';
import type { EngineText } from './worker-thread.ts';

export type SegmentToCarry = { readonly segment: string; readonly terms: readonly SegmentTerm[] };

/** A segment on its way through the library. */
export type Carried = {
  /** What the library is to translate; each by itself, in any order. May be empty. */
  readonly texts: readonly EngineText[];
  /**
   * Reads what came back. Mostly the translation of the segment, with its tokens; else another try, at most four in all,
   * because something got lost that cannot be found again. Empty where the library gave nothing that can be used.
   *
   * @param translations one for each of `texts`, in order
   */
  read(translations: readonly string[]): string | Carried;
};
