/** The end of a clause with the white space after it, or a mark of scripts that write none. */
const clauseEnd = /[,;:)\]}،؛—–]\s$|[，；：、。！？]$/u;

const space = /\s$/u;

/** The first half of a token that stands for a protected span. */
const tokenLead = /[\uFDD0-\uFDD4]/;

/** Cuts are searched only in the second half of a piece, to keep the number of pieces low. */
const searchShare = 0.5;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Cuts an overlong sentence at the end of a clause, else between words, else between two graphemes, else (if one grapheme
 * is too long) between two code points. Never inside a token.
 *
 * @param max code points in one piece
 * @returns pieces in order; joined they are `sentence` again
 */
export function cutLong(sentence: string, max: number): readonly string[] {
  // A code point has one or two UTF-16 units, so short sentences (nearly all) need no count.
  if (sentence.length <= max) return [sentence];
  const pieces: string[] = [];
  let start = 0;
  for (let end = endOf(sentence, start, max); end < sentence.length; end = endOf(sentence, start, max)) {
    const piece = sentence.slice(start, end);
    const length = lastEnding(piece, clauseEnd) ?? lastEnding(piece, space) ?? graphemeStart(sentence, start, end);
    const cut = start + length - (tokenLead.test(sentence.charAt(start + length - 1)) ? 1 : 0);
    pieces.push(sentence.slice(start, cut));
    start = cut;
  }
  return [...pieces, sentence.slice(start)];
}

/** The index after at most `max` code points from `start`. */
function endOf(text: string, start: number, max: number): number {
  let end = start;
  for (let count = 0; count < max && end < text.length; count++) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return end;
}

/** The length of `piece` up to the end of the last match of `ending` in its latter part. */
function lastEnding(piece: string, ending: RegExp): number | undefined {
  for (let length = piece.length; length > piece.length * searchShare; length--) {
    if (ending.test(piece.slice(length - 2, length))) return length;
  }
  return undefined;
}

/** The length of a piece that is cut anywhere except inside a grapheme. */
function graphemeStart(text: string, start: number, end: number): number {
  // With the code point after the end, which decides whether it belongs to the last grapheme.
  const around = text.slice(start, end + 2);
  const last = graphemes.segment(around).containing(end - start);
  return last !== undefined && last.index > 0 ? last.index : end - start;
}
