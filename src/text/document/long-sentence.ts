/** The end of a clause with the white space after it, or punctuation of scripts without white space. */
const clauseEnd = /[,;:)\]}،؛—–]\s$|[，；：、。！？]$/u;

const space = /\s$/u;

/** The first unit of a placeholder token. */
const tokenLead = /[\uFDD0-\uFDD4]/;

/** Cuts are only in the last half of a piece, so that pieces are few. */
const searchShare = 0.5;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Cuts a long sentence at the end of a clause, otherwise between words, between graphemes, or (if one grapheme is too
 * long) between code points. Never cuts a token.
 *
 * @param max code points in one piece
 * @returns pieces in order; joined, they are equal to `sentence`
 */
export function cutLong(sentence: string, max: number): readonly string[] {
  // A code point has at least one UTF-16 unit, so short sentences (nearly all) need no count.
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

/** Returns the index after at most `max` code points from `start`. */
function endOf(text: string, start: number, max: number): number {
  let end = start;
  for (let count = 0; count < max && end < text.length; count++) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return end;
}

/** Returns the length of `piece` up to the end of the last match of `ending`. */
function lastEnding(piece: string, ending: RegExp): number | undefined {
  for (let length = piece.length; length > piece.length * searchShare; length--) {
    if (ending.test(piece.slice(length - 2, length))) return length;
  }
  return undefined;
}

/** Returns the length of a piece that does not end inside a grapheme. */
function graphemeStart(text: string, start: number, end: number): number {
  // Includes the code point after the end, which may belong to the last grapheme.
  const around = text.slice(start, end + 2);
  const last = graphemes.segment(around).containing(end - start);
  return last !== undefined && last.index > 0 ? last.index : end - start;
}
