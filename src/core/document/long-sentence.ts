/** The end of a clause with the white space after it, or a mark of scripts that write none. */
const clauseEnd = /[,;:)\]}،؛—–]\s$|[，；：、。！？]$/u;

const space = /\s$/u;

/** The first half of a token that stands for a protected span. */
const tokenLead = /[\uFDD0-\uFDD4]/;

/** Only a cut in the latter half of a piece is worth looking for: pieces should not become many. */
const searchShare = 0.5;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Cuts an overlong sentence at the end of a clause, else between words, else between two characters as people
 * see them; only where a single one of these is itself too long, between two code points. Never inside a token.
 *
 * @param max code points in one piece
 * @returns pieces in order; joined they are `sentence` again
 */
export function cutLong(sentence: string, max: number): readonly string[] {
  // A code point has one or two UTF-16 units: short sentences, nearly all, need no count.
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

/** The length of `piece` up to and with the last match of `ending`, looking only into the latter part. */
function lastEnding(piece: string, ending: RegExp): number | undefined {
  for (let length = piece.length; length > piece.length * searchShare; length--) {
    if (ending.test(piece.slice(length - 2, length))) return length;
  }
  return undefined;
}

/** How long a piece may be that must be cut anywhere but keeps the character at its end whole. */
function graphemeStart(text: string, start: number, end: number): number {
  // With the whole code point behind the end, which decides whether it belongs to the character before.
  const around = text.slice(start, end + 2);
  const last = graphemes.segment(around).containing(end - start);
  return last !== undefined && last.index > 0 ? last.index : end - start;
}
