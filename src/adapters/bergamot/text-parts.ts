import { fitPiece } from '../../core/fidelity/fit-piece.ts';
import { unspacedLetter } from '../../core/fidelity/words.ts';
import type { AlignedStretch, AlignedText } from './html-text.ts';
import { cutLongText, type Stretch } from './long-text.ts';

/** A part of a sentence that is translated by itself. */
export type TextPart = Stretch & {
  /** Whether a blank belongs between this part and the one before it in a target that has blanks. */
  readonly isApart: boolean;
};

/**
 * The parts in which a sentence goes to the library, mostly one.
 *
 * @param whole stretches that are never cut, in order
 */
export function partsOf(text: string, whole: readonly Stretch[]): readonly TextPart[] {
  const stretches = cutLongText(text, whole);
  return stretches.map(({ start, end }, index) => {
    const before = stretches[index - 1]?.end;
    return { start, end, isApart: before !== undefined && belongApart(text, before, start) };
  });
}

/** Where a source without blanks is cut between words, a target with blanks has one there. */
function belongApart(text: string, end: number, start: number): boolean {
  return end < start || unspacedLetter.test(text.charAt(end - 1)) || unspacedLetter.test(text.charAt(start));
}

/** The translation of one part. */
export type TranslatedPart = { readonly part: TextPart; readonly source: string; readonly translation: AlignedText };

/** Puts the translations of the parts of a sentence together. */
export function joinParts(translated: readonly TranslatedPart[]): AlignedText {
  let joined = '';
  const stretches: AlignedStretch[] = [];
  for (const [index, { part, source, translation }] of translated.entries()) {
    const { text, stretches: own } = trim(translation);
    const fitted = translated.length === 1 ? text : fitPiece(source, text, { isFirst: index === 0 });
    if (part.isApart && takesBlank(joined, fitted)) joined += ' ';
    const offset = joined.length;
    joined += fitted;
    for (const { number, start, end } of own) {
      if (start < fitted.length) {
        stretches.push({ number, start: offset + start, end: offset + Math.min(end, fitted.length) });
      }
    }
  }
  return { text: joined, stretches };
}

function trim({ text, stretches }: AlignedText): AlignedText {
  const cut = text.length - text.trimStart().length;
  if (cut === 0) return { text: text.trimEnd(), stretches };
  return {
    text: text.trim(),
    stretches: stretches.map(({ number, start, end }) => {
      return { number, start: Math.max(0, start - cut), end: Math.max(0, end - cut) };
    }),
  };
}

function takesBlank(before: string, after: string): boolean {
  return !unspacedLetter.test(after.charAt(0)) && !/[\u3000-\u303F\uFF00-\uFFEF]/.test(before.slice(-1));
}
