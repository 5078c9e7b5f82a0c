import { tokenPattern } from '../../core/marks/token.ts';

/** One text for the library: a sentence without line breaks, as it is or with its markup. */
type EngineText = { readonly text: string; readonly isHtml: boolean };

/** A segment on its way through the library. */
export type Carried = {
  /** What the library is to translate; each by itself, in any order. May be empty. */
  readonly texts: readonly EngineText[];
  /**
   * Reads what came back. Mostly the translation of the segment, with its tokens; else another try, at most two in all,
   * because something got lost that cannot be found again.
   *
   * @param translations one for each of `texts`, in order
   */
  read(translations: readonly string[]): string | Carried;
};

/**
 * Makes a segment into what the library can carry. Depends on nothing but the segment, and not on the numbers of its
 * tokens. Pure; linear in the length.
 */
export function carry(segment: string): Carried {
  const text = segment.replace(tokenPattern, ' ').replace(/ +/g, ' ').trim();
  return { texts: [{ text, isHtml: false }], read: (translations) => translations.join(' ') };
}
