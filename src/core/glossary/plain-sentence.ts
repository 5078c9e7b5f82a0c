import { readToken, tokenPattern } from '../document/token.ts';

/** A sentence prepared for matching: composed (NFC), without the tokens that replace no word. */
export type PlainSentence = {
  readonly text: string;
  /** Where in `text` one of the tokens stood that were left out; undefined for nowhere. */
  readonly seams: ReadonlySet<number> | undefined;
  /** The offset in the sentence of the first unit of what begins at `at` in `text`. */
  startOf(at: number): number;
  /** The offset in the sentence behind the last unit of what ends at `at` in `text`. */
  endOf(at: number): number;
};

/** In the place of a token that stands for a word: no term holds it. */
export const wordSign = '\uFFFC';
/** In the place of a token that stands for white space. */
export const wrapSign = '\n';

/** Characters below are composed, and are no tokens. */
const mayChange = /[\u0300-\uFFFF]/;

const same = (at: number): number => at;

export function plainSentence(sentence: string): PlainSentence {
  if (!mayChange.test(sentence)) return { text: sentence, seams: undefined, startOf: same, endOf: same };
  const draft = new Draft();
  let read = 0;
  for (const { 0: token, index } of sentence.matchAll(tokenPattern)) {
    draft.add(sentence, read, index);
    draft.addToken(token, index);
    read = index + token.length;
  }
  if (read === 0 && sentence.normalize('NFC') === sentence) {
    return { text: sentence, seams: undefined, startOf: same, endOf: same };
  }
  draft.add(sentence, read, sentence.length);
  return draft;
}

/** What composes with nothing before it, so that a text may be composed piece by piece. Source: UAX #15, section 3. */
const pieces = /[^\p{M}\u1160-\u11FF][\p{M}\u1160-\u11FF]*|[\p{M}\u1160-\u11FF]+/gsu;

class Draft implements PlainSentence {
  text = '';
  readonly seams = new Set<number>();
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  startOf(at: number): number {
    return this.#starts[at] ?? this.#ends.at(-1) ?? 0;
  }

  endOf(at: number): number {
    return this.#ends[at - 1] ?? 0;
  }

  addToken(token: string, index: number): void {
    const { role } = readToken(token);
    if (role === 'word') this.#addPiece(wordSign, index, index + token.length);
    else if (role === 'space') this.#addPiece(wrapSign, index, index + token.length);
    else this.seams.add(this.text.length);
  }

  add(sentence: string, start: number, end: number): void {
    const part = sentence.slice(start, end);
    const composed = part.normalize('NFC');
    if (composed !== part) {
      for (const { 0: piece, index } of part.matchAll(pieces)) {
        this.#addPiece(piece.normalize('NFC'), start + index, start + index + piece.length);
      }
      return;
    }
    this.text += part;
    for (let at = start; at < end; at++) {
      this.#starts.push(at);
      this.#ends.push(at + 1);
    }
  }

  #addPiece(written: string, start: number, end: number): void {
    this.text += written;
    for (let unit = 0; unit < written.length; unit++) {
      this.#starts.push(start);
      this.#ends.push(end);
    }
  }
}
