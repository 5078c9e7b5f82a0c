import { fitPiece } from '../../core/checks/fit-piece.ts';
import { unspacedLetter } from '../../core/checks/words.ts';
import type { Span } from '../../core/document/span.ts';
import type { AlignedPiece, AlignedText } from './aligned-text.ts';
import { cutLongText } from './long-text.ts';

/** A part of a sentence that is translated separately. */
export type TextPart = Span & {
  /** Whether a target language with spaces needs one before this part. */
  readonly isApart: boolean;
};

/**
 * Cuts a sentence into the parts to translate, usually one.
 *
 * @param whole spans that are never cut, in order
 */
export function partsOf(text: string, whole: readonly Span[]): readonly TextPart[] {
  const spans = cutLongText(text, whole);
  return spans.map(({ start, end }, index) => {
    const before = spans[index - 1]?.end;
    return { start, end, isApart: before !== undefined && belongApart(text, before, start) };
  });
}

/** A cut between words of a source without spaces is a space in a target language with spaces. */
function belongApart(text: string, end: number, start: number): boolean {
  return end < start || unspacedLetter.test(text.charAt(end - 1)) || unspacedLetter.test(text.charAt(start));
}

/** The translation of one part. */
export type TranslatedPart = { readonly part: TextPart; readonly source: string; readonly translation: AlignedText };

/** Joins the translations of the parts of a sentence. Maps source offsets to offsets in the sentence. */
export function joinParts(translated: readonly TranslatedPart[]): AlignedText {
  let joined = '';
  const pieces: AlignedPiece[] = [];
  let sourceOffset = 0;
  for (const [index, { part, source, translation }] of translated.entries()) {
    const text = translation.text.trim();
    const fitted = translated.length === 1 ? text : fitPiece(source, text, { isFirst: index === 0 });
    sourceOffset += part.start - (translated[index - 1]?.part.end ?? 0);
    if (part.isApart && takesSpace(joined, fitted)) joined += ' ';
    const offset = joined.length - (translation.text.length - translation.text.trimStart().length);
    for (const { start, source: from, weight } of translation.pieces) {
      pieces.push({ start: Math.max(joined.length, offset + start), source: sourceOffset + from, weight });
    }
    joined += fitted;
    sourceOffset += source.length;
  }
  return { text: joined, pieces };
}

function takesSpace(before: string, after: string): boolean {
  return !unspacedLetter.test(after.charAt(0)) && !/[\u3000-\u303F\uFF00-\uFFEF]/.test(before.slice(-1));
}
