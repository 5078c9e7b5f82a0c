import { withCapitalOfPiece } from './capitals.ts';

/** Pieces with such an end are whole sentences or clauses. */
const sentenceEnd = /[.!?…,;:。！？，、；：।؟]/;

/** Removes the capital and the full stop that an engine adds to a piece of a sentence. */
export function fitPiece(text: string, translation: string, place: { readonly isFirst: boolean }): string {
  return withCapitalOfPiece(text, withoutAddedEnd(text, translation.trim()), place);
}

function withoutAddedEnd(text: string, translation: string): string {
  if (sentenceEnd.test(text.slice(-1))) return translation;
  let end = translation.length;
  while (end > 0 && sentenceEnd.test(translation.charAt(end - 1))) end--;
  return translation.slice(0, end).trimEnd();
}
