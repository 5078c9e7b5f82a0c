import { fitPiece } from '../../text/checks/fit-piece.ts';
import { unspacedLetter } from '../../text/checks/words.ts';
import type { Span } from '../../text/document/span.ts';
import type { AlignedPiece, AlignedText } from './aligned-text.ts';

/** The translation of one part of a sentence. `source`: the part with its placeholder nouns. */
export type TranslatedPart = { readonly part: Span; readonly source: string; readonly translation: AlignedText };

/** Joins the translations of the parts of a sentence. Maps source offsets to offsets in the sentence. */
export function joinParts(translated: readonly TranslatedPart[]): AlignedText {
  let joined = '';
  const pieces: AlignedPiece[] = [];
  let sourceOffset = 0;
  for (const [index, { part, source, translation }] of translated.entries()) {
    const before = translated[index - 1];
    const text = translation.text.trim();
    const fitted = translated.length === 1 ? text : fitPiece(source, text, { isFirst: index === 0 });
    sourceOffset += part.start - (before?.part.end ?? 0);
    if (before !== undefined && needsSpace(before, { part, source }) && takesSpace(joined, fitted)) joined += ' ';
    const offset = joined.length - (translation.text.length - translation.text.trimStart().length);
    for (const { start, source: from, weight } of translation.pieces) {
      pieces.push({ start: Math.max(joined.length, offset + start), source: sourceOffset + from, weight });
    }
    joined += fitted;
    sourceOffset += source.length;
  }
  return { text: joined, pieces };
}

type SourcePart = Pick<TranslatedPart, 'part' | 'source'>;

/** A cut between words of a source without spaces becomes a space in a target language with spaces. */
function needsSpace(before: SourcePart, after: SourcePart): boolean {
  const isCutAtSpace = before.part.end < after.part.start;
  return isCutAtSpace || unspacedLetter.test(before.source.slice(-1)) || unspacedLetter.test(after.source.charAt(0));
}

function takesSpace(before: string, after: string): boolean {
  return !unspacedLetter.test(after.charAt(0)) && !/[\u3000-\u303F\uFF00-\uFFEF]/.test(before.slice(-1));
}
